import { domain } from '../../kernel/domain.ts';
import {
  applicationUpdate as applicationUpdateEvent,
  memberUpdate,
  merchantCreated,
  merchantRiskScore,
  storeCreated,
} from './events.ts';
import { checkApplication, expireApplication, rescreen } from './jobs.ts';
import { applicationCreate } from './operations/application-create.ts';
import { applicationDetails } from './operations/application-details.ts';
import { applicationSubmit } from './operations/application-submit.ts';
import { applicationUpdate } from './operations/application-update.ts';
import { applicationWithdraw } from './operations/application-withdraw.ts';
import { applicationsList } from './operations/applications-list.ts';
import { companyAddDocument } from './operations/company-add-document.ts';
import { companyAddMember } from './operations/company-add-member.ts';
import { companyAddMemberDocument } from './operations/company-add-member-document.ts';
import { companyMemberStatus } from './operations/company-member-status.ts';
import { companyMembersList } from './operations/company-members-list.ts';
import { companyUpdate } from './operations/company-update.ts';
import { companyUpdateContacts } from './operations/company-update-contacts.ts';
import { companyUpdateMember } from './operations/company-update-member.ts';

export const onboarding = domain({
  name: 'onboarding',
  summary: 'Legal entities apply for products, are checked, and become merchants.',
  operations: [
    applicationCreate,
    applicationDetails,
    applicationsList,
    applicationUpdate,
    applicationSubmit,
    applicationWithdraw,
    companyUpdate,
    companyUpdateContacts,
    companyAddMember,
    companyUpdateMember,
    companyMemberStatus,
    companyMembersList,
    companyAddDocument,
    companyAddMemberDocument,
  ],
  events: [applicationUpdateEvent, memberUpdate, merchantCreated, storeCreated, merchantRiskScore],
  jobs: [checkApplication, rescreen, expireApplication],
});
