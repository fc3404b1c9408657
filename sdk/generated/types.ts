// Made by `npm run generate` from the registry. Do not edit.
import type { CallOptions } from '../client.ts';
import type { List } from '../paging.ts';

export interface Transaction {
  token: string;
  parent: string | null;
  link: string | null;
  code: string;
  type: string;
  sub_code: string | null;
  channel: string;
  status: string;
  debit_credit: string;
  /** Amount in major units */
  amount: number;
  currency: string;
  /** Amount before conversion */
  original_amount: number;
  original_currency: string;
  fx_rate: string | null;
  /** Fee charged with it */
  fee: number;
  /** The booked balance after it */
  balance_after: number;
  merchant: string | null;
  user: string | null;
  account: string | null;
  balance: string;
  card: string | null;
  reference: string | null;
  reference2: string | null;
  reference3: string | null;
  reference4: string | null;
  origin_of_funds: string | null;
  description: string | null;
  hidden: boolean;
  reason_code: string | null;
  /** When it was booked */
  created_at: string;
  /** When it came to its end */
  processed_at: string | null;
  value_date: string | null;
  counterpart: Counterpart | null;
  wires: Wires | null;
  card_data: null;
  timeline: {
    status: string;
    /** Since when */
    at: string;
  }[];
}

export interface Webhook {
  /** Webhook */
  token: string;
  /** Where to deliver. https in production; the sandbox takes http as well */
  url: string;
  /** Events to deliver: their names, `FAMILY.*` for all of a family, `*` for all */
  actions: string[];
  description: string;
  /** Static headers sent with each delivery. In answers the values of those that carry credentials are masked. */
  headers: Record<string, string>;
  /** Only events of these programs, and those that belong to none. Empty: of all */
  programs: string[];
  /** Whether events are delivered */
  active: boolean;
  /** Number of the last event that was handed over or waits for another attempt */
  sequence: number;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
}

export interface Event {
  /** Event */
  id: string;
  action: string;
  /** As the list of events says */
  payload: Record<string, unknown>;
  /** When it happened */
  created_at: string;
  environment: 'sandbox' | 'production';
  version: string;
  /** Number of the event in the instance: no gaps, in the order of commits */
  sequence: number;
}

export interface Key {
  /** The API key, under the name that every record has */
  token: string;
  /** The API key */
  api_key: string;
  label: string;
  environment: string;
  scopes: string[];
  constraints: Constraints;
  hash_compat: boolean;
  require_hash_v2: boolean;
  replay_guard: boolean;
  rate_limit: RateLimit | null;
  disabled: boolean;
  /** Of the public key under which the secret was handed over */
  pgp_fingerprint: string | null;
  /** Until when the secret before a rotation is taken as well */
  previous_until: string | null;
  /** Last call, to the minute */
  last_used_at: string | null;
  /** When it stops working */
  expires_at: string | null;
  /** When it was created */
  created_at: string;
}

export interface Program {
  /** Code, as in account_create */
  code: string;
  /** Type of the accounts opened under it; virtual accounts follow from their main account */
  account_type: 'default' | 'funding' | 'breakage';
  /** ISO 4217 alphabetic code */
  primary_currency: Currency;
  /** Currencies of the balances beside the main one */
  secondary_currencies: Currency[];
  /** One account number on the primary balance, or one on each */
  iban_mode: 'primary' | 'per_balance';
  /** Whether an account may be opened without account number */
  skip_iban: boolean;
  issuer?: Issuer;
  kyc: Kyc;
  cards: Cards;
  /** Card processor */
  processor: string;
  direct_issuing: boolean;
  groups: Groups;
  queue: Queue2;
  rails: Record<string, ('sct_inst' | 'sct' | 'fps' | 'bisera')[]>;
  product_types: ('pos' | 'e-commerce' | 'qr' | 'account-opening' | 'card-issuing')[];
  limits: Limit[];
  fees?: Fee[];
  /** How far a balance may go below zero, major units */
  floor: number;
  /** Whether a transfer needs a payee verification of its own */
  vop: 'automatic' | 'required';
  duplicate_window_s?: number;
  version: number;
}

export interface User {
  /** User */
  token: string;
  email: string;
  /** Merchant to whom the user belongs; null: directly under the partner */
  merchant: string | null;
  type: 'card-usage' | 'default';
  /** AML check */
  aml: string | null;
  registration_ip: string | null;
  first_name: string | null;
  last_name: string | null;
  middle_name: string | null;
  address1: string | null;
  address2: string | null;
  /** Country of residence, ISO 3166-1 alpha-2 */
  country: string | null;
  city: string | null;
  zip: string | null;
  phone: string | null;
  mobile_phone: string | null;
  language: string | null;
  /** ISO 3166-1 alpha-2 */
  nationality: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  place_of_birth: string | null;
  occupation: string | null;
  other_occupation: string | null;
  education: string | null;
  info: string | null;
  money_declaration: string | null;
  source_of_funds: string | null;
  other_source_of_funds: string | null;
  external_reference: string | null;
  is_san: string | null;
  is_sip: string | null;
  peps_declaration: string | null;
  pep: string | null;
  pep_relative: string | null;
  id_passport_validity: string | null;
  proof_of_identity_type: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other' | null;
  /** When the identity document was issued */
  id_issue_date: string | null;
  /** Country that issued the identity document, ISO 3166-1 alpha-2 */
  country_issuing_id_card: string | null;
  /** ISO 3166-1 alpha-2 */
  additional_nationality: string[];
  /** Purposes of wallet usage */
  purpose_of_wallet_usage: string[];
  other_purpose_of_wallet_usage: string | null;
  occupation_position: OccupationPosition | null;
  employment_status: EmploymentStatus | null;
  other_employment_status: string | null;
  client_monthly_net_income: ClientMonthlyNetIncome | null;
  expected_incoming_monthly_eur: ClientMonthlyNetIncome | null;
  expected_outgoing_monthly_eur: ClientMonthlyNetIncome | null;
  expected_monthly_transactions: '' | 'Less than 2 times' | 'Between 3-5 times' | 'More than 6 times' | null;
  sanction_media_screening: boolean | null;
  /** As the partner sees the person */
  risk_score: '' | 'Low' | 'Medium' | 'High' | null;
  vulnerability_type: string | null;
  accessibility_required: string | null;
  specified_us_person: boolean | null;
  /** Latitude at registration */
  registration_lat: string | null;
  /** Longitude at registration */
  registration_lng: string | null;
  /** Country at registration */
  registration_country: string | null;
  /** City at registration */
  registration_city: string | null;
  /** National identifier; unique in the instance */
  unique_identifier: string | null;
  /** Number of the identity document */
  id_passport_number: string | null;
  /** Where know-your-customer stands */
  verification_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  /** Who verified: operator, partner key or vendor */
  verified_by: string | null;
  /** When the verification was decided */
  verified_at: string | null;
  documents: CompanyAddDocumentAnswer[];
  /** When the user was created */
  created_at: string;
  /** When the record was last changed */
  updated_at: string;
}

export interface Application {
  /** Application */
  token: string;
  /** Application, once more */
  application: string;
  /** Merchant: given, or made by the approval */
  merchant: string | null;
  status: 'draft' | 'checking' | 'in_review' | 'approved' | 'declined' | 'action_required' | 'withdrawn' | 'expired';
  products: ('pos' | 'e-commerce' | 'qr' | 'account-opening' | 'card-issuing')[];
  due_diligence: 'SDD' | 'CDD' | null;
  /** Who decides: rules, or rules and an underwriter */
  mode: 'automatic' | 'semi-automatic';
  ip_address: string | null;
  fingerprint: string | null;
  company: Company;
  members: CompanyAddMemberAnswer[];
  payout_details: PayoutDetail[];
  checks: Check[];
  risk: Risk | null;
  /** What is missing; empty when all is there */
  requirements: Requirement[];
  decision: Decision | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
}

export interface Account {
  /** Account */
  token: string;
  type: 'default' | 'funding' | 'virtual' | 'breakage';
  /** Code of its program */
  program: string;
  /** Merchant who holds it */
  merchant: string | null;
  /** User who holds it */
  user: string | null;
  /** Main account of a virtual one */
  main: string | null;
  alias: string | null;
  status: 'active' | 'blocked' | 'closed';
  status_reason: string | null;
  /** Its active card */
  card: string | null;
  /** When it was opened */
  created_at: string;
  /** A virtual account shows its main account's balances */
  balances: Balance[];
}

export interface Queue {
  /** Queue record */
  token: string;
  status: 'in_queue' | 'released' | 'return_pending' | 'returned' | 'expired';
  rail: 'sct' | 'sct_inst' | 'fps';
  is_instant: boolean;
  /** Amount in major units */
  amount: number;
  currency: string;
  reference: string | null;
  merchant: string | null;
  user: string | null;
  account: string;
  balance: string;
  /** The incoming transaction */
  transaction: string;
  /** The transaction by which it goes back */
  return_transaction: string | null;
  wires: Wires2;
  /** When it entered the queue */
  queued_at: string;
  /** Until when it can be decided: ten business days */
  deadline: string;
  /** Business days until the deadline */
  business_days_left: number;
  decision: Decision2 | null;
}

export interface TransactionsListInput {
  /** From this date (UTC) or moment onwards */
  start_date?: string;
  /** Up to this date (UTC, the whole day) or moment */
  end_date?: string;
  /** Family of transactions, or one code */
  type?: '' | 'financial' | 'internal-transfer' | 'load' | 'wire-transfer' | 'fee' | 'oct' | 'presentment' | 'authorization' | 'refund' | 'reversal';
  /** Transaction code */
  code?: '' | 'internal-transfer' | 'load' | 'wire-transfer' | 'fee' | 'oct' | 'presentment' | 'authorization' | 'refund' | 'reversal';
  channel?: '' | 'sct' | 'sct_inst' | 'fps' | 'bisera' | 'internal' | 'load' | 'pos' | 'contactless' | 'ecommerce' | 'atm' | 'moto' | 'wallet' | 'system' | 'portal';
  status?: '' | 'pending' | 'suspended' | 'completed' | 'rejected' | 'returned' | 'reversed' | 'expired' | 'canceled';
  /** Only of accounts of this merchant */
  merchant?: string;
  /** Only of accounts of this user */
  user?: string;
  /** With exactly this reference */
  reference?: string;
  /** 1 shows what is hidden too: declined authorisations, checks without amount, technical legs */
  show_hidden?: '' | '0' | '1';
  /** Only of this account; of a virtual one, what came through its number */
  account?: string;
  /** Only of this balance */
  balance?: string;
  /** Only of this card */
  card?: string;
  debit_credit?: '' | 'debit' | 'credit';
  /** Only what was committed after this transaction, in ascending order */
  load_after?: string;
}

export interface TransactionDetailsInput {
  /** The transaction */
  transaction: string;
}

export interface WebhookCreateInput {
  /** Where to deliver. https in production; the sandbox takes http as well */
  url: string;
  /** Events to deliver: their names, `FAMILY.*` for all of a family, `*` for all */
  actions?: string[];
  description?: string;
  /** Static headers sent with each delivery. In answers the values of those that carry credentials are masked. */
  headers?: Record<string, string>;
  /** Only events of these programs, and those that belong to none. Empty: of all */
  programs?: string[];
  /** Whether events are delivered */
  active?: boolean;
}

export interface WebhookDetailsInput {
  /** Webhook */
  webhook: string;
}

export interface WebhookUpdateInput {
  /** Webhook */
  webhook: string;
  /** Where to deliver. https in production; the sandbox takes http as well */
  url?: string;
  /** Events to deliver: their names, `FAMILY.*` for all of a family, `*` for all */
  actions?: string[];
  description?: string;
  /** Static headers sent with each delivery. In answers the values of those that carry credentials are masked. */
  headers?: Record<string, string>;
  /** Only events of these programs, and those that belong to none. Empty: of all */
  programs?: string[];
  /** Whether events are delivered */
  active?: boolean;
}

export interface WebhookDeleteAnswer {
  /** The deleted webhook */
  token: string;
}

export interface WebhookAttemptsInput {
  /** Webhook */
  webhook: string;
  /** Only attempts to deliver this event */
  event?: string;
  /** Only attempts with this result */
  status?: '' | 'delivered' | 'waiting' | 'failed';
}

export interface WebhookAttemptsItem {
  /** Attempt */
  token: string;
  /** Webhook */
  webhook: string;
  /** Event: the id of the envelope, the same in each attempt */
  event: string;
  /** Number of the event */
  sequence: number;
  action: string;
  /** Which attempt of this round, from 1 to 4 */
  attempt: number;
  /** Waiting: there will be another attempt */
  status: 'delivered' | 'waiting' | 'failed';
  /** Only 200 is a success. Null: no answer */
  http_status: number | null;
  error: string | null;
  /** The beginning of the answer to an attempt that failed */
  answer: string | null;
  /** Milliseconds until the answer */
  duration_ms: number;
  /** When it was sent */
  at: string;
}

export interface WebhookTestAnswer {
  /** Webhook */
  token: string;
  action: 'WEBHOOK.TEST';
}

export interface WebhookRotateSecretInput {
  /** Any webhook of the instance */
  webhook: string;
  /** Hours, up to 7 days; 24 when it is left out */
  keep_hours?: number;
}

export interface WebhookRotateSecretAnswer {
  /** Webhook */
  token: string;
  /** `whsec_` and base64 */
  secret: string;
  /** Until when the secret before signs as well */
  previous_until: string;
}

export interface WebhookReplayInput {
  /** Webhook */
  webhook: string;
  /** A sequence number, a date or a moment */
  from?: number | string;
  /** A sequence number, a date or a moment */
  to?: number | string;
  only_failed?: boolean;
}

export interface WebhookReplayAnswer {
  /** Webhook */
  token: string;
  from_sequence: number;
  /** Below from_sequence when there is nothing to deliver */
  to_sequence: number;
  /** With only_failed: how many are delivered again */
  failed: number | null;
}

export interface EventsListInput {
  /** Only events after this one, in ascending order */
  load_after?: string;
}

export interface EventDetailsInput {
  /** Event */
  event: string;
}

export interface EventResendInput {
  /** Event */
  event: string;
  /** Only to this webhook, whatever it subscribed to */
  webhook?: string;
}

export interface EventResendAnswer {
  /** Event */
  token: string;
  webhooks: string[];
}

export interface KeyCreateInput {
  /** A name for people */
  label: string;
  /** onboarding, users, accounts, accounts:read, cards, cards:sensitive, transfers, transactions:read, queue:decide, aml, vop, network, acquiring, webhooks, keys, reports, programs:read, simulation, or names of operations */
  scopes: string[];
  constraints?: Constraints2;
  /** Compare also against the body without any blanks */
  hash_compat?: boolean;
  /** Refuse calls without `x-hash-v2` */
  require_hash_v2?: boolean;
  /** A money call that comes twice with the same signature gets the first answer */
  replay_guard?: boolean;
  rate_limit?: RateLimit2 | null;
  /** When it stops working */
  expires_at?: string | null;
  /** Armored public PGP key (RSA of 2048 bits or more, Curve25519 or P-256) for which the secret is encrypted */
  pgp_public_key: string;
}

export interface KeyCreateAnswer {
  /** The API key, under the name that every record has */
  token: string;
  /** The API key */
  api_key: string;
  label: string;
  environment: string;
  scopes: string[];
  constraints: Constraints;
  hash_compat: boolean;
  require_hash_v2: boolean;
  replay_guard: boolean;
  rate_limit: RateLimit | null;
  disabled: boolean;
  /** Of the public key under which the secret was handed over */
  pgp_fingerprint: string | null;
  /** Until when the secret before a rotation is taken as well */
  previous_until: string | null;
  /** Last call, to the minute */
  last_used_at: string | null;
  /** When it stops working */
  expires_at: string | null;
  /** When it was created */
  created_at: string;
  /** Armored PGP message: JSON with `api_key` and `secret_key` */
  secret_pgp: string;
}

export interface KeyDetailsInput {
  /** The API key */
  key: string;
}

export interface KeyUpdateInput {
  /** The API key */
  key: string;
  /** A name for people */
  label?: string;
  /** onboarding, users, accounts, accounts:read, cards, cards:sensitive, transfers, transactions:read, queue:decide, aml, vop, network, acquiring, webhooks, keys, reports, programs:read, simulation, or names of operations */
  scopes?: string[];
  constraints?: Constraints2;
  /** Compare also against the body without any blanks */
  hash_compat?: boolean;
  /** Refuse calls without `x-hash-v2` */
  require_hash_v2?: boolean;
  /** A money call that comes twice with the same signature gets the first answer */
  replay_guard?: boolean;
  rate_limit?: RateLimit2 | null;
  /** When it stops working */
  expires_at?: string | null;
  /** Whether the key is refused */
  disabled?: boolean;
}

export interface KeyRotateInput {
  /** The API key */
  key: string;
  /** Hours, up to 7 days; 24 when it is left out */
  keep_hours?: number;
  /** Armored public PGP key (RSA of 2048 bits or more, Curve25519 or P-256) for which the secret is encrypted */
  pgp_public_key?: string;
}

export interface KeyDeleteAnswer {
  /** The deleted key */
  token: string;
}

export interface ProgramDetailsInput {
  /** Code of the program */
  program: string;
}

export interface UserCreateInput {
  /** Unique in the instance, without regard to case */
  email: string;
  /** Merchant to whom the user belongs; empty: directly under the partner */
  merchant?: string;
  /** default when left out */
  type?: '' | 'card-usage' | 'default';
  /** Token of an AML check */
  aml?: string;
  /** IP address at registration */
  registration_ip?: string;
  /** Documents of the user */
  documents?: {
    /** The file in base64 (RFC 4648, padded, one line), at most 10 MiB decoded */
    file: string;
    /** What the file is: its contents must be that. xlxs and xlsx mean the same */
    file_type: 'pdf' | 'docx' | 'xlxs' | 'xlsx' | 'jpg' | 'jpeg' | 'png' | 'mov' | 'mp4';
    /** The identity document that it is */
    document_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  }[];
  first_name?: string;
  last_name?: string;
  middle_name?: string;
  address1?: string;
  address2?: string;
  /** Country of residence, ISO 3166-1 alpha-2 */
  country?: string;
  city?: string;
  zip?: string;
  phone?: string;
  mobile_phone?: string;
  language?: string;
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
  /** YYYY-MM-DD */
  birthday?: string;
  place_of_birth?: string;
  occupation?: string;
  other_occupation?: string;
  education?: string;
  info?: string;
  money_declaration?: string;
  source_of_funds?: string;
  other_source_of_funds?: string;
  external_reference?: string;
  is_san?: string;
  is_sip?: string;
  peps_declaration?: string;
  pep?: string;
  pep_relative?: string;
  id_passport_validity?: string;
  proof_of_identity_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  /** When the identity document was issued */
  id_issue_date?: string;
  /** Country that issued the identity document, ISO 3166-1 alpha-2 */
  country_issuing_id_card?: string;
  /** ISO 3166-1 alpha-2 */
  additional_nationality?: string[];
  /** Purposes of wallet usage */
  purpose_of_wallet_usage?: string[];
  other_purpose_of_wallet_usage?: string;
  occupation_position?: OccupationPosition;
  employment_status?: EmploymentStatus;
  other_employment_status?: string;
  client_monthly_net_income?: ClientMonthlyNetIncome;
  expected_incoming_monthly_eur?: ClientMonthlyNetIncome;
  expected_outgoing_monthly_eur?: ClientMonthlyNetIncome;
  expected_monthly_transactions?: '' | 'Less than 2 times' | 'Between 3-5 times' | 'More than 6 times';
  sanction_media_screening?: boolean;
  /** As the partner sees the person */
  risk_score?: '' | 'Low' | 'Medium' | 'High';
  vulnerability_type?: string;
  accessibility_required?: string;
  specified_us_person?: boolean;
  /** Latitude at registration */
  registration_lat?: string;
  /** Longitude at registration */
  registration_lng?: string;
  /** Country at registration */
  registration_country?: string;
  /** City at registration */
  registration_city?: string;
  /** National identifier; unique in the instance */
  unique_identifier?: string;
  /** Number of the identity document */
  id_passport_number?: string;
}

export interface UserUpdateInput {
  /** User, from user_create */
  user: string;
  /** Token of the merchant to whom the user belongs; empty: directly under the partner */
  merchant?: string;
  first_name?: string;
  last_name?: string;
  middle_name?: string;
  address1?: string;
  address2?: string;
  /** Country of residence, ISO 3166-1 alpha-2 */
  country?: string;
  city?: string;
  zip?: string;
  phone?: string;
  mobile_phone?: string;
  language?: string;
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
  /** YYYY-MM-DD */
  birthday?: string;
  place_of_birth?: string;
  occupation?: string;
  other_occupation?: string;
  education?: string;
  info?: string;
  money_declaration?: string;
  source_of_funds?: string;
  other_source_of_funds?: string;
  external_reference?: string;
  is_san?: string;
  is_sip?: string;
  peps_declaration?: string;
  pep?: string;
  pep_relative?: string;
  id_passport_validity?: string;
  proof_of_identity_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  /** When the identity document was issued */
  id_issue_date?: string;
  /** Country that issued the identity document, ISO 3166-1 alpha-2 */
  country_issuing_id_card?: string;
  /** ISO 3166-1 alpha-2 */
  additional_nationality?: string[];
  /** Purposes of wallet usage */
  purpose_of_wallet_usage?: string[];
  other_purpose_of_wallet_usage?: string;
  occupation_position?: OccupationPosition;
  employment_status?: EmploymentStatus;
  other_employment_status?: string;
  client_monthly_net_income?: ClientMonthlyNetIncome;
  expected_incoming_monthly_eur?: ClientMonthlyNetIncome;
  expected_outgoing_monthly_eur?: ClientMonthlyNetIncome;
  expected_monthly_transactions?: '' | 'Less than 2 times' | 'Between 3-5 times' | 'More than 6 times';
  sanction_media_screening?: boolean;
  /** As the partner sees the person */
  risk_score?: '' | 'Low' | 'Medium' | 'High';
  vulnerability_type?: string;
  accessibility_required?: string;
  specified_us_person?: boolean;
  /** Latitude at registration */
  registration_lat?: string;
  /** Longitude at registration */
  registration_lng?: string;
  /** Country at registration */
  registration_country?: string;
  /** City at registration */
  registration_city?: string;
  /** National identifier; unique in the instance */
  unique_identifier?: string;
  /** Number of the identity document */
  id_passport_number?: string;
}

export interface UserDetailsInput {
  /** User, from user_create */
  user: string;
}

export interface UsersListInput {
  /** Only users of this merchant */
  merchant?: string;
}

export interface NomenclatureListInput {
  /** Which list */
  name: 'purposes' | 'source_of_funds' | 'occupation' | 'education' | 'vulnerability' | 'accessibility' | 'business_activity' | 'occupation_position' | 'employment_status' | 'monthly_income' | 'monthly_transactions' | 'proof_of_identity';
}

export interface NomenclatureListAnswer {
  items: {
    /** What goes into the field */
    code: string;
    label: string;
    /** Whether it may be chosen anew */
    active: boolean;
    /** Code of what it is a part of */
    parent: string | null;
    /** Merchant category codes (ISO 18245), the usual one first */
    mcc: string[];
  }[];
  pagination: Pagination;
}

export interface AmlCheckInput {
  first_name?: string;
  /** One of both names is needed; both find better */
  last_name?: string;
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
  /** YYYY-MM-DD */
  birthday?: string;
}

export interface AmlCheckAnswer {
  /** The check: `aml` of cards and users */
  token: string;
  status: 'clear';
  /** When */
  checked_at: string;
  /** Until when the token can be used */
  expires_at: string;
}

export interface ApplicationCreateInput {
  /** Merchant who wants further products; empty: a new entity */
  merchant?: string;
  /** What is applied for */
  products: ('pos' | 'e-commerce' | 'qr' | 'account-opening' | 'card-issuing')[];
  /** Simplified or customer due diligence */
  due_diligence?: '' | 'SDD' | 'CDD';
  /** Where acquired funds are paid out to */
  payout_details?: PayoutDetail2[];
  /** IP address of the customer who applies */
  ip_address?: string;
  /** Device fingerprint of that customer */
  fingerprint?: string;
}

export interface ApplicationDetailsInput {
  /** Application, from application_create */
  application: string;
}

export interface ApplicationsListInput {
  /** Only those */
  status?: 'draft' | 'checking' | 'in_review' | 'approved' | 'declined' | 'action_required' | 'withdrawn' | 'expired';
}

export interface ApplicationUpdateInput {
  /** Application */
  application: string;
  /** Instead of those given before */
  payout_details?: PayoutDetail2[];
  /** IP address of the customer who applies */
  ip_address?: string;
  /** Device fingerprint of that customer */
  fingerprint?: string;
}

export interface ApplicationSubmitInput {
  /** Application */
  application: string;
}

export interface CompanyUpdateInput {
  /** Application */
  application: string;
  /** Doing business as */
  trade_name?: string;
  /** Legal name as in the trade register */
  legal_name?: string;
  /** URL */
  website?: string;
  phone?: string;
  mobile_phone?: string;
  /** ISO 3166-1 alpha-2 */
  country?: string;
  county?: string;
  city?: string;
  zip?: string;
  address1?: string;
  address2?: string;
  /** E-mail address for correspondence */
  contact_email?: string;
  /** Physical address for correspondence */
  correspondence_address?: string;
  description_of_activity?: string;
  /** Physical address of shop or office */
  address_of_shop?: string;
  /** Code of the nomenclature business_activity */
  business_activity?: string;
  /** True if the company appears in any sanctions list */
  is_sie?: boolean;
}

export interface CompanyUpdateContactsInput {
  /** Application */
  application: string;
  /** URL */
  website?: string;
  phone?: string;
  mobile_phone?: string;
  /** E-mail address for correspondence */
  contact_email?: string;
  /** Physical address for correspondence */
  correspondence_address?: string;
}

export interface CompanyAddMemberInput {
  /** Application */
  application: string;
  /** Roles */
  type?: ('ubo' | 'ceo' | 'representative' | 'proxy' | 'legal-entity' | 'officer')[];
  first_name?: string;
  last_name?: string;
  /** YYYY-MM-DD */
  birthday?: string;
  place_of_birth?: string;
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
  /** ISO 3166-1 alpha-2 */
  country?: string;
  /** ISO 3166-1 alpha-2 */
  country_of_residence?: string;
  city?: string;
  zip?: string;
  address1?: string;
  mobile_phone?: string;
  /** Unique in the application */
  email?: string;
  /** Of a legal entity */
  legal_name?: string;
  /** Number in the trade register, of a legal entity */
  uic?: string;
  /** Of a legal entity */
  legal_form?: string;
  /** Whether the member owns a part of the company */
  ownership?: boolean;
  /** Of an ultimate beneficial owner */
  ownership_percentage?: number;
  /** Declares to be a politically exposed person */
  pep_declaration?: boolean;
  /** National identifier; unique in the application */
  unique_identifier?: string;
  /** The user that this person is, if there is one */
  user?: string;
}

export interface CompanyAddMemberAnswer {
  /** Member */
  token: string;
  status: 'active' | 'suspended';
  type: ('ubo' | 'ceo' | 'representative' | 'proxy' | 'legal-entity' | 'officer')[];
  first_name: string | null;
  last_name: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  place_of_birth: string | null;
  /** ISO 3166-1 alpha-2 */
  nationality: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** ISO 3166-1 alpha-2 */
  country_of_residence: string | null;
  city: string | null;
  zip: string | null;
  address1: string | null;
  mobile_phone: string | null;
  /** Unique in the application */
  email: string | null;
  /** Of a legal entity */
  legal_name: string | null;
  /** Number in the trade register, of a legal entity */
  uic: string | null;
  /** Of a legal entity */
  legal_form: string | null;
  /** Whether the member owns a part of the company */
  ownership: boolean | null;
  /** Of an ultimate beneficial owner */
  ownership_percentage: number | null;
  /** Declares to be a politically exposed person */
  pep_declaration: boolean | null;
  /** National identifier; unique in the application */
  unique_identifier: string | null;
  /** The user that this person is, if there is one */
  user: string | null;
  /** Where the verification of the person stands */
  verification_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  documents: CompanyAddDocumentAnswer[];
}

export interface CompanyUpdateMemberInput {
  /** Application */
  application: string;
  /** Member of its company */
  member: string;
  /** Roles */
  type?: ('ubo' | 'ceo' | 'representative' | 'proxy' | 'legal-entity' | 'officer')[];
  first_name?: string;
  last_name?: string;
  /** YYYY-MM-DD */
  birthday?: string;
  place_of_birth?: string;
  /** ISO 3166-1 alpha-2 */
  nationality?: string;
  /** ISO 3166-1 alpha-2 */
  country?: string;
  /** ISO 3166-1 alpha-2 */
  country_of_residence?: string;
  city?: string;
  zip?: string;
  address1?: string;
  mobile_phone?: string;
  /** Unique in the application */
  email?: string;
  /** Of a legal entity */
  legal_name?: string;
  /** Number in the trade register, of a legal entity */
  uic?: string;
  /** Of a legal entity */
  legal_form?: string;
  /** Whether the member owns a part of the company */
  ownership?: boolean;
  /** Of an ultimate beneficial owner */
  ownership_percentage?: number;
  /** Declares to be a politically exposed person */
  pep_declaration?: boolean;
  /** National identifier; unique in the application */
  unique_identifier?: string;
  /** The user that this person is, if there is one */
  user?: string;
}

export interface CompanyMemberStatusInput {
  /** Application */
  application: string;
  /** Member of its company */
  member: string;
  status: 'active' | 'suspended';
}

export interface CompanyMembersListAnswer {
  items: CompanyAddMemberAnswer[];
  pagination: Pagination;
}

export interface CompanyAddDocumentInput {
  /** Application */
  application: string;
  /** The file in base64 (RFC 4648, padded, one line), at most 10 MiB decoded */
  file: string;
  /** What the file is: its contents must be that. xlxs and xlsx mean the same */
  file_type: 'pdf' | 'docx' | 'xlxs' | 'xlsx' | 'jpg' | 'jpeg' | 'png' | 'mov' | 'mp4';
  /** The identity document that it is */
  document_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  /** The company's token */
  company?: string;
  proof_of_identity_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  /** When the identity document was issued */
  id_issue_date?: string;
  /** Country that issued the identity document, ISO 3166-1 alpha-2 */
  country_issuing_id_card?: string;
  /** ISO 3166-1 alpha-2 */
  additional_nationality?: string[];
  /** Purposes of wallet usage */
  purpose_of_wallet_usage?: string[];
  other_purpose_of_wallet_usage?: string;
  occupation_position?: OccupationPosition;
  employment_status?: EmploymentStatus;
  other_employment_status?: string;
  client_monthly_net_income?: ClientMonthlyNetIncome;
  expected_incoming_monthly_eur?: ClientMonthlyNetIncome;
  expected_outgoing_monthly_eur?: ClientMonthlyNetIncome;
  expected_monthly_transactions?: '' | 'Less than 2 times' | 'Between 3-5 times' | 'More than 6 times';
  sanction_media_screening?: boolean;
  /** As the partner sees the person */
  risk_score?: '' | 'Low' | 'Medium' | 'High';
  vulnerability_type?: string;
  accessibility_required?: string;
  specified_us_person?: boolean;
  /** Latitude at registration */
  registration_lat?: string;
  /** Longitude at registration */
  registration_lng?: string;
  /** Country at registration */
  registration_country?: string;
  /** City at registration */
  registration_city?: string;
}

export interface CompanyAddDocumentAnswer {
  /** Document */
  token: string;
  /** Application that it was added to */
  application: string | null;
  /** Company whose document it is */
  company: string | null;
  /** Member whose document it is */
  member: string | null;
  /** User whose document it is */
  user: string | null;
  file_type: 'pdf' | 'docx' | 'xlxs' | 'xlsx' | 'jpg' | 'jpeg' | 'png' | 'mov' | 'mp4';
  document_type: 'ID' | 'Passport' | 'Driving license – UK only' | 'Other' | null;
  /** Bytes */
  size: number;
  /** Digest of the contents, hexadecimal */
  sha256: string;
  /** Extended profile fields given with it */
  profile: Record<string, unknown>;
  status: 'uploaded' | 'accepted' | 'rejected';
  /** Why it was rejected */
  reason: string | null;
  reviewed_by: string | null;
  /** When it was reviewed */
  reviewed_at: string | null;
  /** When it was uploaded */
  created_at: string;
}

export interface CompanyAddMemberDocumentInput {
  /** Application */
  application: string;
  /** Member of its company */
  member: string;
  /** The file in base64 (RFC 4648, padded, one line), at most 10 MiB decoded */
  file: string;
  /** What the file is: its contents must be that. xlxs and xlsx mean the same */
  file_type: 'pdf' | 'docx' | 'xlxs' | 'xlsx' | 'jpg' | 'jpeg' | 'png' | 'mov' | 'mp4';
  /** The identity document that it is */
  document_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  proof_of_identity_type?: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other';
  /** When the identity document was issued */
  id_issue_date?: string;
  /** Country that issued the identity document, ISO 3166-1 alpha-2 */
  country_issuing_id_card?: string;
  /** ISO 3166-1 alpha-2 */
  additional_nationality?: string[];
  /** Purposes of wallet usage */
  purpose_of_wallet_usage?: string[];
  other_purpose_of_wallet_usage?: string;
  occupation_position?: OccupationPosition;
  employment_status?: EmploymentStatus;
  other_employment_status?: string;
  client_monthly_net_income?: ClientMonthlyNetIncome;
  expected_incoming_monthly_eur?: ClientMonthlyNetIncome;
  expected_outgoing_monthly_eur?: ClientMonthlyNetIncome;
  expected_monthly_transactions?: '' | 'Less than 2 times' | 'Between 3-5 times' | 'More than 6 times';
  sanction_media_screening?: boolean;
  /** As the partner sees the person */
  risk_score?: '' | 'Low' | 'Medium' | 'High';
  vulnerability_type?: string;
  accessibility_required?: string;
  specified_us_person?: boolean;
  /** Latitude at registration */
  registration_lat?: string;
  /** Longitude at registration */
  registration_lng?: string;
  /** Country at registration */
  registration_country?: string;
  /** City at registration */
  registration_city?: string;
}

export interface AccountCreateInput {
  /** Code of the program */
  program: string;
  /** Merchant who is to hold the account */
  merchant?: string;
  /** User who is to hold the account */
  user?: string;
  /** Main account, opened to the same holder: asks for a virtual account */
  main?: string;
  /** No account number, where the program allows it */
  skip_iban_generation?: boolean;
  /** A name for the account */
  alias?: string;
}

export interface AccountDetailsInput {
  /** Account, from account_create */
  account: string;
}

export interface AccountsListInput {
  /** Only accounts of this merchant */
  merchant?: string;
  /** Only accounts of this user */
  user?: string;
  /** Only accounts under the program with this code */
  program?: string;
}

export interface AccountStatusInput {
  /** Account, from account_create */
  account: string;
  /** The status that the account is to have */
  status: 'active' | 'blocked';
}

export interface AccountTerminateInput {
  /** Account, from account_create */
  account: string;
  /** Balance of the same holder, on another account, that takes what is left */
  sweep_to?: string;
}

export interface VopInput {
  /** IBAN: verification of payee */
  iban?: string;
  /** UK sort code and account number, 14 digits: confirmation of payee */
  identification?: string;
  /** What the payer takes the account for; confirmation of payee needs it */
  account_type?: '' | 'personal' | 'business';
  /** Name of the payee */
  account_name: string;
  /** Roll number or the like, where an account number has several customers */
  secondary_reference?: string;
  /** User on whose behalf it is asked */
  user?: string;
  /** Merchant on whose behalf it is asked */
  merchant?: string;
}

export interface VopAnswer {
  /** Evidence: `vop` in transfer_create */
  token: string;
  /** vop: verification of payee; cop: confirmation of payee */
  scheme: 'vop' | 'cop';
  /** MTCH: match; CMTC: close match; NMTC: no match; NOAP: unable to verify */
  result: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP';
  /** Whether the name is a full match */
  match: boolean;
  /** The scheme's own code; a full match is MTCH in both */
  reason_code: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | 'ANNM' | 'MBAM' | 'BANM' | 'PANM' | 'BAMM' | 'PAMM' | 'AC01' | 'IVCR' | 'ACNS' | 'OPTO' | 'CASS' | 'SCNS';
  /** The name that the account is held in: of close matches */
  verified_name: string | null;
  /** When it was answered */
  checked_at: string;
  /** Until when a transfer may name it */
  expires_at: string;
}

export interface PayeeSettingsUpdateInput {
  /** Account, from account_create */
  account: string;
  /** The holder does not take part */
  opted_out?: boolean;
  /** The account was switched to another bank */
  switched?: boolean;
  /** The name is never told */
  name_withheld?: boolean;
  /** Roll number or the like */
  secondary_reference?: string;
}

export interface PayeeSettingsUpdateAnswer {
  account: string;
  opted_out: boolean;
  switched: boolean;
  name_withheld: boolean;
  secondary_reference: string | null;
}

export interface QueueListInput {
  /** Only records of accounts of this merchant */
  merchant?: string;
  /** Only records of this status */
  status?: 'in_queue' | 'released' | 'return_pending' | 'returned' | 'expired';
}

export interface QueueDetailsInput {
  /** Queue record, from TRANSACTION.SUSPENDED */
  queue_record: string;
}

export interface QueueProcessInput {
  /** Queue record, from TRANSACTION.SUSPENDED */
  queue_record: string;
  /** Kept with the decision */
  reason_code?: string | null;
  /** Kept with the decision */
  comment?: string | null;
  /** Your own case number */
  external_case?: string | null;
}

export interface QueueReturnInput {
  /** Queue record, from TRANSACTION.SUSPENDED */
  queue_record: string;
  /** What the sender is told; MS03 when left out */
  reason_code?: 'MS03' | 'AC01' | 'AC04' | 'AC06' | 'AG01' | 'AM05' | 'BE04' | 'MD07' | 'MS02' | 'RC01' | 'RR01' | 'RR02' | 'RR03' | 'RR04' | null;
  /** Kept with the decision */
  comment?: string | null;
  /** Your own case number */
  external_case?: string | null;
}

export interface QueueRulesAnswer {
  rules: Rule[];
}

export interface QueueRulesUpdateInput {
  rules: Rule[];
}

export interface TransferCreateInput {
  /** Amount in major units */
  amount: number;
  /** ISO 4217 alphabetic code */
  currency: Currency;
  debtor: Debtor;
  creditor: Debtor;
  /** The route that is expected */
  code?: '' | 'internal-transfer' | 'wire-transfer' | null;
  /** A transaction it belongs to */
  link?: string | null;
  /** Remittance information, seen by both sides */
  reference?: string | null;
  /** Your own reference */
  reference2?: string | null;
  /** Your own reference */
  reference3?: string | null;
  /** Your own reference */
  reference4?: string | null;
  /** Where the money comes from */
  origin_of_funds?: string | null;
  /** Free text of the debtor */
  description?: string | null;
  /** By an instant scheme */
  is_instant?: boolean;
  /** What to do where the instant scheme does not reach */
  instant_fallback?: 'none' | 'sct';
  /** ISO 20022 purpose code */
  purpose_code?: string | null;
  /** End-to-end identification */
  end_to_end_id?: string | null;
  /** Payee verification */
  vop?: string | null;
}

export interface TransferCreateAnswer {
  transaction: string;
  code: string;
  status: string;
  /** Of a wire: the payment network */
  channel?: string;
  /** Of a wire: why that network */
  route_reason?: string;
  /** Of a wire: when it settles */
  expected_settlement?: string;
  warnings?: string[];
}

export interface TransferCancelInput {
  /** The wire, from transfer_create */
  transaction: string;
}

export interface TransferCancelAnswer {
  transaction: string;
  code: string;
  status: string;
}

export interface TransferRecallInput {
  /** The wire, from transfer_create */
  transaction: string;
  /** Why it is asked for */
  reason_code: 'DUPL' | 'TECH' | 'FRAD' | 'CUST' | 'AM09' | 'AC03';
}

export interface TransferRecallAnswer {
  /** The recall */
  recall: string;
  /** The payment */
  transaction: string;
  /** in: another bank asks for a payment that you received */
  direction: 'in' | 'out';
  reason_code: string;
  status: 'open' | 'accepted' | 'refused';
  /** Why it was refused */
  answer_code: string | null;
  /** Until when it is to be answered */
  deadline: string;
}

export interface TransferRecallAnswerInput {
  /** The received wire */
  transaction: string;
  /** Whether it is given back */
  accepted: boolean;
  /** Why it is not */
  reason_code?: 'CUST' | 'NOAS' | 'AM04' | 'AC04' | 'ARDT' | 'LEGL' | 'NOOR' | null;
}

export interface SimAccountFundInput {
  /** The account */
  account: string;
  /** Amount in major units */
  amount: number;
  /** Another balance of the account */
  balance?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimAccountFundAnswer {
  transaction: string;
  code: string;
  status: string;
  account: string;
  balance: string;
  /** Amount in major units */
  amount: number;
  currency: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimAmlInput {
  /** Pattern of the whole name: `* marenko` */
  name: string;
  outcome: 'clear' | 'match' | 'processor_error' | 'lists';
  /** List of a match */
  list?: string;
  /** Score of a match */
  score?: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimAmlAnswer {
  name: string;
  outcome: string;
  list: string;
  score: number;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimAmlDecisionInput {
  /** The check */
  aml: string;
  decision: 'clear' | 'confirm';
  reason: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimAmlDecisionAnswer {
  /** The check */
  token: string;
  status: 'cleared' | 'confirmed';
  reason: string;
  /** Until when a cleared token can be used */
  expires_at: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimApplicationChecksInput {
  /** Application */
  application: string;
  /** Trade register */
  register?: 'pass' | 'refer' | 'fail' | 'timeout';
  /** Sanctions lists */
  sanctions?: 'pass' | 'refer' | 'fail' | 'timeout';
  /** Politically exposed persons and adverse media */
  adverse_media?: 'pass' | 'refer' | 'fail' | 'timeout';
  /** Level of the risk */
  risk?: 'low' | 'medium' | 'high';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimApplicationChecksAnswer {
  /** Application */
  token: string;
  /** Application, once more */
  application: string;
  /** Merchant: given, or made by the approval */
  merchant: string | null;
  status: 'draft' | 'checking' | 'in_review' | 'approved' | 'declined' | 'action_required' | 'withdrawn' | 'expired';
  products: ('pos' | 'e-commerce' | 'qr' | 'account-opening' | 'card-issuing')[];
  due_diligence: 'SDD' | 'CDD' | null;
  /** Who decides: rules, or rules and an underwriter */
  mode: 'automatic' | 'semi-automatic';
  ip_address: string | null;
  fingerprint: string | null;
  company: Company;
  members: CompanyAddMemberAnswer[];
  payout_details: PayoutDetail[];
  checks: Check[];
  risk: Risk | null;
  /** What is missing; empty when all is there */
  requirements: Requirement[];
  decision: Decision | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimApplicationDecisionInput {
  /** Application */
  application: string;
  decision: 'approve' | 'decline' | 'request_info';
  /** With request_info: what is asked for */
  fields?: string[];
  /** What the client is told */
  reason?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimClockGetAnswer {
  /** The time of the instance */
  now: string;
  /** The time of the world */
  real_time: string;
  /** How far the first is ahead of the second */
  ahead_seconds: number;
  /** What was done on the way, in order */
  ran: Ran[];
  /** What waits for its time, in order */
  waiting: Ran[];
}

export interface SimClockSetInput {
  /** The moment */
  set?: string;
  /** A number and `s`, `m`, `h`, `d` or `bd` */
  advance?: string;
  /** Whose business days; TARGET if absent */
  calendar?: 'TARGET' | 'GB' | 'BG';
  /** Only say what would be done */
  preview?: boolean;
}

export interface SimDocumentReviewInput {
  /** Document */
  document: string;
  /** How the review comes out */
  result: 'accepted' | 'rejected';
  /** Why it is rejected */
  reason?: 'unreadable' | 'expired' | 'mismatch' | 'forged';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimDocumentReviewAnswer {
  /** Document */
  token: string;
  /** Application that it was added to */
  application: string | null;
  /** Company whose document it is */
  company: string | null;
  /** Member whose document it is */
  member: string | null;
  /** User whose document it is */
  user: string | null;
  file_type: 'pdf' | 'docx' | 'xlxs' | 'xlsx' | 'jpg' | 'jpeg' | 'png' | 'mov' | 'mp4';
  document_type: 'ID' | 'Passport' | 'Driving license – UK only' | 'Other' | null;
  /** Bytes */
  size: number;
  /** Digest of the contents, hexadecimal */
  sha256: string;
  /** Extended profile fields given with it */
  profile: Record<string, unknown>;
  status: 'uploaded' | 'accepted' | 'rejected';
  /** Why it was rejected */
  reason: string | null;
  reviewed_by: string | null;
  /** When it was reviewed */
  reviewed_at: string | null;
  /** When it was uploaded */
  created_at: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimFaultInput {
  /** Operation or event; `*` if absent */
  operation?: string;
  /** What goes wrong */
  kind: 'latency' | 'error' | 'timeout_after_commit' | 'rate_limit' | 'duplicate_webhook' | 'reorder_webhook';
  /** How often; once if absent */
  count?: number;
  /** How late; 2000 if absent */
  delay_ms?: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimFaultAnswer {
  faults: {
    operation: string;
    kind: 'latency' | 'error' | 'timeout_after_commit' | 'rate_limit' | 'duplicate_webhook' | 'reorder_webhook';
    remaining: number;
    delay_ms: number;
  }[];
}

export interface SimLoadInput {
  /** Balance to be loaded */
  balance: string;
  /** Amount in major units of the currency of the balance */
  amount: number;
  /** How the side of the card answers; approved when left out */
  outcome?: 'approved' | 'declined' | 'insufficient_funds' | 'expired_card' | 'suspected_fraud' | 'issuer_unavailable' | 'three_ds_failed' | 'timeout';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimLoadAnswer {
  transaction: string;
  code: string;
  status: string;
  reason_code: string | null;
  account: string;
  balance: string;
  /** Amount in major units */
  amount: number;
  currency: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimMemberVerificationInput {
  /** Member, from company_add_member */
  member: string;
  /** How the verification comes out */
  result: 'verified' | 'refused' | 'pending_review';
  /** Why */
  reason?: 'unreadable' | 'expired' | 'mismatch' | 'forged';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimMemberVerificationAnswer {
  /** Member */
  token: string;
  status: 'active' | 'suspended';
  type: ('ubo' | 'ceo' | 'representative' | 'proxy' | 'legal-entity' | 'officer')[];
  first_name: string | null;
  last_name: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  place_of_birth: string | null;
  /** ISO 3166-1 alpha-2 */
  nationality: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** ISO 3166-1 alpha-2 */
  country_of_residence: string | null;
  city: string | null;
  zip: string | null;
  address1: string | null;
  mobile_phone: string | null;
  /** Unique in the application */
  email: string | null;
  /** Of a legal entity */
  legal_name: string | null;
  /** Number in the trade register, of a legal entity */
  uic: string | null;
  /** Of a legal entity */
  legal_form: string | null;
  /** Whether the member owns a part of the company */
  ownership: boolean | null;
  /** Of an ultimate beneficial owner */
  ownership_percentage: number | null;
  /** Declares to be a politically exposed person */
  pep_declaration: boolean | null;
  /** National identifier; unique in the application */
  unique_identifier: string | null;
  /** The user that this person is, if there is one */
  user: string | null;
  /** Where the verification of the person stands */
  verification_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  documents: CompanyAddDocumentAnswer[];
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimMerchantRiskInput {
  /** Merchant */
  merchant: string;
  level: 'low' | 'medium' | 'high';
  /** From 0 to 100 */
  score: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimMerchantRiskAnswer {
  /** Merchant */
  merchant: string;
  level: 'low' | 'medium' | 'high';
  score: number;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimQueueEnableInput {
  /** On or off */
  enabled: boolean;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimQueueEnableAnswer {
  enabled: boolean;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimQueueExpireInput {
  /** Queue record */
  queue_record: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimQueueExpireAnswer {
  /** Queue record */
  token: string;
  status: 'in_queue' | 'released' | 'return_pending' | 'returned' | 'expired';
  rail: 'sct' | 'sct_inst' | 'fps';
  is_instant: boolean;
  /** Amount in major units */
  amount: number;
  currency: string;
  reference: string | null;
  merchant: string | null;
  user: string | null;
  account: string;
  balance: string;
  /** The incoming transaction */
  transaction: string;
  /** The transaction by which it goes back */
  return_transaction: string | null;
  wires: Wires2;
  /** When it entered the queue */
  queued_at: string;
  /** Until when it can be decided: ten business days */
  deadline: string;
  /** Business days until the deadline */
  business_days_left: number;
  decision: Decision2 | null;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimWireDelayInput {
  /** The wire */
  transaction: string;
  /** By how much */
  seconds: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWireDelayAnswer {
  /** The transaction */
  token: string | null;
  /** Null where no account of yours was named */
  transaction: string | null;
  code: string;
  channel: string;
  status: string;
  reason_code: string | null;
  account: string | null;
  balance: string | null;
  /** Amount in major units */
  amount: number;
  currency: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimWireIncomingInput {
  /** IBAN that is credited */
  iban?: string;
  /** Or its UK sort code */
  sort_code?: string;
  /** and account number */
  account_number?: string;
  /** Amount in major units */
  amount: number;
  /** Currency */
  currency: 'EUR' | 'GBP' | 'BGN';
  /** Network; the usual one of the currency if left out */
  rail?: 'sct' | 'sct_inst' | 'fps' | 'bisera';
  sender?: {
    /** A name that begins with HOLD is always queued */
    name?: string;
    /** IBAN */
    iban?: string;
    /** UK sort code */
    sort_code?: string;
    /** UK account number */
    account_number?: string;
    /** BIC of the sending bank */
    bic?: string;
    address?: string;
    address1?: string;
    city?: string;
    zip?: string;
    /** ISO 3166-1 alpha-2 */
    country?: string;
  };
  /** Remittance information */
  reference?: string;
  /** End-to-end identification */
  end_to_end_id?: string;
  /** The sender's transaction id: the same again from the same bank is the same payment */
  network_reference?: string;
  /** How often it is delivered; it is booked once all the same */
  times?: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWireIncomingAnswer {
  /** The transaction */
  token: string | null;
  /** Null where no account of yours was named */
  transaction: string | null;
  code: string;
  channel: string;
  status: string;
  reason_code: string | null;
  account: string | null;
  balance: string | null;
  /** Amount in major units */
  amount: number;
  currency: string;
  events: {
    action: string;
    subject: string;
  }[];
  /** The record of the suspense queue */
  queue_record: string | null;
}

export interface SimWireRecallInput {
  /** The received wire */
  transaction: string;
  /** Why; FRAD when left out */
  reason_code?: 'DUPL' | 'TECH' | 'FRAD' | 'CUST' | 'AM09' | 'AC03';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWireRecallAnswer {
  /** The received wire */
  transaction: string;
  status: 'open' | 'refused';
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimWireRecallAnswerInput {
  /** The wire */
  transaction: string;
  /** Whether it comes back */
  accepted: boolean;
  /** Why it does not; NOAS when left out */
  reason_code?: 'CUST' | 'NOAS' | 'AM04' | 'AC04' | 'ARDT' | 'LEGL' | 'NOOR';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWireRejectInput {
  /** The wire */
  transaction: string;
  /** Why; AC01 when left out */
  reason_code?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWireReturnInput {
  /** The wire */
  transaction: string;
  /** Why; AC04 when left out */
  reason_code?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWireSettleInput {
  /** The wire */
  transaction: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimResetInput {
  /** Make another instance beside this one, which stays */
  keep?: boolean;
  /** The calling API key: needed unless this instance is kept */
  confirm?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimResetAnswer {
  /** The new API key */
  token: string;
  /** The new API key */
  api_key: string;
  /** Its secret key */
  secret: string;
  webhook_secret: string;
  /** The new Master Merchant */
  merchant: string;
}

export interface SimScenarioInput {
  /** Name of the story */
  name: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimScenarioAnswer {
  name: string;
  passed: boolean;
  steps: {
    call: string;
    code: number;
    problem: string | null;
  }[];
  kept: Record<string, unknown>;
}

export interface SimScenariosListAnswer {
  items: {
    name: string;
  }[];
}

export interface SimUserRiskInput {
  /** User, from user_create */
  user: string;
  level: 'low' | 'medium' | 'high';
  /** From 0 to 100 */
  score: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimUserRiskAnswer {
  /** User */
  user: string;
  level: 'low' | 'medium' | 'high';
  score: number;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimUserVerificationInput {
  /** User, from user_create */
  user: string;
  /** How the verification comes out */
  result: 'verified' | 'refused' | 'pending_review';
  /** Why */
  reason?: 'unreadable' | 'expired' | 'mismatch' | 'forged';
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimUserVerificationAnswer {
  /** User */
  token: string;
  email: string;
  /** Merchant to whom the user belongs; null: directly under the partner */
  merchant: string | null;
  type: 'card-usage' | 'default';
  /** AML check */
  aml: string | null;
  registration_ip: string | null;
  first_name: string | null;
  last_name: string | null;
  middle_name: string | null;
  address1: string | null;
  address2: string | null;
  /** Country of residence, ISO 3166-1 alpha-2 */
  country: string | null;
  city: string | null;
  zip: string | null;
  phone: string | null;
  mobile_phone: string | null;
  language: string | null;
  /** ISO 3166-1 alpha-2 */
  nationality: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  place_of_birth: string | null;
  occupation: string | null;
  other_occupation: string | null;
  education: string | null;
  info: string | null;
  money_declaration: string | null;
  source_of_funds: string | null;
  other_source_of_funds: string | null;
  external_reference: string | null;
  is_san: string | null;
  is_sip: string | null;
  peps_declaration: string | null;
  pep: string | null;
  pep_relative: string | null;
  id_passport_validity: string | null;
  proof_of_identity_type: '' | 'ID' | 'Passport' | 'Driving license – UK only' | 'Other' | null;
  /** When the identity document was issued */
  id_issue_date: string | null;
  /** Country that issued the identity document, ISO 3166-1 alpha-2 */
  country_issuing_id_card: string | null;
  /** ISO 3166-1 alpha-2 */
  additional_nationality: string[];
  /** Purposes of wallet usage */
  purpose_of_wallet_usage: string[];
  other_purpose_of_wallet_usage: string | null;
  occupation_position: OccupationPosition | null;
  employment_status: EmploymentStatus | null;
  other_employment_status: string | null;
  client_monthly_net_income: ClientMonthlyNetIncome | null;
  expected_incoming_monthly_eur: ClientMonthlyNetIncome | null;
  expected_outgoing_monthly_eur: ClientMonthlyNetIncome | null;
  expected_monthly_transactions: '' | 'Less than 2 times' | 'Between 3-5 times' | 'More than 6 times' | null;
  sanction_media_screening: boolean | null;
  /** As the partner sees the person */
  risk_score: '' | 'Low' | 'Medium' | 'High' | null;
  vulnerability_type: string | null;
  accessibility_required: string | null;
  specified_us_person: boolean | null;
  /** Latitude at registration */
  registration_lat: string | null;
  /** Longitude at registration */
  registration_lng: string | null;
  /** Country at registration */
  registration_country: string | null;
  /** City at registration */
  registration_city: string | null;
  /** National identifier; unique in the instance */
  unique_identifier: string | null;
  /** Number of the identity document */
  id_passport_number: string | null;
  /** Where know-your-customer stands */
  verification_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  /** Who verified: operator, partner key or vendor */
  verified_by: string | null;
  /** When the verification was decided */
  verified_at: string | null;
  documents: CompanyAddDocumentAnswer[];
  /** When the user was created */
  created_at: string;
  /** When the record was last changed */
  updated_at: string;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimVopInboundInput {
  /** IBAN: verification of payee */
  iban?: string;
  /** UK sort code and account number, 14 digits: confirmation of payee */
  identification?: string;
  /** What the payer takes the account for; confirmation of payee needs it */
  account_type?: '' | 'personal' | 'business';
  /** Name of the payee */
  account_name: string;
  /** Roll number or the like, where an account number has several customers */
  secondary_reference?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimVopInboundAnswer {
  /** vop: verification of payee; cop: confirmation of payee */
  scheme: 'vop' | 'cop';
  /** MTCH: match; CMTC: close match; NMTC: no match; NOAP: unable to verify */
  result: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP';
  /** Whether the name is a full match */
  match: boolean;
  /** The scheme's own code; a full match is MTCH in both */
  reason_code: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | 'ANNM' | 'MBAM' | 'BANM' | 'PANM' | 'BAMM' | 'PAMM' | 'AC01' | 'IVCR' | 'ACNS' | 'OPTO' | 'CASS' | 'SCNS';
  /** The name that the account is held in: of close matches */
  verified_name: string | null;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimVopResponderInput {
  /** IBAN: verification of payee */
  iban?: string;
  /** UK sort code and account number, 14 digits: confirmation of payee */
  identification?: string;
  /** A code of the account's scheme, or NOAP */
  result: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | 'ANNM' | 'MBAM' | 'BANM' | 'PANM' | 'BAMM' | 'PAMM' | 'AC01' | 'IVCR' | 'ACNS' | 'OPTO' | 'CASS' | 'SCNS';
  /** The name that the account is held in */
  verified_name?: string;
  /** How long it takes */
  delay_ms?: number;
  /** To how many checks; one if absent */
  count?: number;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimVopResponderAnswer {
  scheme: 'vop' | 'cop';
  result: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP' | 'ANNM' | 'MBAM' | 'BANM' | 'PANM' | 'BAMM' | 'PAMM' | 'AC01' | 'IVCR' | 'ACNS' | 'OPTO' | 'CASS' | 'SCNS';
  verified_name: string | null;
  delay_ms: number;
  count: number;
  events: {
    action: string;
    subject: string;
  }[];
}

export interface SimWebhookExampleInput {
  /** The event, as TRANSACTION.NEW */
  action: string;
  /** Webhook; all active ones if absent */
  webhook?: string;
  /** When it happens, by the instance’s clock; now if absent */
  at?: string;
}

export interface SimWebhookExampleAnswer {
  sent: {
    /** Webhook */
    webhook: string;
    url: string;
    headers: Record<string, string>;
    body: string;
    /** HTTP status of the receiver */
    status: number | null;
    error: string | null;
    milliseconds: number;
  }[];
}

export interface SimSignatureDoctorInput {
  /** How the request was sent */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query as sent; a whole address is taken too */
  path?: string;
  /** The name of the operation, where no path is given */
  operation?: string;
  headers: {
    /** As sent */
    'x-api-key'?: string;
    /** As sent */
    'x-timestamp'?: string;
    /** As sent */
    'x-hash'?: string;
    /** As sent */
    'x-hash-v2'?: string;
  };
  /** The body as text, exactly as sent */
  body?: string;
}

export interface SimSignatureDoctorAnswer {
  valid: boolean;
  findings: {
    code: string;
    message: string;
    at?: number;
  }[];
  expected: {
    text: string;
    hash: string | null;
    parts: {
      part: string;
      from: number;
      to: number;
    }[];
  };
}

export interface TransactionUpdatePayload {
  token: string;
  parent: string | null;
  link: string | null;
  code: string;
  type: string;
  sub_code: string | null;
  channel: string;
  status: string;
  debit_credit: string;
  /** Amount in major units */
  amount: number;
  currency: string;
  /** Amount before conversion */
  original_amount: number;
  original_currency: string;
  fx_rate: string | null;
  /** Fee charged with it */
  fee: number;
  /** The booked balance after it */
  balance_after: number;
  merchant: string | null;
  user: string | null;
  account: string | null;
  balance: string;
  card: string | null;
  reference: string | null;
  reference2: string | null;
  reference3: string | null;
  reference4: string | null;
  origin_of_funds: string | null;
  description: string | null;
  hidden: boolean;
  reason_code: string | null;
  /** When it was booked */
  created_at: string;
  /** When it came to its end */
  processed_at: string | null;
  value_date: string | null;
  counterpart: Counterpart | null;
  wires: Wires | null;
  card_data: null;
  timeline: {
    status: string;
    /** Since when */
    at: string;
  }[];
  previous_status: string;
}

export interface BalanceUpdatePayload {
  account: string;
  balance: string;
  currency: string;
  /** Current less blocked */
  available: number;
  /** Held */
  blocked: number;
  /** Booked */
  current: number;
  transaction: string | null;
  /** When it changed */
  at: string;
}

export interface WebhookTestPayload {
  /** Webhook */
  webhook: string;
  /** When the test was asked for */
  at: string;
}

export interface KeyExpiringPayload {
  /** The API key */
  api_key: string;
  label: string;
  /** What ends: the secret before, or the key */
  reason: 'rotated' | 'expires';
  /** When it stops working */
  expires_at: string;
}

export interface DocumentUpdatePayload {
  /** Document */
  document: string;
  /** Application that it was added to */
  application: string | null;
  status: 'uploaded' | 'accepted' | 'rejected';
  previous_status: 'uploaded' | 'accepted' | 'rejected';
  /** Why it was rejected */
  reason: string | null;
}

export interface MerchantStatusPayload {
  /** Merchant */
  merchant: string;
  status: 'active' | 'suspended' | 'closed';
  previous_status: 'active' | 'suspended' | 'closed';
  reason: string;
  /** Who changed it */
  by: string;
}

export interface UserRiskScorePayload {
  /** User */
  user: string;
  level: 'low' | 'medium' | 'high';
  score: number;
  verification_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  reasons: string[];
  /** When the result was known */
  at: string;
}

export interface UserUpdatePayload {
  /** User */
  user: string;
  status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  previous_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  reason: string | null;
}

export interface AmlMatchPayload {
  /** The check, as in aml_check */
  aml: string;
  /** User */
  user: string | null;
  /** Merchant */
  merchant: string | null;
  /** Company */
  company: string | null;
  /** Member of a company */
  member: string | null;
  matches: {
    /** List or source */
    list: string;
    /** Name on the list */
    name: string;
    score: number;
    /** Date of birth on the list */
    birthday: string | null;
  }[];
}

export interface AmlClearedPayload {
  /** The check, as in aml_check */
  aml: string;
  /** User */
  user: string | null;
  /** Merchant */
  merchant: string | null;
  /** Company */
  company: string | null;
  /** Member of a company */
  member: string | null;
  reason: string;
}

export interface ApplicationUpdatePayload {
  /** Application */
  application: string;
  /** Merchant, once there is one */
  merchant: string | null;
  status: 'draft' | 'checking' | 'in_review' | 'approved' | 'declined' | 'action_required' | 'withdrawn' | 'expired';
  previous_status: 'draft' | 'checking' | 'in_review' | 'approved' | 'declined' | 'action_required' | 'withdrawn' | 'expired';
  /** What is missing; empty when all is there */
  requirements: Requirement[];
}

export interface MemberUpdatePayload {
  /** Application */
  application: string;
  /** Member */
  member: string;
  status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  previous_status: 'not_started' | 'in_progress' | 'pending_review' | 'verified' | 'refused';
  reason: string | null;
}

export interface MerchantCreatedPayload {
  /** Application */
  application: string;
  /** Merchant */
  merchant: string;
  products: ('pos' | 'e-commerce' | 'qr' | 'account-opening' | 'card-issuing')[];
  /** MID, with acquiring products */
  card_acceptor_identification_code?: string;
  /** TID, with acquiring products */
  card_acceptor_terminal_id?: string;
}

export interface StoreCreatedPayload {
  /** Application */
  application: string;
  /** Merchant */
  merchant: string;
  store: {
    /** Store */
    token: string;
    type: 'pos' | 'e-commerce' | 'qr';
    /** MID, 15 digits */
    card_acceptor_identification_code: string;
    terminal: {
      /** Terminal */
      token: string;
      /** TID, 8 characters */
      card_acceptor_terminal_id: string;
    };
  };
}

export interface MerchantRiskScorePayload {
  /** Application that it was calculated for */
  application: string | null;
  /** Merchant, once there is one */
  merchant: string | null;
  level: 'low' | 'medium' | 'high';
  score: number;
  reasons: string[];
}

export interface AccountIbanPayload {
  /** Account */
  account: string;
  iban: string;
  /** Balance */
  balance: string;
  /** ISO 4217 alphabetic code */
  currency: Currency;
  bic: string;
  sort_code: string | null;
  account_number: string | null;
}

export interface AccountStatusPayload {
  /** Account */
  account: string;
  status: 'active' | 'blocked' | 'closed';
  previous_status: 'active' | 'blocked' | 'closed';
  reason: string | null;
  /** Who changed it */
  by: string;
}

export interface TransferRecallPayload {
  /** The payment */
  transaction: string;
  /** The recall */
  recall: string;
  /** in: another bank asks for a payment that you received */
  direction: 'in' | 'out';
  reason_code: string;
  /** Until when it is to be answered */
  deadline: string;
  status: 'open' | 'accepted' | 'refused';
  /** Why it was refused */
  answer_code: string | null;
}

export interface Counterpart {
  internal: boolean;
  name: string | null;
  iban: string | null;
  sort_code: string | null;
  account_number: string | null;
  bic: string | null;
  account: string | null;
  balance: string | null;
  country: string | null;
  address: string | null;
}

export interface Wires {
  network: string;
  sender_name: string | null;
  sender_iban: string | null;
  sender_bic: string | null;
  sender_address: string | null;
  receiver_name: string | null;
  receiver_iban: string | null;
  end_to_end_id: string | null;
  network_reference: string | null;
  purpose_code: string | null;
  vop: string | null;
}

export interface Constraints {
  /** Addresses, or ranges as 203.0.113.0/28, from which the key may call */
  ips?: string[];
  /** Codes of the only programs whose accounts it may touch */
  programs?: string[];
  /** The only merchants whose accounts it may touch */
  merchants?: string[];
  /** Most that one transfer may debit, in the currency of each transfer */
  max_amount_per_transfer?: number;
  /** Most that it may debit in a day (UTC), counted for each currency */
  daily_amount?: number;
}

export interface RateLimit {
  /** Requests a second in the long run */
  per_second: number;
  /** Requests at once */
  burst: number;
}

export type Currency = 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BGN' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CLF' | 'CLP' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USN' | 'UYI' | 'UYU' | 'UYW' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG';

export interface Issuer {
  /** Bank code of four letters, as in the BIC */
  bank: string;
  /** Branch of Bulgarian IBANs */
  bg_branch: string;
  /** BIC of the accounts with a Bulgarian IBAN */
  bg_bic: string;
  /** Sort code of accounts in GBP */
  gb_sort_code: string;
  /** BIC of the accounts with a British IBAN */
  gb_bic: string;
}

export interface Kyc {
  /** Whether the holder has to be verified before an account is opened */
  natural_person: 'required' | 'optional';
  /** Whether the holder has to be verified before an account is opened */
  merchant: 'required' | 'optional';
}

export interface Cards {
  virtual: boolean;
  plastic: boolean;
  convert: boolean;
  wallets: ('apple' | 'google')[];
  max_name_length: number;
  pin_sms: boolean;
  aml_on: ('create' | 'activate_non_personalized')[];
}

export interface Groups {
  default: Record<string, string>;
  /** Groups that cards may be given */
  allowed: string[];
}

export interface Queue2 {
  enabled: boolean;
  rails: ('sct' | 'sct_inst' | 'fps')[];
}

export interface Limit {
  /** What the limit counts */
  category: 'pos' | 'contactless' | 'ecommerce' | 'atm' | 'load' | 'transfer_in' | 'transfer_out';
  /** Over which period */
  period: 'transaction' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'lifetime';
  /** At most this much, in major units of the currency of each balance */
  amount?: number;
  /** At most this many */
  count?: number;
}

export interface Fee {
  /** What the fee is charged for */
  category: 'transfer_out' | 'load';
  /** Fixed amount in major units of the currency of the balance */
  fixed?: number;
  /** Share of the amount, in hundredths of a percent */
  basis_points?: number;
}

export type OccupationPosition = '' | 'Manager' | 'Professional' | 'Technicians and associate professional' | 'Clerical support worker' | 'Service and sales worker' | 'Skilled agricultural, forestry and fishery worker' | 'Craft and related trades worker' | 'Plant and machine operator, and assemblers' | 'Elementary occupation' | 'NOT APPLICABLE';

export type EmploymentStatus = '' | 'Private sector employee' | 'Government sector or local authority employee' | 'Self-employed individual/professional' | 'Business owner' | 'Student' | 'Retired' | 'Unemployed' | 'Other (please specify)';

export type ClientMonthlyNetIncome = '' | 'Less than 1000 EUR' | 'Between 1001 and 5000 EUR' | 'Between 5001 and 10000 EUR' | 'Between 10001 and 15000 EUR' | 'More than 15 000 EUR';

export interface Company {
  /** Company */
  token: string;
  /** Doing business as */
  trade_name: string | null;
  /** Legal name as in the trade register */
  legal_name: string | null;
  /** URL */
  website: string | null;
  phone: string | null;
  mobile_phone: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  county: string | null;
  city: string | null;
  zip: string | null;
  address1: string | null;
  address2: string | null;
  /** E-mail address for correspondence */
  contact_email: string | null;
  /** Physical address for correspondence */
  correspondence_address: string | null;
  description_of_activity: string | null;
  /** Physical address of shop or office */
  address_of_shop: string | null;
  /** Code of the nomenclature business_activity */
  business_activity: string | null;
  /** True if the company appears in any sanctions list */
  is_sie: boolean | null;
  documents: CompanyAddDocumentAnswer[];
}

export interface PayoutDetail {
  /** Least amount that is paid out */
  amount: number | null;
  currency: string;
  iban: string | null;
  sort_code: string | null;
  account_number: string | null;
  period: 'daily' | 'weekly' | 'monthly' | 'manual';
  /** Days */
  delay: string;
}

export interface Check {
  type: 'risk' | 'register' | 'sanctions' | 'adverse_media';
  status: 'pending' | 'passed' | 'referred' | 'failed';
  /** Why it did not pass; provider_timeout: its provider is silent */
  reason: string | null;
  /** When it came to a result */
  at: string | null;
}

export interface Risk {
  level: 'low' | 'medium' | 'high';
  score: number;
  /** Version of the scorecard; 0: the standard one */
  scorecard: number;
  /** Where each point comes from */
  reasons: Reason[];
}

export interface Reason {
  factor: string;
  value: string | null;
  points: number;
}

export interface Requirement {
  /** As requests name it: company.address1, members[0].birthday */
  field: string;
  /** Member, where it is about one */
  member: string | null;
  code: 'missing' | 'invalid' | 'requested';
  message: string;
}

export interface Decision {
  by: string;
  /** When */
  at: string;
  reason: string | null;
}

export interface Balance {
  /** Balance: debtor or creditor of transfers */
  token: string;
  /** Main balance, or one beside it */
  type: 'primary' | 'secondary';
  /** ISO 4217 alphabetic code */
  currency: Currency;
  /** What can be spent: current less blocked */
  available: number;
  /** Held for something that may follow */
  blocked: number;
  /** Booked */
  current: number;
  /** IBAN of this account */
  iban: string | null;
  bic: string | null;
  /** In GBP */
  sort_code: string | null;
  /** In GBP */
  account_number: string | null;
}

export interface Wires2 {
  sender_name: string | null;
  sender_iban: string | null;
  sender_sort_code: string | null;
  sender_account_number: string | null;
  sender_bic: string | null;
  sender_address: string | null;
  sender_country: string | null;
  end_to_end_id: string | null;
}

export interface Decision2 {
  action: 'process' | 'return';
  /** The key, the rule or the operator that decided */
  by: string;
  /** When it was decided */
  at: string;
  reason_code: string | null;
  comment: string | null;
  external_case: string | null;
}

export interface Constraints2 {
  /** Addresses, or ranges as 203.0.113.0/28, from which the key may call */
  ips?: string[];
  /** Codes of the only programs whose accounts it may touch */
  programs?: string[];
  /** The only merchants whose accounts it may touch */
  merchants?: string[];
  /** Most that one transfer may debit, in the currency of each transfer */
  max_amount_per_transfer?: number;
  /** Most that it may debit in a day (UTC), counted for each currency */
  daily_amount?: number;
}

export interface RateLimit2 {
  /** Requests a second in the long run */
  per_second: number;
  /** Requests at once */
  burst: number;
}

export interface Pagination {
  page: number;
  limit: number;
  total: number | null;
  pages: number | null;
  has_more: boolean;
}

export interface PayoutDetail2 {
  /** Least amount that is paid out, major units */
  amount?: number;
  /** Settlement currency */
  currency: 'EUR' | 'GBP' | 'BGN';
  /** Who receives the funds */
  iban?: string;
  /** UK sort code, six digits */
  sort_code?: string;
  /** UK account number */
  account_number?: string;
  /** When the payout must be done; daily when left out */
  period?: '' | 'daily' | 'weekly' | 'monthly' | 'manual';
  /** Delay of the payout in days, 0 to 30 */
  delay?: string;
}

export interface Rule {
  /** Stands in the decision */
  name: string;
  /** What is decided */
  action: 'process' | 'return';
  /** What the sender is told; MS03 when left out */
  reason_code?: 'MS03' | 'AC01' | 'AC04' | 'AC06' | 'AG01' | 'AM05' | 'BE04' | 'MD07' | 'MS02' | 'RC01' | 'RR01' | 'RR02' | 'RR03' | 'RR04';
  /** Only transfers to accounts of this merchant */
  merchant?: string;
  /** Only transfers in this currency */
  currency?: 'EUR' | 'GBP';
  /** Only from this amount, in major units */
  amount_from?: number;
  /** Only up to this amount, in major units */
  amount_to?: number;
  sender_ibans?: string[];
  sender_countries?: string[];
}

export interface Debtor {
  /** Balance of this institution */
  balance?: string;
  /** A user's external_reference: means the main balance of the one main account of that user */
  external_identifier?: string;
  /** IBAN, with or without blanks */
  iban?: string;
  /** UK sort code, six digits */
  sort_code?: string;
  /** UK account number */
  account_number?: string;
  name?: string;
  address?: string;
  address1?: string;
  city?: string;
  zip?: string;
  country?: string;
}

export interface Ran {
  /** What is done */
  name: string;
  /** The token of what it is about */
  subject: string;
  /** When, by the clock of the instance */
  due_at: string;
}

/** Every operation of the API. Its fields of path, query and body are given as one object. */
export interface Operations {
  /**
   * Transactions, newest first: `GET /v2/transactions/{page}/{limit}`.
   * The transactions of the instance, newest first in the order in which they were committed. Filters are combined:
   * all of them have to hold. With load_after the order is ascending and begins strictly after that transaction, so
   * whoever asks again and again with the last token seen misses nothing and gets nothing twice.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  transactionsList: List<TransactionsListInput, Transaction>;
  /**
   * One transaction: `GET /v2/transactions/{transaction}`.
   * The transaction record of one token. Amounts are in major units of the currency.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  transactionDetails: (input: TransactionDetailsInput, options?: CallOptions) => Promise<Transaction>;
  /**
   * Create a webhook: `POST /v2/webhooks`.
   * Has events delivered to an address from now on. Delivered means HTTP status 200 within ten seconds; otherwise
   * three retries follow, ten seconds apart. Without `actions` all events are delivered. Deliveries carry the API
   * key of this request and are signed with the instance's webhook secret. At most 100 webhooks (11000 beyond).
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11000 general_error.
   */
  webhookCreate: (input: WebhookCreateInput, options?: CallOptions) => Promise<Webhook>;
  /**
   * The webhooks of the instance: `GET /v2/webhooks/{page}/{limit}`.
   * All webhooks, newest first. At most 100 on a page.
   * Refuses with 11001 validation_error.
   */
  webhookList: List<Record<never, never>, Webhook>;
  /**
   * A webhook: `GET /v2/webhooks/{webhook}`.
   * The record of a webhook, with the number of the last event that was handed over.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  webhookDetails: (input: WebhookDetailsInput, options?: CallOptions) => Promise<Webhook>;
  /**
   * Change a webhook: `PUT /v2/webhooks/{webhook}`.
   * Changes the fields that are given; lists and headers are replaced whole. A webhook that is made inactive gets
   * nothing; made active again it gets the retries that were waiting and the events from then on, and the missed
   * ones by webhook_replay.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  webhookUpdate: (input: WebhookUpdateInput, options?: CallOptions) => Promise<Webhook>;
  /**
   * Delete a webhook: `DELETE /v2/webhooks/{webhook}`.
   * Ends a webhook. What was still waiting for another attempt is dropped.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  webhookDelete: (input: WebhookDetailsInput, options?: CallOptions) => Promise<WebhookDeleteAnswer>;
  /**
   * The attempts to deliver to a webhook: `GET /v2/webhooks/{webhook}/attempts`.
   * Every attempt with its result, newest first. At most 100 on a page.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  webhookAttempts: List<WebhookAttemptsInput, WebhookAttemptsItem>;
  /**
   * Send a test event to a webhook: `POST /v2/webhooks/{webhook}/test`.
   * Writes an event WEBHOOK.TEST that is delivered to this webhook only, whatever it subscribed to, signed and
   * retried like any other. What came of it is in webhook_attempts.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  webhookTest: (input: WebhookDetailsInput, options?: CallOptions) => Promise<WebhookTestAnswer>;
  /**
   * Replace the webhook secret: `POST /v2/webhooks/{webhook}/rotate-secret`.
   * Makes a new secret, answers it this once, and signs with it from now on. There is one secret for all webhooks of
   * the instance. The one before signs as well for `keep_hours`: in `x-hash-previous` and as a second value in
   * `webhook-signature`.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  webhookRotateSecret: (input: WebhookRotateSecretInput, options?: CallOptions) => Promise<WebhookRotateSecretAnswer>;
  /**
   * Deliver events again: `POST /v2/webhooks/{webhook}/replay`.
   * Delivers the events from `from` to `to` (both included; the last 90 days when left out) to a webhook again, each
   * in a new round of attempts, with the same ids. With `only_failed`: those whose attempts were used up.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  webhookReplay: (input: WebhookReplayInput, options?: CallOptions) => Promise<WebhookReplayAnswer>;
  /**
   * The events of the instance: `GET /v2/events/{page}/{limit}`.
   * Events of the last 90 days as webhooks deliver them, newest first; with `load_after` ascending and strictly
   * after that event, which reads all of them without loss. At most 100 on a page.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  eventsList: List<EventsListInput, Event>;
  /**
   * An event: `GET /v2/events/{event}`.
   * An event of the last 90 days exactly as webhooks deliver it.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  eventDetails: (input: EventDetailsInput, options?: CallOptions) => Promise<Event>;
  /**
   * Deliver an event again: `POST /v2/events/{event}/resend`.
   * Delivers an event of the last 90 days again, in a new round of attempts and with the same id: to the webhook
   * that is given, or to all active ones that subscribed to it.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  eventResend: (input: EventResendInput, options?: CallOptions) => Promise<EventResendAnswer>;
  /**
   * Create an API key: `POST /v2/keys`.
   * Makes a key and hands its secret over once, in a PGP message for the public key that is given. A key gives only
   * scopes that it holds itself, and one that is bound to programs, merchants or amounts gives none (403). The
   * constraints hold wherever an account is named or debited; reading lists is a matter of scopes. What is left out
   * is the environment's usual; at most 200 keys (11000 beyond).
   * Refuses with 11001 validation_error, 11004 non_unique_value, 403 forbidden, 11000 general_error.
   */
  keyCreate: (input: KeyCreateInput, options?: CallOptions) => Promise<KeyCreateAnswer>;
  /**
   * The API keys of the instance: `GET /v2/keys/{page}/{limit}`.
   * All keys with what they may do, newest first, never their secrets. At most 100 on a page.
   * Refuses with 11001 validation_error.
   */
  keysList: List<Record<never, never>, Key>;
  /**
   * An API key: `GET /v2/keys/{key}`.
   * What a key may do and when it was last used. Never its secret.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  keyDetails: (input: KeyDetailsInput, options?: CallOptions) => Promise<Key>;
  /**
   * Change an API key: `PUT /v2/keys/{key}`.
   * Changes the fields that are given; scopes and constraints are replaced whole, null clears. Holds from the next
   * second on. A key changes only keys that can do no more than itself, gives only scopes that it holds, and cannot
   * disable itself.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 403 forbidden, 11002 entity_not_found.
   */
  keyUpdate: (input: KeyUpdateInput, options?: CallOptions) => Promise<Key>;
  /**
   * Give an API key a new secret: `POST /v2/keys/{key}/rotate`.
   * Makes a new secret and hands it over once, in a PGP message for the public key that is given, or the one that
   * the key was handed over with. The new one signs within a second, the one before for `keep_hours`; one that is
   * even older stops at once. KEY.EXPIRING tells when the one before ends. A key renews itself, and others that can
   * do no more than itself.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 403 forbidden, 11002 entity_not_found.
   */
  keyRotate: (input: KeyRotateInput, options?: CallOptions) => Promise<KeyCreateAnswer>;
  /**
   * Delete an API key: `DELETE /v2/keys/{key}`.
   * Ends a key for good; from the next second on it is unknown. What it did keeps its name. A key deletes only keys
   * that can do no more than itself, and never itself. To pause one, disable it.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 403 forbidden, 11002 entity_not_found.
   */
  keyDelete: (input: KeyDetailsInput, options?: CallOptions) => Promise<KeyDeleteAnswer>;
  /**
   * The programs of the instance: `GET /v2/programs/{page}/{limit}`.
   * All programs in their last versions, in the order of their codes. At most 100 on a page.
   * Refuses with 11001 validation_error.
   */
  programsList: List<Record<never, never>, Program>;
  /**
   * A program: `GET /v2/programs/{program}`.
   * The rules, set by the operator, for opening and using accounts and cards under a program: balances, account
   * numbers, verification, cards, limits. Amounts are in major units.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  programDetails: (input: ProgramDetailsInput, options?: CallOptions) => Promise<Program>;
  /**
   * Create a natural person: `POST /v2/users`.
   * Creates a user and answers the whole record. E-mail address and unique_identifier are unique in the instance. In
   * the sandbox a user with first_name, last_name, birthday, nationality and country is verified at once, unless the
   * last name is SANCTION, REFER or DECLINE; USER.RISK_SCORE follows. Of documents every file must be what its
   * file_type says, and none may be there twice.
   * Refuses with -3 profile_validation_error, 11004 non_unique_value, 11002 entity_not_found, -2 duplicate_user.
   */
  userCreate: (input: UserCreateInput, options?: CallOptions) => Promise<User>;
  /**
   * Change a natural person: `PUT /v2/users/{user}`.
   * Changes fields of a user and answers the whole record. A field that is left out stays as it is; an empty string
   * clears one. A new name is what counterparts see from then on. A change of first_name, last_name, birthday,
   * nationality or country lets the verification begin anew: in the sandbox it is decided at once, as in
   * user_create. USER.UPDATE is sent when the verification changes, USER.RISK_SCORE with each result.
   * Refuses with -3 profile_validation_error, 11004 non_unique_value, 11002 entity_not_found, -2 duplicate_user.
   */
  userUpdate: (input: UserUpdateInput, options?: CallOptions) => Promise<User>;
  /**
   * A natural person: `GET /v2/users/{user}`.
   * The whole record of a user. A field of which nothing is known is null.
   * Refuses with -3 profile_validation_error, 11002 entity_not_found.
   */
  userDetails: (input: UserDetailsInput, options?: CallOptions) => Promise<User>;
  /**
   * Natural persons, newest first: `GET /v2/users/{page}/{limit}`.
   * The users of the instance, newest first, each with the whole record. At most 100 on a page.
   * Refuses with 11001 validation_error.
   */
  usersList: List<UsersListInput, User>;
  /**
   * What may be chosen for a field: `GET /v2/nomenclatures/{name}`.
   * One list, whole: the codes that a field of a profile is meant to hold, with their labels. business_activity is
   * NACE Rev. 2.1, sections and divisions, with merchant category codes. Profiles take other values as well, except
   * in the fields whose allowed values the reference names.
   * Refuses with 11001 validation_error.
   */
  nomenclatureList: (input: NomenclatureListInput, options?: CallOptions) => Promise<NomenclatureListAnswer>;
  /**
   * Screen a person against the sanctions lists: `POST /v1/aml`.
   * Holds a person against the sanctions lists of the EU, the United Nations, the United Kingdom and OFAC, and
   * answers a token, which cards and users take as `aml`. A match is refused with 18001, with the token and the
   * matches in its data; that token cannot be used until an operator has cleared the case (AML.CLEARED). 18000 where
   * no list is loaded. In the sandbox the last name SANCTION is always a match; sim_aml chooses the answer for other
   * names.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 18000 invalid_processor, 18001 aml_match_found.
   */
  amlCheck: (input?: AmlCheckInput, options?: CallOptions) => Promise<AmlCheckAnswer>;
  /**
   * Begin an application for products: `POST /v3/applications`.
   * Begins an application of a new legal entity, or of a merchant for further products, under the client profile
   * that fits products and due diligence (11008 without one). requirements names what is still missing, field by
   * field. As soon as nothing is missing the application is submitted and its checks begin, unless the profile asks
   * for application_submit. For a merchant who was onboarded before, company and members are those known already.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 11008 validator_missing, -2
   * duplicate_user.
   */
  applicationCreate: (input: ApplicationCreateInput, options?: CallOptions) => Promise<Application>;
  /**
   * One application: `GET /v3/applications/{application}`.
   * Answers an application with its company, members, documents, requirements, checks and decision. A check that is
   * failed for the reason provider_timeout came to no result: a person decides then.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  applicationDetails: (input: ApplicationDetailsInput, options?: CallOptions) => Promise<Application>;
  /**
   * Applications, newest first: `GET /v3/applications`.
   * Lists the applications of the instance as application_details shows them, all or those of one status.
   * Refuses with 11001 validation_error.
   */
  applicationsList: List<ApplicationsListInput, Application>;
  /**
   * Give payout details later: `PUT /v3/applications/{application}`.
   * Changes what application_create took beside the products; what is left out stays. In the states in which
   * company_update is allowed; checks that run begin anew.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  applicationUpdate: (input: ApplicationUpdateInput, options?: CallOptions) => Promise<Application>;
  /**
   * Submit an application: `POST /v3/applications/{application}/submit`.
   * Begins the checks of a complete application whose profile asks to be told so; 11001 with every field that is
   * missing otherwise. One that has been submitted already stays as it is.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  applicationSubmit: (input: ApplicationSubmitInput, options?: CallOptions) => Promise<Application>;
  /**
   * Take an application back: `POST /v3/applications/{application}/withdraw`.
   * Withdraws an application for good, as long as it is not decided; 11001 application_locked afterwards.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  applicationWithdraw: (input: ApplicationSubmitInput, options?: CallOptions) => Promise<Application>;
  /**
   * Say what the company is: `PUT /v3/applications/{application}/companies`.
   * Changes the data of the company of an application: what is left out stays, an empty string clears. Allowed in
   * draft, action_required and checking, where the checks begin anew; 11001 application_locked otherwise. Answers
   * the whole application with what is still missing.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  companyUpdate: (input: CompanyUpdateInput, options?: CallOptions) => Promise<Application>;
  /**
   * Change contact details of a company: `PUT /v3/applications/{application}/companies/contacts`.
   * Changes the contact details, also of an application that is approved: its company and members are then screened
   * again, and the decision stays as it is. What is left out stays, an empty string clears.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  companyUpdateContacts: (input: CompanyUpdateContactsInput, options?: CallOptions) => Promise<Application>;
  /**
   * Add a member to a company: `POST /v3/applications/{application}/companies/members`.
   * Adds somebody who owns, leads or represents the company: a natural person, or with type legal-entity a company.
   * In draft, action_required, checking (the checks begin anew) and approved (the member is screened). -2 when the
   * application has a member with this e-mail address or unique_identifier.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, -2 duplicate_user.
   */
  companyAddMember: (input: CompanyAddMemberInput, options?: CallOptions) => Promise<CompanyAddMemberAnswer>;
  /**
   * Change a member of a company: `PUT /v3/applications/{application}/companies/members/{member}`.
   * Changes a member: what is left out stays, an empty string clears. In draft, action_required, checking (the
   * checks begin anew) and approved (the member is screened again).
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, -2 duplicate_user.
   */
  companyUpdateMember: (input: CompanyUpdateMemberInput, options?: CallOptions) => Promise<CompanyAddMemberAnswer>;
  /**
   * Suspend a member of a company: `PUT /v3/applications/{application}/companies/members/{member}/status`.
   * Suspends a member, or makes it active again. Nothing is asked of a suspended member, and it is not checked. In
   * draft, action_required, checking (the checks begin anew) and approved.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  companyMemberStatus: (input: CompanyMemberStatusInput, options?: CallOptions) => Promise<CompanyAddMemberAnswer>;
  /**
   * Members of a company: `GET /v3/applications/{application}/companies/members`.
   * Lists all members of the company of an application, in the order in which they were added.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  companyMembersList: (input: ApplicationSubmitInput, options?: CallOptions) => Promise<CompanyMembersListAnswer>;
  /**
   * Add a document to a company: `POST /v3/applications/{application}/companies/documents`.
   * Keeps a file, encrypted, as a document of the company of an application. Its contents must be what file_type
   * says. Field errors are -3; -2 when the company has the same contents already. In draft, action_required,
   * checking (the checks begin anew) and approved.
   * Refuses with -3 profile_validation_error, 11004 non_unique_value, 11002 entity_not_found, -2 duplicate_user.
   */
  companyAddDocument: (input: CompanyAddDocumentInput, options?: CallOptions) => Promise<CompanyAddDocumentAnswer>;
  /**
   * Add a document to a member: `POST /v3/applications/{application}/companies/members/{member}/documents`.
   * Keeps a file, encrypted, as a document of a member of the company of an application, as company_add_document
   * does for the company itself.
   * Refuses with -3 profile_validation_error, 11004 non_unique_value, 11002 entity_not_found, -2 duplicate_user.
   */
  companyAddMemberDocument: (input: CompanyAddMemberDocumentInput, options?: CallOptions) => Promise<CompanyAddDocumentAnswer>;
  /**
   * Open an account: `POST /v2/accounts`.
   * Opens an account under a program for a merchant or a user, with the balances and account numbers of the program:
   * Bulgarian IBANs in EUR and BGN, British ones with sort code and account number in GBP. With main it opens a
   * virtual account, which has numbers of its own and uses its main account's balances. The holder must be verified
   * where the program requires it, and for a virtual account always. ACCOUNT.IBAN is sent for each number.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12003 account_not_active.
   */
  accountCreate: (input: AccountCreateInput, options?: CallOptions) => Promise<Account>;
  /**
   * An account and its balances: `GET /v2/accounts/{account}`.
   * The whole record of an account with its balances, in major units: current is booked, blocked is held, available
   * is what is left. A virtual account shows its main account's balances with its own account numbers.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  accountDetails: (input: AccountDetailsInput, options?: CallOptions) => Promise<Account>;
  /**
   * Accounts, newest first: `GET /v2/accounts/{page}/{limit}`.
   * The accounts of the instance, newest first. Filters are combined. At most 10 on a page.
   * Refuses with 11001 validation_error.
   */
  accountsList: List<AccountsListInput, Account>;
  /**
   * Block an account, or make it active again: `PUT /v2/accounts/{account}/status`.
   * A blocked account can neither spend nor receive, and its virtual accounts are stopped with it. After the answer
   * no transfer completes on it. ACCOUNT.STATUS is sent when the status changes; asking for the status that an
   * account has changes nothing. A closed account is refused with account_not_active.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12003 account_not_active.
   */
  accountStatus: (input: AccountStatusInput, options?: CallOptions) => Promise<Account>;
  /**
   * Close an account for good: `DELETE /v2/accounts/{account}`.
   * Closes an active or blocked account; a main account with its virtual ones. Open holds are released. What is left
   * moves in the same step to the balance named by sweep_to, where the currency is the same; the rest is owed to the
   * holder by the institution, which pays it out. ACCOUNT.STATUS is sent for each account that was closed. A closed
   * account is refused with account_not_active.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12003 account_not_active.
   */
  accountTerminate: (input: AccountTerminateInput, options?: CallOptions) => Promise<Account>;
  /**
   * Verify a payee: `POST /v2/vop`.
   * Asks the bank of an account whether it is held in a name: by verification of payee for IBANs, by confirmation of
   * payee for UK sort codes and British IBANs, which needs the account_type as well. Within five seconds there is an
   * answer; without one from the bank the result is NOAP. The result is advice: it never stops a transfer by itself.
   * The answer is kept, and its token can be given as vop in transfer_create until expires_at. general_error: no
   * directory serves this account.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11000 general_error.
   */
  vop: (input: VopInput, options?: CallOptions) => Promise<VopAnswer>;
  /**
   * Set what other banks learn when they verify a payee: `PUT /v2/accounts/{account}/payee-settings`.
   * Settings for the checks that other banks make of an account before they send money to it: whether its holder has
   * opted out (OPTO), whether it has been switched to another bank (CASS), whether the name is withheld because the
   * holder may be at risk, and the secondary reference that tells its holder from others (another one is IVCR). What
   * is left out stays as it is; an empty secondary_reference clears it. A closed account is refused.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12003 account_not_active.
   */
  payeeSettingsUpdate: (input: PayeeSettingsUpdateInput, options?: CallOptions) => Promise<PayeeSettingsUpdateAnswer>;
  /**
   * Incoming transfers that wait for a decision, newest first: `GET /v2/queue/{page}/{limit}`.
   * The suspense queue, newest first: what waits, that is in_queue and expired, or with `status` the records of one
   * status. At most 1000 on a page.
   * Refuses with 11001 validation_error.
   */
  queueList: List<QueueListInput, Queue>;
  /**
   * One record of the suspense queue: `GET /v2/queue/{queue_record}`.
   * The record as it stands, also after it was decided.
   * Refuses with 11001 validation_error, 11002 entity_not_found.
   */
  queueDetails: (input: QueueDetailsInput, options?: CallOptions) => Promise<Queue>;
  /**
   * Release a held transfer to its account: `POST /v2/queue/{queue_record}/process`.
   * Releases the record: the amount is credited and the transaction completed. Where the account has been blocked or
   * closed since, the transfer goes back to its sender by itself. Saying so again changes nothing; a record that was
   * declined or has expired is refused with validation_error, rule already_decided or expired; one whose sender is
   * on a sanctions list with the rule sanctions_match.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  queueProcess: (input: QueueProcessInput, options?: CallOptions) => Promise<Queue>;
  /**
   * Send a held transfer back: `DELETE /v2/queue/{queue_record}/return`.
   * Declines the record: a return is generated, a further transaction whose parent is the incoming one. The record
   * is return_pending until the return is settled, then returned, with the incoming transaction. What came by SEPA
   * Instant goes back by SEPA Credit Transfer. Saying so again changes nothing; a record that was released or has
   * expired is refused with validation_error, rule already_decided or expired.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  queueReturn: (input: QueueReturnInput, options?: CallOptions) => Promise<Queue>;
  /**
   * The rules that decide on held transfers: `GET /v2/queue/rules`.
   * Your rules, in the order in which they are tried; none at first.
   */
  queueRules: (input?: Record<never, never>, options?: CallOptions) => Promise<QueueRulesAnswer>;
  /**
   * Set the rules that decide on held transfers: `PUT /v2/queue/rules`.
   * Replaces all rules. A rule fits by every condition that it has: amounts in major units of its currency, IBANs of
   * senders, countries of senders, whose account it goes to. The first that fits decides a transfer as soon as it is
   * held; its name stands in the decision as `by`. What no rule fits waits for you, and so does every transfer from
   * somebody on a sanctions list.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  queueRulesUpdate: (input: QueueRulesUpdateInput, options?: CallOptions) => Promise<QueueRulesAnswer>;
  /**
   * Move money: `POST /v2/transfers`.
   * Moves an amount from a balance of yours to a balance, IBAN or UK account number. Within this institution the
   * transfer is final once it is answered. Anywhere else it becomes a wire: amount and fee are held, the payment is
   * handed to the network that currency, program and is_instant choose, and TRANSACTION.UPDATE tells how it ended.
   * Fees of the program are booked with it: both or neither.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 11000 no_route, 18001
   * aml_match_found, 12005 duplicate_suspected, 12004 vop_required, 12003 account_not_active, 12002 limit_exceeded,
   * 12001 insufficient_funds.
   */
  transferCreate: (input: TransferCreateInput, options?: CallOptions) => Promise<TransferCreateAnswer>;
  /**
   * Cancel a pending wire: `DELETE /v2/transfers/{transaction}`.
   * Cancels a wire that is pending: before it is handed in, and afterwards where the network takes it back before
   * settlement (the simulated schemes do). Anything else is refused with validation_error, rule not_pending.
   * TRANSACTION.UPDATE tells of the status canceled.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  transferCancel: (input: TransferCancelInput, options?: CallOptions) => Promise<TransferCancelAnswer>;
  /**
   * Ask for a completed wire back: `POST /v2/transfers/{transaction}/recall`.
   * Sends a recall (camt.056) for a wire that is completed: DUPL and TECH within ten business days, the other
   * reasons within thirteen months. One recall at a time. The other bank answers until the deadline: with a return,
   * which makes the wire returned, or with no. TRANSFER.RECALL tells of both. Refused with validation_error, rule
   * not_settled, recall_open or recall_too_late.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  transferRecall: (input: TransferRecallInput, options?: CallOptions) => Promise<TransferRecallAnswer>;
  /**
   * Answer a recall of a received wire: `PUT /v2/transfers/{transaction}/recall`.
   * Answers the recall that TRANSFER.RECALL told of. Accepted, the amount is held and goes back as a return, a
   * further transaction whose parent is the received one; refused with 12001 where it is not available. Declined,
   * the other bank is told the reason (NOAS when left out). What nobody answers by the deadline is declined.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12001 insufficient_funds.
   */
  transferRecallAnswer: (input: TransferRecallAnswerInput, options?: CallOptions) => Promise<TransferRecallAnswer>;
  /**
   * Put money on an account: `POST /v2/simulations/accounts/{account}/fund` (sandbox only).
   * Loads the main balance of an account, or the balance named. The amount is in major units.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12003 account_not_active.
   */
  simAccountFund: (input: SimAccountFundInput, options?: CallOptions) => Promise<SimAccountFundAnswer>;
  /**
   * Choose the answer of screening for a name: `POST /v2/simulations/aml` (sandbox only).
   * From now on screening answers for every name that fits the pattern as it is told here, whatever the lists say:
   * clear, a match with one of a list, or no answer at all (aml_check: 18000). `*` in the pattern stands for
   * anything, and case does not count; the longest pattern that fits decides. The outcome `lists` takes it back.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simAml: (input: SimAmlInput, options?: CallOptions) => Promise<SimAmlAnswer>;
  /**
   * Clear or confirm a match of screening: `POST /v2/simulations/aml/{aml}/decision` (sandbox only).
   * Decides the case of a token that aml_check or AML.MATCH has told. `clear`: it is somebody else; the token can be
   * used from now on, and AML.CLEARED is sent. `confirm`: it is the one on the list. A decision is final.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simAmlDecision: (input: SimAmlDecisionInput, options?: CallOptions) => Promise<SimAmlDecisionAnswer>;
  /**
   * Say how the checks of an application come out: `POST /v2/simulations/applications/{application}/checks` (sandbox only).
   * Fixes the results of checks, now or when they will run: `timeout` lets the provider be silent, which is tried
   * again and then shown as failed for the reason provider_timeout. What is left out is checked as usual. Checks
   * that run, or wait for a review, begin anew.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simApplicationChecks: (input: SimApplicationChecksInput, options?: CallOptions) => Promise<SimApplicationChecksAnswer>;
  /**
   * Decide an application: `POST /v2/simulations/applications/{application}/decision` (sandbox only).
   * Approves or declines an application that is being checked or reviewed, or sends it back for more information:
   * fields as client profiles name them (company.website, members, members.documents), each a requirement until it
   * is given anew.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simApplicationDecision: (input: SimApplicationDecisionInput, options?: CallOptions) => Promise<SimApplicationChecksAnswer>;
  /**
   * Read the clock: `GET /v2/simulations/clock` (sandbox only).
   * The time of this instance, and the work that waits for a time within 30 days: settlements, deadlines, expiries.
   */
  simClockGet: (input?: Record<never, never>, options?: CallOptions) => Promise<SimClockGetAnswer>;
  /**
   * Reset the clock: `DELETE /v2/simulations/clock` (sandbox only).
   * The instance follows real time again. Bookings keep the moment of the last one until that has passed.
   * Refuses with 11004 non_unique_value.
   */
  simClockReset: (input?: Record<never, never>, options?: CallOptions) => Promise<SimClockGetAnswer>;
  /**
   * Move the clock: `POST /v2/simulations/clock` (sandbox only).
   * Sets the time of this instance, or advances it by seconds (`30s`), minutes, hours, days (`3d`) or business days
   * (`10bd`) of a calendar. All work due on the way is done in order, each at its own time. Everything that reads
   * time follows, except the signature window, idempotency keys, key rotation and identifiers. Set back, bookings
   * still never go back in time: they keep the moment of the last one until the clock has passed it.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simClockSet: (input?: SimClockSetInput, options?: CallOptions) => Promise<SimClockGetAnswer>;
  /**
   * Accept or reject a document: `POST /v2/simulations/documents/{document}/review` (sandbox only).
   * Gives the review of a document the outcome asked for, whatever it was before; a rejection needs its reason.
   * DOCUMENT.UPDATE is sent when something changes. An application that lacks a document then, or does not any more,
   * follows.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simDocumentReview: (input: SimDocumentReviewInput, options?: CallOptions) => Promise<SimDocumentReviewAnswer>;
  /**
   * Order a fault: `POST /v2/simulations/faults` (sandbox only).
   * The next `count` calls of an operation (or of any: `*`) answer late (`latency`, by `delay_ms`), fail without
   * doing anything (`error`, code 500), are too many (`rate_limit`, code 429 with Retry-After), or are done while
   * the answer is lost (`timeout_after_commit`: code 500, services.general.outcome_unknown). The next `count`
   * deliveries of an event (`operation` is its name, or `*`) are sent twice (`duplicate_webhook`) or overtaken by
   * later ones (`reorder_webhook`: held back by `delay_ms`). Simulations are never disturbed. A `count` of 0 takes
   * back all faults.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simFault: (input: SimFaultInput, options?: CallOptions) => Promise<SimFaultAnswer>;
  /**
   * Load a balance by an external card: `POST /v2/simulations/loads` (sandbox only).
   * Loads a balance as if its holder had paid by a card of another bank: within the limits of the program, with its
   * fee. With another outcome than approved the load is a rejected transaction, hidden, with the outcome as its
   * reason_code; nothing moves.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 12003 account_not_active,
   * 12002 limit_exceeded, 12001 insufficient_funds.
   */
  simLoad: (input: SimLoadInput, options?: CallOptions) => Promise<SimLoadAnswer>;
  /**
   * Decide the verification of a member of a company: `POST /v2/simulations/members/{member}/verification` (sandbox only).
   * Gives the verification of a member the outcome asked for, whatever it was before. MEMBER.UPDATE is sent when the
   * status changes.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simMemberVerification: (input: SimMemberVerificationInput, options?: CallOptions) => Promise<SimMemberVerificationAnswer>;
  /**
   * Change the risk of a merchant: `POST /v2/simulations/merchants/{merchant}/risk` (sandbox only).
   * Gives a merchant another risk; MERCHANT.RISK_SCORE is sent.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simMerchantRisk: (input: SimMerchantRiskInput, options?: CallOptions) => Promise<SimMerchantRiskAnswer>;
  /**
   * Turn the suspense queue on or off: `POST /v2/simulations/queue/enable` (sandbox only).
   * Whether this instance's incoming transfers by SCT, SEPA Instant and Faster Payments are queued for a decision.
   * Off until it is turned on. In production it takes the approval that an operator records.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simQueueEnable: (input: SimQueueEnableInput, options?: CallOptions) => Promise<SimQueueEnableAnswer>;
  /**
   * Let a record of the suspense queue expire: `POST /v2/simulations/queue/{queue_record}/expire` (sandbox only).
   * Puts a record past its tenth business day: it is expired. On the next morning of the instance’s clock the
   * sandbox sends it back, as an operator would.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simQueueExpire: (input: SimQueueExpireInput, options?: CallOptions) => Promise<SimQueueExpireAnswer>;
  /**
   * Have a pending wire settle later: `POST /v2/simulations/wires/{transaction}/delay` (sandbox only).
   * The scheme settles a pending wire so many seconds later than it would have. One that has ended stays so.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWireDelay: (input: SimWireDelayInput, options?: CallOptions) => Promise<SimWireDelayAnswer>;
  /**
   * Receive a wire: `POST /v2/simulations/wires/incoming` (sandbox only).
   * Another bank sends a credit transfer. It is credited, or queued where the instance queues incoming transfers or
   * the sender's name begins with HOLD (`queue_record`; never BGN), or goes back by itself: unknown account AC01,
   * closed AC04, blocked AC06.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simWireIncoming: (input: SimWireIncomingInput, options?: CallOptions) => Promise<SimWireIncomingAnswer>;
  /**
   * Another bank recalls a received wire: `POST /v2/simulations/wires/{transaction}/recall` (sandbox only).
   * The bank that sent a wire asks for it back (camt.056): TRANSFER.RECALL tells of it, transfer_recall_answer
   * answers.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWireRecall: (input: SimWireRecallInput, options?: CallOptions) => Promise<SimWireRecallAnswer>;
  /**
   * The other bank answers your recall: `POST /v2/simulations/wires/{transaction}/recall-answer` (sandbox only).
   * Answers the open recall of a wire of yours. Accepted, the wire comes back with the reason FOCR; else the recall
   * is refused with the reason given. TRANSFER.RECALL tells of either.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWireRecallAnswer: (input: SimWireRecallAnswerInput, options?: CallOptions) => Promise<SimWireDelayAnswer>;
  /**
   * Reject a pending wire: `POST /v2/simulations/wires/{transaction}/reject` (sandbox only).
   * The scheme rejects a pending wire of yours: what was held is free again.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWireReject: (input: SimWireRejectInput, options?: CallOptions) => Promise<SimWireDelayAnswer>;
  /**
   * Send a wire back: `POST /v2/simulations/wires/{transaction}/return` (sandbox only).
   * The other bank returns a wire of yours; one that is pending settles first. A further transaction, whose parent
   * is the wire, credits it; the wire is returned.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWireReturn: (input: SimWireReturnInput, options?: CallOptions) => Promise<SimWireDelayAnswer>;
  /**
   * Settle a pending wire now: `POST /v2/simulations/wires/{transaction}/settle` (sandbox only).
   * The scheme settles a pending wire of yours at once; also one by which a held transfer goes back.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWireSettle: (input: SimWireSettleInput, options?: CallOptions) => Promise<SimWireDelayAnswer>;
  /**
   * Start anew: `POST /v2/simulations/reset` (sandbox only).
   * Retires this instance (or, with `keep`, leaves it open) and makes a new one with its own key, webhook secret,
   * Master Merchant and programs. A sealed ledger is never wiped: what was booked stays and is still verified, but
   * the old keys open nothing any more. The new key is in this answer only, and in sandbox.json.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simReset: (input?: SimResetInput, options?: CallOptions) => Promise<SimResetAnswer>;
  /**
   * Run a scenario: `POST /v2/simulations/scenarios/{name}` (sandbox only).
   * Runs the calls of a story in the name of the calling key and checks each answer. `passed` says whether all were
   * as expected; `kept` has the tokens of what was made, to go on with. Stories are YAML files: those of the bank,
   * and whatever lies in the folder `scenarios` of its data.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found, 11000 general_error.
   */
  simScenario: (input: SimScenarioInput, options?: CallOptions) => Promise<SimScenarioAnswer>;
  /**
   * The scenarios that there are: `GET /v2/simulations/scenarios` (sandbox only).
   * The names of all stories: those that come with the bank and those in the folder `scenarios` of its data.
   */
  simScenariosList: (input?: Record<never, never>, options?: CallOptions) => Promise<SimScenariosListAnswer>;
  /**
   * Change the risk of a natural person: `POST /v2/simulations/users/{user}/risk` (sandbox only).
   * Gives a user another risk; USER.RISK_SCORE is sent, with the verification as it stands.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simUserRisk: (input: SimUserRiskInput, options?: CallOptions) => Promise<SimUserRiskAnswer>;
  /**
   * Decide the verification of a natural person: `POST /v2/simulations/users/{user}/verification` (sandbox only).
   * Gives the verification of a user the outcome asked for, whatever it was before. USER.UPDATE is sent when the
   * status changes, and USER.RISK_SCORE.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simUserVerification: (input: SimUserVerificationInput, options?: CallOptions) => Promise<SimUserVerificationAnswer>;
  /**
   * Have another bank verify a payee here: `POST /v2/simulations/vop/inbound` (sandbox only).
   * Answers as this bank answers others: for a sort code of another bank SCNS, for an account that is not there
   * AC01, then what payee_settings_update has set, then name and type of the account. Nothing is kept of it.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simVopInbound: (input: SimVopInboundInput, options?: CallOptions) => Promise<SimVopInboundAnswer>;
  /**
   * Tell another bank's answer to the next payee checks: `POST /v2/simulations/vop/responder` (sandbox only).
   * The next checks of an account at another bank are answered as told, in the order in which answers were queued.
   * An answer that is delayed by more than five seconds comes too late: the check is NOAP. A close match needs the
   * name that the account is held in.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simVopResponder: (input: SimVopResponderInput, options?: CallOptions) => Promise<SimVopResponderAnswer>;
  /**
   * Send the example of an event: `POST /v2/simulations/webhooks/example` (sandbox only).
   * Sends the example payload of an event, signed like any delivery, to one active webhook or to all of them, once
   * and at once, whatever they subscribed to. The answer shows headers and body to the byte, and what the receiver
   * said. It is no event of the bank: its `sequence` is 0 and events_list does not know it.
   * Refuses with 11001 validation_error, 11004 non_unique_value, 11002 entity_not_found.
   */
  simWebhookExample: (input: SimWebhookExampleInput, options?: CallOptions) => Promise<SimWebhookExampleAnswer>;
  /**
   * Explain what is wrong with a signature: `POST /v2/simulations/signature-doctor` (sandbox only).
   * Takes a request as it was sent (method, path or operation, the signing headers, the body as text) and says
   * whether it would be let in now. If not, it tries the known mistakes of clients, alone and two at once, and names
   * the one that gives the hash that was sent. expected.text is what had to be signed, parts are the bytes of its
   * four texts, and at is the first byte at which what was signed differs. Never shows a secret; bodies up to 64
   * KiB.
   * Refuses with 11001 validation_error, 11004 non_unique_value.
   */
  simSignatureDoctor: (input: SimSignatureDoctorInput, options?: CallOptions) => Promise<SimSignatureDoctorAnswer>;
}

/** The payload of each event, by its action. */
export interface WebhookEvents {
  /** A transaction was booked */
  'TRANSACTION.NEW': Transaction;
  /** The status of a transaction changed */
  'TRANSACTION.UPDATE': TransactionUpdatePayload;
  /** A balance changed */
  'BALANCE.UPDATE': BalanceUpdatePayload;
  /** webhook_test was called; delivered to that webhook only */
  'WEBHOOK.TEST': WebhookTestPayload;
  /** A key was rotated and its secret before stops working (`rotated`), or a key comes within seven days of its end (`expires`) */
  'KEY.EXPIRING': KeyExpiringPayload;
  /** A document was accepted or rejected */
  'DOCUMENT.UPDATE': DocumentUpdatePayload;
  /** A merchant was suspended, is served again, or was closed */
  'MERCHANT.STATUS': MerchantStatusPayload;
  /** The verification of a natural person came to a result */
  'USER.RISK_SCORE': UserRiskScorePayload;
  /** The verification of a natural person has changed */
  'USER.UPDATE': UserUpdatePayload;
  /** Screening has found a match, at onboarding, by aml_check, or because a list has changed */
  'AML.MATCH': AmlMatchPayload;
  /** An operator has cleared a match: it is somebody else, and the token can be used */
  'AML.CLEARED': AmlClearedPayload;
  /** The state or the requirements of an application have changed */
  'APPLICATION.UPDATE': ApplicationUpdatePayload;
  /** The verification of a member of a company has changed */
  'MEMBER.UPDATE': MemberUpdatePayload;
  /** An application was approved: its merchant can be used from now on */
  'MERCHANT.CREATED': MerchantCreatedPayload;
  /** A merchant has been given a merchant ID and a terminal ID for an acquiring product */
  'STORE.CREATED': StoreCreatedPayload;
  /** The risk of a legal entity is known, or has changed */
  'MERCHANT.RISK_SCORE': MerchantRiskScorePayload;
  /** An account number of an account is ready */
  'ACCOUNT.IBAN': AccountIbanPayload;
  /** The status of an account has changed */
  'ACCOUNT.STATUS': AccountStatusPayload;
  /** An incoming transfer entered the suspense queue */
  'TRANSACTION.SUSPENDED': Queue;
  /** A record of the suspense queue was decided, returned or expired */
  'QUEUE.UPDATE': Queue;
  /** Two business days are left to decide a record of the suspense queue */
  'QUEUE.EXPIRING': Queue;
  /** A recall was received, sent or answered */
  'TRANSFER.RECALL': TransferRecallPayload;
}

/** Why a call was refused: OpenEmiError.key. */
export type RefusalKey =
  | 'services.general.bad_request'
  | 'services.general.http_unauthorized'
  | 'services.general.http_forbidden'
  | 'services.general.http_not_found_exception'
  | 'services.general.too_many_requests'
  | 'services.general.http_exception'
  | 'services.general.outcome_unknown'
  | 'services.general.validation_error'
  | 'services.general.entity_not_found'
  | 'services.general.non_unique_value'
  | 'services.general.error'
  | 'services.general.invalid_processor'
  | 'service.aml.match.found'
  | 'services.general.service_request_exception'
  | 'services.money.account_not_active'
  | 'services.money.duplicate_suspected'
  | 'services.money.vop_required'
  | 'services.money.limit_exceeded'
  | 'services.money.insufficient_funds';

