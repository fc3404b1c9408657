export { type CallOptions, type OpenEmi, type OpenEmiOptions, openEmi } from './client.ts';
export { type FieldError, NoAnswerError, OpenEmiError } from './errors.ts';
export type * from './generated/types.ts';
export { toMajor, toMinor } from './money.ts';
export type { List, Page, Pagination } from './paging.ts';
export { type Credentials, type Signable, signatureHeaders } from './signing.ts';
export { type Delivery, readWebhook, type WebhookCheck, WebhookError, type WebhookEvent } from './webhooks.ts';
