import type { Call } from '#benchmarks/connection.ts'
import type { Change, NewJob } from '#benchmarks/questions.ts'

/** What Directus calls a row that a change touches: the quote and the consignee's row of a job. */
export type RowsOfJob = { quote: string; consignee: string }

const own = [
  ...['id', 'job_number', 'name', 'status', 'etd', 'eta', 'gross_weight', 'net_weight', 'volume'],
  ...['number_of_packages', 'master_bl', 'house_bl', 'igm', 'index_number', 'shed_number'],
]
const ports = ['loading_port', 'via_port', 'discharge_port', 'destination_port']
const listed = [
  ...own,
  ...['commodity', 'transport_mode', 'load_type', 'quote_type', ...ports.map(port => `${port}.name`)].map(
    field => `quote.${field}`,
  ),
  ...['parties.role', 'parties.organisation.name'],
]
const whole = [
  ...['*', 'quote.*', ...ports.map(port => `quote.${port}.*`)],
  ...['parties.*', 'parties.organisation.*', 'parties.organisation.contacts.*', 'items.*'],
]

const list = `/items/jobs?sort=-job_number&limit=50&fields=${listed.join(',')}`

const quoteOf = (quote: Partial<NewJob['quote']>) => ({
  commodity: quote.commodity,
  transport_mode: quote.transportMode,
  quote_type: quote.quoteType,
  load_type: quote.clType,
  loading_port: quote.loadingPortId,
  via_port: quote.viaPortId,
  discharge_port: quote.dischargePortId,
  destination_port: quote.destinationPortId,
})

const json = (method: Call['method'], path: string, body: unknown): Call => ({
  method,
  path,
  body: JSON.stringify(body),
})

/** The benchmark's questions as Directus is asked them, each in one call. */
export const directusCalls = {
  list: (): Call => ({ method: 'GET', path: list }),
  listWithTotal: (): Call => ({ method: 'GET', path: `${list}&meta=filter_count` }),
  /** In the job's own texts and its companies' names, with the total. */
  search: (term: string): Call => {
    const contains = { _icontains: term }
    const own = ['name', 'master_bl', 'house_bl'].map(field => ({ [field]: contains }))
    const filter = { _or: [...own, { parties: { organisation: { name: contains } } }] }
    const asked = encodeURIComponent(JSON.stringify(filter))
    return { method: 'GET', path: `${list}&meta=filter_count&filter=${asked}` }
  },
  job: (id: string): Call => ({ method: 'GET', path: `/items/jobs/${id}?fields=${whole.join(',')}` }),
  create: (job: NewJob): Call =>
    json('POST', '/items/jobs?fields=id,job_number', {
      id: job.id,
      name: job.name,
      status: job.statusId,
      vessel_name: job.vesselName,
      etd: job.etd,
      eta: job.eta,
      gross_weight: job.grossWeight,
      net_weight: job.netWeight,
      weight_unit: job.weightUnit,
      volume: job.volume,
      volume_unit: job.volumeUnit,
      number_of_packages: job.numberOfPackages,
      master_bl: job.mbl,
      house_bl: job.hbl,
      quote: quoteOf(job.quote),
      parties: job.parties.map(({ organisationId }, role) => ({ role, organisation: organisationId })),
    }),
  update: (change: Change, { quote, consignee }: RowsOfJob): Call =>
    json('PATCH', `/items/jobs/${change.id}?fields=id,job_number`, {
      name: change.name,
      status: change.statusId,
      eta: change.eta,
      gross_weight: change.grossWeight,
      number_of_packages: change.numberOfPackages,
      quote: {
        id: quote,
        commodity: change.quote.commodity,
        transport_mode: change.quote.transportMode,
        discharge_port: change.quote.dischargePortId,
      },
      parties: {
        create: [],
        update: [{ id: consignee, organisation: change.consignee.organisationId }],
        delete: [],
      },
    }),
} as const
