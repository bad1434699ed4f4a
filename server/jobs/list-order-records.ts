import { sql, type RawBuilder } from 'kysely'
import {
  type Choice,
  directions,
  jobStatuses,
  loadTypes,
  quoteTypes,
  transportModes,
} from '#contract/choices.ts'
import type { JobSort, JobSortKey } from '#contract/job-columns.ts'
import type { ListParameter } from './list-parameters.ts'

/**
 * What a column sorts by. A column with an index of its own is walked; a column of few values is walked value by value,
 * and so are a port and an owner, by the names of the company's ports and people.
 */
type SortKey =
  | { table: 'jobs' | 'job_index'; column: string; choices?: readonly Choice[] }
  | { table: 'jobs'; column: string; names: { table: 'ports' | 'users'; column: string } }

const ofJob = (column: string, choices?: readonly Choice[]): SortKey => ({
  table: 'jobs',
  column,
  ...(choices && { choices }),
})
const ofIndex = (column: string): SortKey => ({ table: 'job_index', column })
const ofPort = (column: string): SortKey => ({
  table: 'jobs',
  column,
  names: { table: 'ports', column: 'name' },
})
const ofOwner: SortKey = {
  table: 'jobs',
  column: 'owner_id',
  names: { table: 'users', column: 'display_name' },
}

const sortKeys: Record<JobSortKey, SortKey> = {
  jobId: ofJob('job_number'),
  name: ofIndex('name'),
  status: ofJob('status', jobStatuses),
  consignee: ofIndex('consignee'),
  transportMode: ofJob('transport_mode', transportModes),
  loadType: ofJob('load_type', loadTypes),
  etd: ofJob('etd'),
  eta: ofJob('eta'),
  shipper: ofIndex('shipper'),
  agent: ofIndex('agent'),
  carrier: ofIndex('carrier'),
  commodity: ofIndex('commodity'),
  quoteType: ofJob('quote_type', quoteTypes),
  loadingPort: ofPort('loading_port_id'),
  destinationPort: ofPort('destination_port_id'),
  viaPort: ofPort('via_port_id'),
  dischargePort: ofPort('discharge_port_id'),
  grossWeight: ofIndex('gross_weight'),
  netWeight: ofIndex('net_weight'),
  volume: ofIndex('volume'),
  numberOfPackages: ofJob('number_of_packages'),
  mbl: ofIndex('master_bl'),
  hbl: ofIndex('house_bl'),
  igm: ofIndex('igm'),
  indexNumber: ofIndex('index_number'),
  shedNumber: ofIndex('shed_number'),
  direction: ofJob('direction', directions),
  master: ofIndex('master_number'),
  voyage: ofIndex('voyage_number'),
  owner: ofOwner,
}

/**
 * An order of the list, read from its first row or, `fromEnd`, from its last. `deep`: many rows are passed over before
 * the ones that are wanted.
 */
export type Order = { sort: JobSort; fromEnd: boolean; deep: boolean }

/** Job numbers, and in which order. */
export type Walk = { rows: RawBuilder<unknown>; order: RawBuilder<unknown> }

export const sortKeyOf = (sort: JobSort): SortKey => sortKeys[sort.replace('-', '') as JobSortKey]

/** What has to be joined to a job, which goes by `j`, for what a list sorts by, and where that stands then. */
export function keyed(key: SortKey): { joined: RawBuilder<unknown>; column: RawBuilder<unknown> } {
  if ('names' in key)
    return {
      joined: sql`left join ${sql.table(key.names.table)} p on p.account_id = j.account_id and p.id = ${sql.ref(`j.${key.column}`)}`,
      column: sql`lower(${sql.ref(`p.${key.names.column}`)})`,
    }
  if (key.table === 'jobs') return { joined: sql``, column: sql.ref(`j.${key.column}`) }
  return {
    joined: sql`join job_index i on i.account_id = j.account_id and i.job_number = j.job_number`,
    column: sql.ref(`i.${key.column}`),
  }
}

const isFalling = ({ sort, fromEnd }: Order) => sort.startsWith('-') !== fromEnd
const upOrDown = (falling: boolean) => sql.raw(falling ? 'desc' : 'asc')

/** Among equals the newest job comes first. */
const amongEquals = ({ fromEnd }: Order, jobNumber: RawBuilder<unknown>) =>
  sql`${jobNumber} ${upOrDown(!fromEnd)}`

/**
 * The same among rows without a value: only an order that names the column, too, is known to be the index's own.
 */
const amongEmpty = (order: Order, column: RawBuilder<unknown>, jobNumber: RawBuilder<unknown>) =>
  sql`${column} ${upOrDown(order.fromEnd)}, ${amongEquals(order, jobNumber)}`

const isByNumber = ({ sort }: Order) => sort === 'jobId' || sort === '-jobId'

/** An ordering of rows that have the key. Empty values come last, whichever way the others go. */
export function orderedBy(order: Order, key: RawBuilder<unknown>, jobNumber: RawBuilder<unknown>) {
  if (isByNumber(order)) return sql`${jobNumber} ${upOrDown(isFalling(order))}`
  const nulls = sql.raw(order.fromEnd ? 'nulls first' : 'nulls last')
  return sql`${key} ${upOrDown(isFalling(order))} ${nulls}, ${amongEquals(order, jobNumber)}`
}

/**
 * The job numbers of all jobs in the order, in one walk or in two, of which the second one follows when the first has
 * ended: a plain index has the empty values at one end, and so serves one direction as it stands, the other one in two
 * pieces. `bound`: no more rows than that are wanted of any value.
 */
export function walksIn(order: Order, parameter: ListParameter, bound: RawBuilder<unknown>): [Walk, Walk?] {
  const key = sortKeyOf(order.sort)
  if ('names' in key) return [walkOfNames(order, key, parameter, bound)]
  const rows = sql`select x.job_number from ${sql.table(key.table)} x where x.account_id = ${parameter('accountId')}`
  const column = sql.ref(`x.${key.column}`)
  const number = sql.ref('x.job_number')
  // This is how the index stands: ascending, empty values at the far end.
  if (!order.sort.startsWith('-') || isByNumber(order))
    return [{ rows, order: orderedBy(order, column, number) }]
  if (key.choices && !order.deep) return [walkOfChoices(order, key.column, key.choices, parameter, bound)]
  const filled = {
    rows: sql`${rows} and ${column} is not null`,
    order: sql`${column} ${upOrDown(isFalling(order))}, ${amongEquals(order, number)}`,
  }
  const empty = { rows: sql`${rows} and ${column} is null`, order: amongEmpty(order, column, number) }
  return order.fromEnd ? [empty, filled] : [filled, empty]
}

/** Each value by itself, in the order of job numbers, however many jobs there are of it. */
function walkOfChoices(
  order: Order,
  column: string,
  choices: readonly Choice[],
  parameter: ListParameter,
  bound: RawBuilder<unknown>,
): Walk {
  const name = sql.ref(`j.${column}`)
  const numbers = (condition: RawBuilder<unknown>) => sql`
    select j.job_number from jobs j where j.account_id = ${parameter('accountId')} and ${condition}
    order by ${amongEmpty(order, name, sql.ref('j.job_number'))} limit ${bound}`
  const values = [...choices].map(({ value }) => value).sort((one, other) => one - other)
  if (isFalling(order)) values.reverse()
  const conditions = values.map(value => sql`${name} = ${sql.lit(value)}`)
  if (order.fromEnd) conditions.unshift(sql`${name} is null`)
  else conditions.push(sql`${name} is null`)
  const groups = conditions.map(
    (condition, rank) =>
      sql`select ${sql.lit(rank)} as rank, job_number from (${numbers(condition)}) as of_value`,
  )
  return {
    rows: sql`select job_number from (${sql.join(groups, sql` union all `)}) as of_values`,
    order: sql`rank, ${amongEquals(order, sql.ref('job_number'))}`,
  }
}

function walkOfNames(
  order: Order,
  { column, names }: Extract<SortKey, { names: object }>,
  parameter: ListParameter,
  bound: RawBuilder<unknown>,
): Walk {
  const ofAccount = parameter('accountId')
  const id = sql.ref(`j.${column}`)
  const named = sql.table(names.table)
  const name = sql`lower(${sql.ref(`r.${names.column}`)})`
  const numbers = (condition: RawBuilder<unknown>) => sql`
    select j.job_number from jobs j where j.account_id = ${ofAccount} and ${condition}
    order by ${amongEmpty(order, id, sql.ref('j.job_number'))} limit ${bound}`
  const nulls = sql.raw(order.fromEnd ? 'nulls first' : 'nulls last')
  const rows = sql`select of_name.job_number
    from (select key, row_number() over (order by key ${upOrDown(isFalling(order))} ${nulls}) as rank
      from (select ${name} as key from ${named} r where r.account_id = ${ofAccount} union select null) as keys
      order by rank) as names
    cross join lateral (
      select found.job_number from (
        select of_record.job_number from ${named} r cross join lateral (${numbers(sql`${id} = r.id`)}) as of_record
        where r.account_id = ${ofAccount} and ${name} is not distinct from names.key
        union all
        (select of_none.job_number from (${numbers(sql`${id} is null`)}) as of_none where names.key is null)
      ) as found order by ${amongEquals(order, sql.ref('found.job_number'))} limit ${bound}) as of_name`
  return { rows, order: sql`names.rank, ${amongEquals(order, sql.ref('of_name.job_number'))}` }
}
