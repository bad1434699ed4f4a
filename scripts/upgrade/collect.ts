import { createHash } from 'node:crypto'
import { type Place, type Reply, send } from '#testing/faults/caller.ts'
import { ask } from './fill.ts'

/** By address: what it answers. A file is its hash, its kind and its name. */
export type Collected = Record<string, unknown>

type Description = { paths: Record<string, Record<string, unknown>> }
type Known = { id: string }

/** What cannot answer the same twice, or does not answer from what is kept. */
const notAsked = new Set([
  // An invitation's secret is known to whoever was invited alone.
  '/api/join/{secret}',
  // It counts the calls that ask for it.
  '/api/company/limits',
  // A PDF bears the moment at which it is made.
  '/api/documenttemplate/{id}/preview',
  '/api/summary/preview',
])

const EVERYTHING = 'limit=200'

/** Every address of the last release's API that answers, with every id that this company has. */
async function addresses(place: Place): Promise<string[]> {
  const list = <Row>(path: string) => ask<Row[]>(place, 'GET', path)
  const ids = async (path: string) => (await list<Known>(path)).map(({ id }) => id)
  const jobs = await ids(`/api/shipment?${EVERYTHING}`)
  const details = await Promise.all(
    jobs.map(id =>
      ask<{ items: Known[]; documents: (Known & { name: string })[]; quote: { financeId: string } }>(
        place,
        'GET',
        `/api/shipment/${id}`,
      ),
    ),
  )
  const documents = details.flatMap(job => job.documents)
  const organisations = await list<Known & { parties: Known[] }>(`/api/organisation?${EVERYTHING}`)
  const templates = await list<Known & { name: string }>(`/api/documenttemplate?${EVERYTHING}`)
  const mails = await list<Known & { attachments: Known[] }>(`/api/mail/all?${EVERYTHING}`)
  const users = await ids('/api/register/getusers')
  const entries = await ids(`/api/history/all?${EVERYTHING}`)
  const ofEach = (paths: (id: string) => string[], from: readonly string[]) => from.flatMap(paths)
  const earlier = async (path: string, of: readonly string[]) => {
    const found = of.map(async id =>
      (await ids(`${path}/${id}/earlier`)).map(content => `${path}/${id}/earlier/${content}`),
    )
    return (await Promise.all(found)).flat()
  }
  const documentIds = documents.map(({ id }) => id)
  const templateIds = templates.map(({ id }) => id)
  return [
    ...[
      `/api/shipment?${EVERYTHING}`,
      '/api/shipment/table',
      '/api/shipment?sort=-name&limit=50',
      '/api/shipment?search=lot',
    ],
    ...['mode=1', 'status=1', 'etaFrom=2027-01-01'].map(query => `/api/shipment?${query}`),
    ...ofEach(
      id => [
        ...[`/api/shipment/${id}?stakeholder=true`, `/api/shipment/${id}/samehousebl`],
        ...[`/api/note?shipmentId=${id}`, `/api/document/deleted?shipmentId=${id}`],
        ...[`/api/document/outdated?shipmentId=${id}`, `/api/mail?shipmentId=${id}`],
        ...[`/api/mailaddress?shipmentId=${id}`, `/api/history?job=${id}&${EVERYTHING}`],
        ...[`/api/documenttemplate/fields?shipmentId=${id}`],
      ],
      jobs,
    ),
    ...details.flatMap(job => job.items.map(({ id }) => `/api/item/${id}`)),
    ...details.map(({ quote }) => `/api/finance/${quote.financeId}`),
    ...organisations.flatMap(({ id, parties }) => [
      `/api/organisation/${id}`,
      ...parties.map(party => `/api/finance/getpartyfinances/${party.id}`),
      `/api/history?organisation=${id}`,
    ]),
    ...[`/api/organisation?${EVERYTHING}`, '/api/organisation/hengxin', '/api/country', '/api/port/kar'],
    ...[
      '/api/company',
      '/api/company/logo',
      '/api/register',
      '/api/register/invitation',
      '/api/register/getusers',
    ],
    ...[
      '/api/apitoken',
      '/api/register/permissions',
      '/api/preferences',
      '/api/search?text=cotton',
      '/api/summary',
    ],
    ...[
      `/api/history/all?${EVERYTHING}`,
      '/api/history/export',
      '/api/history/signins',
      '/api/history/signins/export',
    ],
    ...entries.slice(0, 40).map(entry => `/api/history/earlierjob?entry=${entry}`),
    ...users.map(id => `/api/history?user=${id}`),
    ...documentIds.map(id => `/api/document/${id}`),
    ...documentIds.map(id => `/api/document/${id}/earlier`),
    ...(await earlier('/api/document', documentIds)),
    ...documents.filter(({ name }) => name.endsWith('.eml')).map(({ id }) => `/api/document/${id}/message`),
    ...[
      `/api/documenttemplate?${EVERYTHING}`,
      '/api/documenttemplate/deleted',
      '/api/documenttemplate/formats',
    ],
    '/api/documenttemplate/fields/file',
    ...templates.map(({ name }) => `/api/documenttemplate/byname/${encodeURIComponent(name)}`),
    ...ofEach(
      id => ['', '/earlier', '/report'].map(rest => `/api/documenttemplate/${id}${rest}`),
      templateIds,
    ),
    ...templateIds.map(id => `/api/documenttemplate/getdoctemplatecontent/${id}`),
    ...(await earlier('/api/documenttemplate', templateIds)),
    ...[
      '/api/mailtemplate',
      '/api/mailtemplate/deleted',
      '/api/mail/settings',
      `/api/mail/all?${EVERYTHING}`,
    ],
    ...mails.flatMap(({ id, attachments }) => [
      ...[`/api/mail/${id}`, `/api/mail/${id}/eml`],
      ...attachments.map(attachment => `/api/mail/${id}/attachment/${attachment.id}`),
    ]),
  ]
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

/** What the last release's description names and nobody asks. */
export function unasked({ paths }: Description, asked: readonly string[]): string[] {
  const pathsAsked = asked.map(address => address.split('?')[0] ?? '')
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !notAsked.has(path))
    .map(([path]) => path)
    .filter(path => !pathsAsked.some(one => pattern(path).test(one)))
}

function contentOf({ status, contentType, text, bytes }: Reply): unknown {
  if (contentType.includes('json')) return { status, body: JSON.parse(text) as unknown }
  return {
    status,
    contentType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

export async function collect(place: Place, asked: readonly string[]): Promise<Collected> {
  const collected: Collected = {}
  for (const path of asked) collected[path] = contentOf(await send(place, { method: 'GET', path }))
  return collected
}

/** Asks everything that the last release can be asked; throws where its description names more. */
export async function collectAll(place: Place): Promise<Collected> {
  const asked = await addresses(place)
  const description = await ask<Description>(place, 'GET', '/api/openapi.json')
  const missing = unasked(description, asked)
  if (missing.length > 0) throw new Error(`Nobody asks ${missing.join(', ')}.`)
  return collect(place, asked)
}
