import type { InjectOptions } from 'fastify'
import type { DefaultParty } from '#contract/default-parties.ts'
import type { Finance } from '#contract/finance.ts'
import type { Item } from '#contract/items.ts'
import type { WaitingInvitation } from '#contract/joining.ts'
import type { Job } from '#contract/jobs.ts'
import type { Container } from '#contract/containers.ts'
import type { Note } from '#contract/notes.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { PartyRole } from '#contract/parties.ts'
import { isListedRole, partyWire } from '#contract/parties.ts'
import type { Role } from '#contract/permissions.ts'
import type { ReferenceKind } from '#contract/reference-kinds.ts'
import type { Reference } from '#contract/references.ts'
import type { SharedView } from '#contract/shared-views.ts'
import type { Membership } from '#contract/users.ts'
import type { TestApp } from './app.ts'
import { signIn, signUp, type TestPerson } from './identity.ts'

export type Reply<Body = unknown> = {
  status: number
  body: Body
  headers: Record<string, string | string[] | number | undefined>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A signed-in person who calls the API over HTTP as the browser does. */
export type Caller = {
  token: string
  person: TestPerson
  membership: Membership
  call: <Body = unknown>(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply<Body>>
}

let people = 0

export function newPerson(changes: Partial<TestPerson> = {}): TestPerson {
  people += 1
  const name = `${Date.now().toString(36)}${process.pid}${people}`
  return {
    email: `${name}@forwarder.example`,
    name: 'Amina Qureshi',
    company: 'Karachi Forwarding',
    password: 'a long enough password',
    ...changes,
  }
}

export async function send<Body = unknown>({ app }: TestApp, request: InjectOptions): Promise<Reply<Body>> {
  const reply = await app.inject(request)
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    body: (reply.body === '' ? null : isJson ? reply.json() : reply.body) as Body,
    headers: reply.headers as Reply['headers'],
  }
}

export function callerWith(test: TestApp, token: string): Caller['call'] {
  return (method, url, body, headers = {}) =>
    send(test, {
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
}

/** A new company with its administrator, signed up through the provider. */
export async function buildCompany(test: TestApp, changes: Partial<TestPerson> = {}): Promise<Caller> {
  const person = newPerson(changes)
  const { accessToken: token } = await signUp(test.app, person)
  if (test.mail.smtp) await verifyAddress(test, person.email)
  const call = callerWith(test, token)
  const { body: membership } = await call<Membership>('POST', '/api/register')
  return { token, person, membership, call }
}

/** As if this person had entered the code that was sent to their address. */
export async function verifyAddress({ database }: TestApp, email: string): Promise<void> {
  const { rows } = await database.signIn.query<{ subject: string }>(
    'select subject from identity_users where email = $1',
    [email],
  )
  await database.pool.query('select note_verified_address($1, $2)', [rows[0]?.subject, email])
}

/** Accepts the one invitation that waits for this person. */
export async function acceptInvitation(call: Caller['call']): Promise<Membership> {
  const { body: waiting } = await call<WaitingInvitation[]>('GET', '/api/register/invitation')
  const { body } = await call<Membership>('POST', `/api/register/invitation/${waiting[0]?.id}/accept`)
  return body
}

/** A colleague of that role, added by the company's administrator, who has signed in and accepted. */
export async function buildColleague(
  test: TestApp,
  company: Caller,
  role: Role,
  changes: Partial<TestPerson> = {},
): Promise<Caller> {
  const { email, password, name: displayName } = newPerson(changes)
  await company.call('POST', '/api/register/adduser', { displayName, email, password, role })
  const { accessToken: token } = await signIn(test.app, { email, password })
  const call = callerWith(test, token)
  if (test.mail.smtp) await verifyAddress(test, email)
  const membership = await acceptInvitation(call)
  return { token, person: { ...company.person, name: displayName, email, password }, membership, call }
}

export async function buildJob(company: Caller, fields: Record<string, unknown> = {}): Promise<Job> {
  const { body: job } = await company.call<Job>('POST', '/api/shipment')
  if (Object.keys(fields).length === 0) return job
  return (await company.call<Job>('PUT', '/api/shipment', { id: job.id, ...fields })).body
}

export async function buildOrganisation(
  company: Caller,
  fields: Record<string, unknown> = {},
): Promise<Organisation & { partyId: string }> {
  const { body } = await company.call<Organisation>('POST', '/api/organisation', {
    name: 'Indus Textiles',
    ...fields,
  })
  return { ...body, partyId: body.parties[0]?.id ?? '' }
}

/** In what role a contact has whom in which other role, by default. */
export async function buildDefaultParty(
  company: Caller,
  organisationId: string,
  [whenRole, role]: readonly [PartyRole, PartyRole],
  partyId: string,
): Promise<DefaultParty> {
  const body = { organisationId, whenRole, role, partyId }
  return (await company.call<DefaultParty>('POST', '/api/organisation/defaultparty', body)).body
}

export async function buildParty(
  company: Caller,
  jobId: string,
  role: PartyRole,
  partyId: string,
): Promise<{ id: string; shipmentVersion: number }> {
  const path = isListedRole(role) ? partyWire[role].path : '/api/shipmentparty'
  const named = isListedRole(role) ? { [partyWire[role].field]: partyId } : { role, partyId }
  const reply = await company.call<{ id: string; shipmentVersion: number }>('POST', path, {
    shipmentId: jobId,
    ...named,
  })
  return reply.body
}

export async function buildItem(
  company: Caller,
  jobId: string,
  fields: Record<string, unknown> = {},
): Promise<Item> {
  const { body } = await company.call<Item>('POST', '/api/item', {
    shipmentId: jobId,
    name: 'Cotton yarn',
    ...fields,
  })
  return body
}

export async function buildContainer(
  company: Caller,
  jobId: string,
  fields: Record<string, unknown> = {},
): Promise<Container> {
  const { body } = await company.call<Container>('POST', '/api/container', {
    shipmentId: jobId,
    number: 'MSKU1234565',
    ...fields,
  })
  return body
}

export async function buildReference(
  company: Caller,
  jobId: string,
  fields: Record<string, unknown> = {},
): Promise<Reference> {
  const reference = { shipmentId: jobId, kind: 'booking', number: 'BK4711', ...fields }
  return (await company.call<Reference>('POST', '/api/reference', reference)).body
}

/** A kind of references of the company's own. */
export async function buildReferenceKind(company: Caller, name = 'Dossier'): Promise<ReferenceKind> {
  return (await company.call<ReferenceKind>('POST', '/api/referencekind', { name })).body
}

export async function buildNote(
  company: Caller,
  jobId: string,
  fields: Record<string, unknown> = {},
): Promise<Note> {
  const note = { shipmentId: jobId, text: 'The haulier comes at noon.', ...fields }
  return (await company.call<Note>('POST', '/api/note', note)).body
}

/** A view of the dashboard that somebody shares with the company. */
export async function buildSharedView(
  company: Caller,
  fields: Partial<SharedView> = {},
): Promise<SharedView> {
  const view = { name: 'Sea by ETA', address: 'tab=open&sort=eta', layout: null, ...fields }
  return (await company.call<SharedView>('POST', '/api/sharedview', view)).body
}

export async function financeOf(company: Caller, job: Job): Promise<Finance> {
  return (await company.call<Finance>('GET', `/api/finance/${job.quote.financeId}`)).body
}

/** A form with a file, as the browser's FormData sends it: the file first, then the fields. */
export function formWithFile(
  file: { name: string; content: Uint8Array | string; type?: string; part?: string } | null,
  fields: Record<string, string> = {},
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = '----lading-test-boundary'
  const parts: Buffer[] = []
  const add = (head: string, content: Uint8Array | string) =>
    parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n'))
  if (file)
    add(
      `Content-Disposition: form-data; name="${file.part ?? 'afile'}"; filename="${file.name}"\r\n` +
        `Content-Type: ${file.type ?? 'application/octet-stream'}`,
      file.content,
    )
  for (const [name, value] of Object.entries(fields))
    add(`Content-Disposition: form-data; name="${name}"`, value)
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
