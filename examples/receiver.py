"""Receives webhooks, verifies and prints them: python3 receiver.py <port> [webhook secret]. Nothing to install."""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

if len(sys.argv) > 2:
    secret = sys.argv[2]
else:
    with open(os.path.join(os.environ.get("OPENEMI_DATA", ".openemi"), "sandbox.json")) as file:
        secret = json.load(file)["webhook_secret"]
key = base64.b64decode(secret.removeprefix("whsec_"))
seen = set()


def is_genuine(headers, body):
    """Whether the bank signed these bytes within the last five minutes (Standard Webhooks)."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    text = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    # Several signatures during a rotation of the secret: one must fit.
    return any(hmac.compare_digest(expected, given) for given in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            self.send_error(400)
            return
        event = json.loads(body)
        # A delivery may come twice. A real system keeps the ids in its database, in one transaction with its work.
        if event["id"] not in seen:
            seen.add(event["id"])
            print(event["sequence"], event["action"], json.dumps(event["payload"]), flush=True)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
