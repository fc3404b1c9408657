import { exampleDocument } from '../documents/model.ts';
import { type Application, companyNames, type Member } from './model.ts';

/** What the reference shows. */

export const exampleCompany = {
  legal_name: 'Rila Trade EOOD',
  trade_name: 'Rila',
  country: 'BG',
  city: 'Sofia',
  zip: '1000',
  address1: 'ul. Shipka 6',
  contact_email: 'office@rila.example',
  business_activity: '47',
} as const;

export const examplePerson = {
  type: ['ubo', 'ceo'] as ('ubo' | 'ceo')[],
  first_name: 'Maria',
  last_name: 'Petrova',
  birthday: '1990-05-17',
  nationality: 'BG',
  country_of_residence: 'BG',
} as const;

export const examplePayout = {
  amount: 100,
  currency: 'EUR',
  iban: 'BG80BNBG96611020345678',
  period: 'weekly',
  delay: '2',
} as const;

export const exampleMember = {
  token: '01939e6c-7b20-7c31-9e10-4a5b6c7d8e9f',
  status: 'active',
  user: null,
  ...examplePerson,
  place_of_birth: null,
  country: null,
  city: null,
  zip: null,
  address1: null,
  mobile_phone: null,
  email: null,
  legal_name: null,
  uic: null,
  legal_form: null,
  ownership: null,
  ownership_percentage: null,
  pep_declaration: null,
  unique_identifier: null,
  verification_status: 'not_started',
  documents: [],
} as unknown as Member;

const unknownCompany = Object.fromEntries(companyNames.map((name) => [name, null]));

/** As application_create answers it. */
export const exampleDraft = {
  token: exampleDocument.application,
  application: exampleDocument.application,
  merchant: null,
  status: 'draft',
  products: ['e-commerce', 'account-opening'],
  due_diligence: null,
  mode: 'automatic',
  ip_address: '203.0.113.7',
  fingerprint: null,
  company: { token: exampleDocument.company, ...unknownCompany, documents: [] },
  members: [],
  payout_details: [{ ...examplePayout, sort_code: null, account_number: null }],
  checks: [],
  risk: null,
  requirements: [
    { field: 'company.legal_name', member: null, code: 'missing', message: 'is missing' },
    { field: 'members', member: null, code: 'missing', message: 'is missing' },
  ],
  decision: null,
  created_at: '2026-11-20T10:15:30.000Z',
  updated_at: '2026-11-20T10:15:30.000Z',
} as unknown as Application;

/** As it is once everything is there. */
export const exampleApplication = {
  ...exampleDraft,
  status: 'checking',
  company: { token: exampleDocument.company, ...unknownCompany, ...exampleCompany, documents: [exampleDocument] },
  members: [exampleMember],
  checks: (['risk', 'register', 'sanctions', 'adverse_media'] as const).map((type) => {
    return { type, status: 'pending', reason: null, at: null };
  }),
  requirements: [],
} as unknown as Application;

/** The smallest file that is a PDF, in base64. */
export const examplePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64');
