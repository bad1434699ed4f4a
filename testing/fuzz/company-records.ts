import type { TestApp } from '#testing/app.ts'
import { endpoints } from '#testing/endpoints.ts'
import {
  buildColleague,
  buildContainer,
  buildDefaultParty,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  type Caller,
  formWithFile,
} from '#testing/factories.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import type { IdOf } from './requests.ts'
import { validInput } from './valid-input.ts'

type Made = { id: string }

/** Records of the company for spoilt calls to name, so that they reach what lies behind the first look-up. */
export async function recordsOf(test: TestApp, company: Caller): Promise<IdOf> {
  const make = async (path: string, body: object) => (await company.call<Made>('POST', path, body)).body.id
  const upload = async (path: string, file: { name: string; content: Uint8Array | string }, fields = {}) => {
    const { payload, headers } = formWithFile(file, fields)
    return (await company.call<Made>('POST', path, payload, headers)).body.id
  }
  const job = await buildJob(company, { name: 'Spoilt' })
  const organisation = await buildOrganisation(company)
  const [second, gone] = [await buildOrganisation(company), await buildOrganisation(company)]
  const { body: merged } = await company.call<{ merge: Made }>('POST', '/api/organisation/merge', {
    keptId: second.id,
    mergedId: gone.id,
    keptVersion: 1,
    mergedVersion: 1,
  })
  const item = await buildItem(company, job.id)
  const container = await buildContainer(company, job.id)
  const consignee = await buildParty(company, job.id, 'consignee', organisation.partyId)
  const notified = await buildDefaultParty(
    company,
    organisation.id,
    ['consignee', 'notifyParty'],
    second.partyId,
  )
  // Somebody else: who changes their own password has to sign in again.
  const colleague = await buildColleague(test, company, 'staff')
  const document = await upload(
    '/api/document',
    { name: 'note.txt', content: 'A note.' },
    { shipmentId: job.id },
  )
  const template = await upload('/api/documenttemplate', {
    name: 'Notice.dotx',
    content: templateFile({ body: paragraph('Notice') }),
  })
  const port = await make('/api/port', { name: 'Port Qasim' })
  const token = await make('/api/apitoken', { name: 'Spoilt', role: 'viewer' })
  const mailTemplate = await make('/api/mailtemplate', {
    name: 'Spoilt',
    purpose: 'other',
    subject: 'Spoilt',
    text: 'Spoilt',
    to: [],
    cc: [],
    documentTemplateIds: [],
    stamp: null,
  })
  const mail = await make('/api/mail', {
    id: crypto.randomUUID(),
    shipmentId: job.id,
    to: [{ address: 'spoilt@x.example' }],
    subject: 'Spoilt',
    text: 'Spoilt',
  })
  const byField: Record<string, string> = {
    shipmentId: job.id,
    jobId: job.id,
    job: job.id,
    shipmentIds: job.id,
    organisationId: organisation.id,
    containerId: container.id,
    keptId: organisation.id,
    mergedId: second.id,
    with: second.id,
    party: organisation.partyId,
    partyId: organisation.partyId,
    consigneeId: organisation.partyId,
    shipperId: organisation.partyId,
    clearingAgentId: organisation.partyId,
    agentId: organisation.partyId,
    carrierId: organisation.partyId,
    port,
    loadingPortId: port,
    documentId: document,
    documentTemplateId: template,
    templateId: template,
    templateIds: template,
    documentTemplateIds: template,
    user: colleague.membership.user.id,
    by: company.membership.user.id,
  }
  // The longest first: an address begins with one of them alone.
  const byPath: [string, string][] = [
    ['/api/finance/getpartyfinances', organisation.partyId],
    ['/api/finance', job.quote.financeId],
    ['/api/shipmentconsignee', consignee.id],
    ['/api/shipment', job.id],
    ['/api/item', item.id],
    ['/api/organisation/merge', merged.merge.id],
    ['/api/organisation/defaultparty', notified.id],
    ['/api/organisation', organisation.id],
    ['/api/documenttemplate', template],
    ['/api/document', document],
    ['/api/mail', mail],
    ['/api/mailtemplate', mailTemplate],
    ['/api/apitoken', token],
    ['/api/port', port],
    ['/api/register', colleague.membership.user.id],
  ]
  const idOf: IdOf = (field, { method, path }) =>
    byField[field] ??
    // What a POST makes gets an id of its own.
    ((field === 'id' && (method !== 'POST' || /:id|generate/.test(path))) || field === 'idOrSearch'
      ? byPath.find(([start]) => isBelow(path, start))?.[1]
      : undefined)
  // One of every other kind of record that the contract can make.
  for (const endpoint of endpoints) {
    const { method, path, body, multipart, status } = endpoint
    if (method !== 'POST' || !body || multipart || status !== 201) continue
    if (byPath.some(([start]) => isBelow(path, start))) continue
    const reply = await company.call<Made>(
      'POST',
      path,
      validInput(body, field => idOf(field, endpoint)),
    )
    if (reply.status === 201 && reply.body.id) byPath.push([path, reply.body.id])
  }
  return idOf
}

const isBelow = (path: string, start: string) => path === start || path.startsWith(`${start}/`)
