/** How a call is signed: told in the OpenAPI document and on the reference page. Markdown. */
export const signatureText = [
  'Every call carries three headers: `x-api-key`, `x-timestamp` (Unix seconds) and `x-hash`.',
  '`x-hash` is the lower-case hex HMAC-SHA256, with the secret key as its key, of one text: the API key, the timestamp,',
  "the operation's name and, for POST and PUT, the body without blanks outside strings, joined without separators.",
  'The name is in `x-openemi-operation`. A timestamp more than 15 seconds away is refused with `code` 401.',
].join(' ');

/** How a webhook is signed. Markdown. */
export const webhookSignatureText = [
  'Signed twice. `x-hash` works as for calls, with the webhook secret as the key and the action in place of the',
  "operation's name; `webhook-signature` follows Standard Webhooks. Deliveries may repeat and arrive out of order:",
  'drop an `id` that was seen, and order by `sequence`.',
].join(' ');
