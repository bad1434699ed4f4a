import * as apiTokens from '#contract/api-tokens.ts'
import * as company from '#contract/company.ts'
import * as documents from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as enquiries from '#contract/enquiries.ts'
import * as generation from '#contract/generation.ts'
import * as finance from '#contract/finance.ts'
import * as history from '#contract/history.ts'
import * as signIns from '#contract/sign-ins.ts'
import * as items from '#contract/items.ts'
import * as joining from '#contract/joining.ts'
import * as jobs from '#contract/jobs.ts'
import * as limits from '#contract/limits.ts'
import * as mailTemplates from '#contract/mail-templates.ts'
import * as mailSettings from '#contract/mail-settings.ts'
import * as mails from '#contract/mails.ts'
import * as organisations from '#contract/organisations.ts'
import * as parties from '#contract/parties.ts'
import * as ports from '#contract/ports.ts'
import * as search from '#contract/search.ts'
import * as summaries from '#contract/summaries.ts'
import * as templateFields from '#contract/template-fields.ts'
import * as templates from '#contract/templates.ts'
import * as preferences from '#contract/preferences.ts'
import * as users from '#contract/users.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call that the contract names, found in what its files export. */
export const endpoints: Endpoint[] = [
  apiTokens,
  company,
  documents,
  enquiries,
  finance,
  generation,
  history,
  signIns,
  items,
  joining,
  jobs,
  limits,
  mails,
  mailSettings,
  mailTemplates,
  organisations,
  parties,
  ports,
  search,
  summaries,
  templateFields,
  templates,
  preferences,
  users,
].flatMap(file =>
  Object.values(file)
    .concat(Object.values(parties.partyLinks).filter(() => file === parties))
    .flatMap(value => (isEndpoint(value) ? [value] : Object.values(value as object).filter(isEndpoint))),
)
