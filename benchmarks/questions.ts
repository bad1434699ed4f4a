import type { BareChange, BareJob } from './bare/server.ts'
import type { Call } from './connection.ts'
import type { Party, Samples } from './samples-records.ts'

export type Side = 'product' | 'bare'
/** Calls of one operation, one after the other; `before` by somebody else, and not timed. */
export type Asked = { steps: Call[]; before?: Call }

export type Question = {
  name: string
  title: string
  /** The least that the product's rate may be of the bare server's; null: told for its own sake. */
  goal: number | null
  /** Many clients at once, or one that waits for somebody else's write before each read. */
  clients: 'many' | 'one'
  makesJobs: boolean
  ask: Record<Side, () => Asked>
}

const PAGE = 'limit=50&offset=0'
const COMMODITIES = ['Cotton yarn', 'Frozen fish', 'Basmati rice', 'Steel coils', 'Pine timber', 'Toys']

const pick = <T>(list: readonly T[]): T => {
  const chosen = list[Math.floor(Math.random() * list.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from.')
  return chosen
}
const number = () => 100_000_000 + Math.floor(Math.random() * 900_000_000)

const json = (method: 'POST' | 'PUT', path: string, body: unknown): Call => ({
  method,
  path,
  body: JSON.stringify(body),
})
const get = (path: string): Call => ({ method: 'GET', path })

export type NewJob = Omit<BareJob, 'parties'> & { parties: Party[] }
export type Change = Omit<BareChange, 'consignee'> & { id: string; consignee: Party }

export const newJob = ({ portIds, parties }: Samples): NewJob => ({
  id: crypto.randomUUID(),
  name: `${pick(COMMODITIES)} Hamburg to Karachi ref ${number()}`,
  statusId: 1,
  vesselName: 'Ocean Meridian',
  etd: '2026-07-01',
  eta: '2026-08-02',
  grossWeight: 1234.5,
  netWeight: 1200.25,
  weightUnit: 0,
  volume: 20.5,
  volumeUnit: 0,
  numberOfPackages: 120,
  mbl: `MSCU${number()}`,
  hbl: `HBL${number()}`,
  quote: {
    commodity: pick(COMMODITIES),
    transportMode: 2,
    quoteType: 1,
    clType: 0,
    loadingPortId: pick(portIds),
    viaPortId: pick(portIds),
    dischargePortId: pick(portIds),
    destinationPortId: pick(portIds),
  },
  parties: [pick(parties), pick(parties), pick(parties)],
})

export const newChange = ({ jobIds, portIds, parties }: Samples): Change => ({
  id: pick(jobIds),
  name: `${pick(COMMODITIES)} Antwerp to Mombasa ref ${number()}`,
  statusId: 2,
  eta: '2026-09-09',
  grossWeight: Math.floor(Math.random() * 1_000_000) / 100,
  numberOfPackages: Math.floor(Math.random() * 900),
  quote: { commodity: pick(COMMODITIES), transportMode: 1, dischargePortId: pick(portIds) },
  consignee: pick(parties),
})

const link = (party: Party | undefined) => [{ party: { id: party?.partyId } }]

const wholeJob = ({ parties, ...fields }: NewJob) => ({
  ...fields,
  shipmentConsignees: link(parties[0]),
  shipmentShipers: link(parties[1]),
  shipmentAgents: link(parties[2]),
})

/** How each side is asked for the same. */
export const calls = {
  product: {
    list: () => get(`/api/shipment/table?sort=-jobId&${PAGE}&further=none`),
    search: (term: string) =>
      get(`/api/shipment/table?sort=-jobId&${PAGE}&further=none&search=${encodeURIComponent(term)}`),
    job: (id: string) => get(`/api/shipment/${id}?stakeholder=true`),
    create: (job: NewJob) => json('POST', '/api/shipment', wholeJob(job)),
    createEmpty: ({ id }: NewJob) => json('POST', '/api/shipment', { id }),
    save: (job: NewJob) => json('PUT', '/api/shipment', wholeJob(job)),
    update: ({ consignee, ...fields }: Change) =>
      json('PUT', '/api/shipment', { ...fields, shipmentConsignees: link(consignee) }),
  },
  bare: {
    list: () => get('/jobs'),
    listWithTotal: () => get('/jobs?total=1'),
    search: (term: string) => get(`/jobs?search=${encodeURIComponent(term)}`),
    job: (id: string) => get(`/jobs/${id}`),
    create: (job: NewJob) =>
      json('POST', '/jobs', {
        ...job,
        parties: job.parties.map(({ organisationId }, role) => ({ role, organisation: organisationId })),
      } satisfies BareJob),
    update: ({ id, consignee, ...fields }: Change) =>
      json('PUT', `/jobs/${id}`, { ...fields, consignee: consignee.organisationId } satisfies BareChange),
  },
} as const

const only = (...steps: Call[]): Asked => ({ steps })

export const questionNames: readonly string[] = [
  ...['list', 'list-total', 'search', 'job', 'list-written', 'search-written'],
  ...['update', 'create', 'create-save'],
]

/** The questions, those that change nothing first. */
export function questions(samples: Samples): Question[] {
  const { product, bare } = calls
  const inTurn = (): (() => string) => {
    let turn = 0
    return () => samples.terms[turn++ % samples.terms.length] ?? ''
  }
  const [ours, theirs, oursAfter, theirsAfter] = [inTurn(), inTurn(), inTurn(), inTurn()]
  const reads = { clients: 'many', makesJobs: false } as const
  const afterWrite = { clients: 'one', makesJobs: false } as const
  const creates = { clients: 'many', makesJobs: true } as const
  return [
    {
      ...reads,
      name: 'list',
      title: 'List of 50; bare without a total',
      goal: 1,
      ask: { product: () => only(product.list()), bare: () => only(bare.list()) },
    },
    {
      ...reads,
      name: 'list-total',
      title: 'List of 50; bare with the total, as Lading always',
      goal: null,
      ask: { product: () => only(product.list()), bare: () => only(bare.listWithTotal()) },
    },
    {
      ...reads,
      name: 'search',
      title: 'Search by 70 texts in turn, with the total',
      goal: 1.5,
      ask: { product: () => only(product.search(ours())), bare: () => only(bare.search(theirs())) },
    },
    {
      ...reads,
      name: 'job',
      title: 'One whole job',
      goal: 0.8,
      ask: {
        product: () => only(product.job(pick(samples.jobIds))),
        bare: () => only(bare.job(pick(samples.jobIds))),
      },
    },
    {
      ...afterWrite,
      name: 'list-written',
      title: 'List of 50, a job written before each',
      goal: 0.5,
      ask: {
        product: () => ({ steps: [product.list()], before: product.update(newChange(samples)) }),
        bare: () => ({ steps: [bare.list()], before: bare.update(newChange(samples)) }),
      },
    },
    {
      ...afterWrite,
      name: 'search-written',
      title: 'Search by 70 texts, a job written before each',
      goal: null,
      ask: {
        product: () => ({ steps: [product.search(oursAfter())], before: product.update(newChange(samples)) }),
        bare: () => ({ steps: [bare.search(theirsAfter())], before: bare.update(newChange(samples)) }),
      },
    },
    {
      ...reads,
      name: 'update',
      title: 'Update a job, its quote and one party',
      goal: 0.35,
      ask: {
        product: () => only(product.update(newChange(samples))),
        bare: () => only(bare.update(newChange(samples))),
      },
    },
    {
      ...creates,
      name: 'create',
      title: 'Create a job with quote and three parties, one POST',
      goal: 0.35,
      ask: {
        product: () => only(product.create(newJob(samples))),
        bare: () => only(bare.create(newJob(samples))),
      },
    },
    {
      ...creates,
      name: 'create-save',
      title: 'The same as POST and PUT; bare in one POST',
      goal: 0.2,
      ask: {
        product: () => {
          const job = newJob(samples)
          return only(product.createEmpty(job), product.save(job))
        },
        bare: () => only(bare.create(newJob(samples))),
      },
    },
  ]
}
