import assert from 'node:assert/strict';
import { exampleCompany, examplePayout, examplePdf, examplePerson } from '../domains/onboarding/examples.ts';
import type { CallInput, TestBank } from './test-bank.ts';

/** A partner who brings companies, for the tests of onboarding. */
export interface Applicant {
  /** A call that must succeed: its data. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
  done(operation: string, input?: CallInput): Promise<any>;
  /** Creates an application for some products; acquiring ones with payout details. */
  begin(products?: readonly string[], more?: object): Promise<string>;
  /** Gives an application all that the sandbox asks for. */
  complete(application: string, person?: object, company?: object): Promise<void>;
  /** Both: an application that is being checked. */
  submitted(person?: object, company?: object): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
  read(application: string): Promise<any>;
  /** Lets time pass on the bank's clock, and what is due happen. */
  pass(seconds: number): Promise<void>;
  /** The events whose payload names a token, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads are whatever JSON their schema says
  told(token: string): Promise<readonly { readonly action: string; readonly payload: any }[]>;
}

export function applicantOf(bank: TestBank): Applicant {
  const done: Applicant['done'] = async (operation, input = {}) => {
    const answer = await bank.call(operation, input);
    assert.equal(answer.code, 0, `${operation}: ${answer.text}`);
    return answer.data;
  };
  const begin: Applicant['begin'] = async (products = ['account-opening'], more = {}) => {
    const acquires = products.some((product) => ['pos', 'e-commerce', 'qr'].includes(product));
    const body = { products, ...(acquires && { payout_details: [examplePayout] }), ...more };
    return (await done('application_create', { body })).token;
  };
  const complete: Applicant['complete'] = async (application, person = {}, company = {}) => {
    const params = { application };
    await done('company_update', { params, body: { ...exampleCompany, ...company } });
    await done('company_add_member', { params, body: { ...examplePerson, ...person } });
    await done('company_add_document', { params, body: { file: examplePdf, file_type: 'pdf' } });
  };
  return {
    done,
    begin,
    complete,
    async submitted(person, company) {
      const application = await begin();
      await complete(application, person, company);
      return application;
    },
    read: (application) => done('application_details', { params: { application } }),
    async pass(seconds) {
      bank.clock.advance(seconds);
      await bank.settle();
    },
    async told(token) {
      const { items } = await done('events_list', { params: { page: 1, limit: 100 } });
      return items.filter(({ payload }: { payload: object }) => JSON.stringify(payload).includes(token)).reverse();
    },
  };
}
