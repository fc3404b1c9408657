"""Opens two accounts, puts money on one and moves some of it to the other. Python 3.9 or newer, nothing to install."""

import hashlib
import hmac
import json
import os
import time
import urllib.request
import uuid

with open(os.path.join(os.environ.get("OPENEMI_DATA", ".openemi"), "sandbox.json")) as file:
    sandbox = json.load(file)


def call(operation, method, path, fields=None, idempotency_key=None):
    """Signs a call, sends it and answers its data. A refusal is raised; the HTTP status is always 200."""
    body = "" if fields is None else json.dumps(fields, separators=(",", ":"))
    timestamp = str(int(time.time()))
    text = sandbox["api_key"] + timestamp + operation + body
    headers = {
        "x-api-key": sandbox["api_key"],
        "x-timestamp": timestamp,
        "x-hash": hmac.new(sandbox["secret_key"].encode(), text.encode(), hashlib.sha256).hexdigest(),
        "content-type": "application/json",
    }
    if idempotency_key is not None:
        headers["x-idempotency-key"] = idempotency_key
    url = sandbox["base_url"] + path
    request = urllib.request.Request(url, body.encode() if body else None, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
    if answer["code"] != 0:
        raise RuntimeError(f"{operation}: {answer['key']} {answer.get('data')}")
    return answer["data"]


account = {"program": sandbox["programs"]["business"], "merchant": sandbox["merchant"]}
debtor = call("account_create", "POST", "/v2/accounts", account)
creditor = call("account_create", "POST", "/v2/accounts", account)
call("sim_account_fund", "POST", f"/v2/simulations/accounts/{debtor['token']}/fund", {"amount": 100.00})

# Without an answer, send the same again with the same key: the money moves once.
transfer = call(
    "transfer_create",
    "POST",
    "/v2/transfers",
    {
        "amount": 12.34,
        "currency": "EUR",
        "reference": "Invoice 7",
        "debtor": {"balance": debtor["balances"][0]["token"]},
        "creditor": {"iban": creditor["balances"][0]["iban"]},
    },
    idempotency_key=str(uuid.uuid4()),
)
left = call("account_details", "GET", f"/v2/accounts/{debtor['token']}")["balances"][0]["available"]
print(transfer["transaction"], transfer["status"], left)
