import type { Document } from '#contract/documents.ts'
import type { TestApp } from '#testing/app.ts'
import {
  buildColleague,
  buildItem,
  buildJob,
  buildOrganisation,
  formWithFile,
  send,
  type Caller,
} from '#testing/factories.ts'
import type { IdOf } from './requests.ts'

/** Records of the company for spoilt calls to name, so that they reach what lies behind the first look-up. */
export async function recordsOf(test: TestApp, company: Caller): Promise<IdOf> {
  const { account, user } = company.membership
  // Somebody else: who changes their own password has to sign in again.
  const colleague = await buildColleague(test, company, 'staff')
  const job = await buildJob(company, { name: 'Spoilt' })
  const organisation = await buildOrganisation(company)
  const item = await buildItem(company, job.id)
  const form = formWithFile({ name: 'note.txt', content: 'A note.' }, { shipmentId: job.id })
  const { body: document } = await send<Document>(test, {
    method: 'POST',
    url: '/api/document',
    payload: form.payload,
    headers: { authorization: `Bearer ${company.token}`, ...form.headers },
  })
  const { body: port } = await company.call<{ id: string }>('POST', '/api/port', { name: 'Port Qasim' })
  const byField: Record<string, string | undefined> = {
    shipmentId: job.id,
    jobId: job.id,
    job: job.id,
    shipmentIds: job.id,
    organisation: organisation.id,
    organisationId: organisation.id,
    consigneeId: organisation.partyId,
    party: organisation.partyId,
    port: port.id,
    documentId: document.id,
    user: user.id,
    by: user.id,
    financeId: job.quote.financeId,
    quoteId: job.quote.id,
    accountId: account.id,
  }
  const byPath: [string, string | undefined][] = [
    ['/api/shipment', job.id],
    ['/api/item', item.id],
    ['/api/finance', job.quote.financeId],
    ['/api/organisation', organisation.id],
    ['/api/document', document.id],
    ['/api/port', port.id],
    ['/api/register', colleague.membership.user.id],
  ]
  const unknown = crypto.randomUUID()
  return (field, path) =>
    byField[field] ??
    (field === 'id' || field === 'idOrSearch'
      ? byPath.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1]
      : undefined) ??
    unknown
}
