import { sql, type RawBuilder } from 'kysely'
import { jobFields } from '#contract/job-fields.ts'
import {
  type CountBound,
  countFilterFields,
  type DayBound,
  dayFilterFields,
  type numberFilterNames,
  type TextFilterName,
} from '#contract/job-list-filters.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'
import { isOpen } from '#server/records/open-job-records.ts'
import { jobColumns } from './columns.ts'
import { hasNoText, isAtDestination, isOverdue, overdueNumbers } from './overdue-records.ts'
import type { ListParameter, ListShape } from './list-parameters.ts'

type Condition = (parameter: ListParameter) => RawBuilder<unknown>

/** Conditions on one job, which goes by `j`. */
const filterConditions: Record<ListShape['filters'][number], Condition> = {
  status: parameter => sql`j.status = any(${parameter('status')})`,
  mode: parameter => sql`j.transport_mode = any(${parameter('mode')})`,
  loadType: parameter => sql`j.load_type = any(${parameter('loadType')})`,
  quoteType: parameter => sql`j.quote_type = any(${parameter('quoteType')})`,
  direction: parameter => sql`j.direction = any(${parameter('direction')})`,
  party:
    parameter => sql`exists (select from job_parties jp where jp.account_id = j.account_id and jp.job_id = j.id
    and jp.party_id = (select kept_party(${parameter('party')}::uuid)))`,
  // Of a job that is looked up by its number; as "in (…)" it would be looked up by each of its ports as well.
  port: parameter =>
    sql`array[j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id] @> array[${parameter('port')}::uuid]`,
  master: parameter => sql`j.master_job_id = ${parameter('master')}`,
  owner: parameter => sql`j.owner_id = ${parameter('owner')}`,
  unowned: () => sql`j.owner_id is null`,
  open: () => isOpen,
  noHouseBl: () => hasNoText('house_bl'),
  noDocument: () => sql`not exists (select from documents d
    where d.account_id = j.account_id and d.job_id = j.id and d.deleted_at is null)`,
  noArrivalNotice: () => sql`(j.documents_emailed_to_customer_on is null and ${isAtDestination})`,
  overdue: parameter => isOverdue(sql`${parameter('overdue')}`),
  incoterm: parameter => sql`j.incoterm = any(${parameter('incoterm')})`,
  service: parameter => sql`j.service = any(${parameter('service')})`,
  freightPayment: parameter => sql`j.freight_payment = any(${parameter('freightPayment')})`,
  ...placeConditions(),
  dangerousGoods: parameter =>
    sql`(exists (select from items i
      where i.account_id = j.account_id and i.job_id = j.id and ${isDangerous}))::integer = any(${parameter('dangerousGoods')})`,
  hsCode: ofItems(parameter => sql`compact_number(i.hs_code) like ${parameter('hsCode')}`),
  unNumber: ofItems(parameter => sql`compact_number(i.un_number) like ${parameter('unNumber')}`),
  marks: ofItems(parameter => sql`lower(i.marks_and_numbers) like ${parameter('marks')}`),
  seal: parameter => sql`exists (select from containers c, unnest(c.seals) as seal
    where c.account_id = j.account_id and c.job_id = ${containerHolder('j')}
      and compact_number(seal) like ${parameter('seal')})`,
  container: parameter => sql`exists (select from containers c
    where c.account_id = j.account_id and c.job_id = ${containerHolder('j')}
      and compact_number(c.number) like ${parameter('container')})`,
  reference: parameter => sql`exists (select from job_references x
    where x.account_id = j.account_id and x.job_id = j.id and compact_number(x.number) like ${parameter('reference')}
      and (${parameter('referenceKind')}::text is null or x.kind = ${parameter('referenceKind')}))`,
  referenceKind: parameter => hasReference(parameter('referenceKind')),
  noReference: parameter => sql`not ${hasReference(parameter('noReference'))}`,
  ...dayConditions(),
  ...countConditions(),
}

/** Indexes of dangerous goods hold these alone. */
const isDangerous = sql`(i.un_number <> '' or i.hazard_class is not null)`

function ofItems(holds: Condition): Condition {
  return parameter =>
    sql`exists (select from items i where i.account_id = j.account_id and i.job_id = j.id and ${holds(parameter)})`
}

function hasReference(kind: unknown): RawBuilder<unknown> {
  return sql`exists (select from job_references x
    where x.account_id = j.account_id and x.job_id = j.id and x.kind = ${kind} and x.number <> '')`
}

type PlaceFilter = Exclude<TextFilterName, (typeof numberFilterNames)[number] | 'marks'>

/** The texts of the job itself. */
function placeConditions(): Record<PlaceFilter, Condition> {
  const holds =
    (name: PlaceFilter): Condition =>
    parameter =>
      sql`lower(${sql.ref(`j.${jobColumns[name]}`)}) like ${parameter(name)}`
  return {
    placeOfReceipt: holds('placeOfReceipt'),
    placeOfDelivery: holds('placeOfDelivery'),
    incotermPlace: holds('incotermPlace'),
    freightPayableAt: holds('freightPayableAt'),
    placeOfIssue: holds('placeOfIssue'),
    emptyDepot: holds('emptyDepot'),
    containerTerminal: holds('containerTerminal'),
    handlingInformation: holds('handlingInformation'),
  }
}

function countConditions(): Record<CountBound, Condition> {
  const conditions = countFilterFields.flatMap(field => {
    const column = sql.ref(`j.${jobColumns[field]}`)
    const [from, to] = [`${field}From`, `${field}To`] as const
    return [
      [from, parameter => sql`${column} >= ${parameter(from)}::numeric`],
      [to, parameter => sql`${column} <= ${parameter(to)}::numeric`],
    ] satisfies [CountBound, Condition][]
  })
  return Object.fromEntries(conditions) as Record<CountBound, Condition>
}

/** From the first day on, and to the end of the last: a time of it counts, too. */
function dayConditions(): Record<DayBound, Condition> {
  const conditions = dayFilterFields.flatMap(field => {
    const column = sql.ref(`j.${jobColumns[field]}`)
    const isTime = jobFields[field].kind === 'localTime'
    const [from, to] = [`${field}From`, `${field}To`] as const
    return [
      [from, parameter => sql`${column} >= ${parameter(from)}::date`],
      [
        to,
        parameter =>
          isTime ? sql`${column} < ${parameter(to)}::date + 1` : sql`${column} <= ${parameter(to)}::date`,
      ],
    ] satisfies [DayBound, Condition][]
  })
  return Object.fromEntries(conditions) as Record<DayBound, Condition>
}

/** Containers, seals and references stand in the texts by which jobs are found, which have an index. */
const foundByText =
  (name: 'container' | 'seal' | 'reference'): Condition =>
  parameter =>
    sql`j.job_number in (select held.job_number from numbers_holding(array[${parameter(name)}::text], null) as held (job_number))
      and ${filterConditions[name](parameter)}`

/** The same conditions where all jobs that meet them are wanted: as sets, which indexes hold. */
const setConditions: Partial<typeof filterConditions> = {
  port: parameter =>
    sql`j.job_number in (${sql.join(
      ['loading_port_id', 'via_port_id', 'discharge_port_id', 'destination_port_id'].map(
        column => sql`select job_number from jobs
        where account_id = ${parameter('accountId')} and ${sql.ref(column)} = ${parameter('port')}`,
      ),
      sql` union `,
    )})`,
  container: foundByText('container'),
  seal: foundByText('seal'),
  // The few that have some are read from their index, not job by job.
  dangerousGoods: parameter =>
    sql`(j.id in (select i.job_id from items i
      where i.account_id = ${parameter('accountId')} and ${isDangerous}))::integer = any(${parameter('dangerousGoods')})`,
  reference: foundByText('reference'),
  overdue: parameter =>
    sql`j.job_number in (${overdueNumbers(sql`${parameter('accountId')}`, sql`${parameter('overdue')}`)})`,
}

const numbered = (parameter: ListParameter, { searched }: ListShape) =>
  searched === 'number' ? [sql`j.job_number = ${parameter('jobNumber')}`] : []

/** What the list asks of a job besides the text; empty where it asks nothing. */
export const checksOf = (parameter: ListParameter, shape: ListShape): RawBuilder<unknown>[] => [
  ...shape.filters.map(name => filterConditions[name](parameter)),
  ...numbered(parameter, shape),
]

const setsOf = (parameter: ListParameter, shape: ListShape): RawBuilder<unknown>[] => [
  ...shape.filters.map(name => (setConditions[name] ?? filterConditions[name])(parameter)),
  ...numbered(parameter, shape),
]

/**
 * All jobs that match, which go by `j`: as many statements after `select`, of which one has rows. A text that many jobs
 * hold is looked for in another way than one that few do; beside `texts`.
 */
export function matchingJobs(
  parameter: ListParameter,
  shape: ListShape,
  joined: RawBuilder<unknown> = sql``,
  gate: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown>[] {
  const conditions = sql.join(
    [sql`j.account_id = ${parameter('accountId')}`, gate, ...setsOf(parameter, shape)],
    sql` and `,
  )
  if (shape.searched !== 'text') return [sql`from jobs j ${joined} where ${conditions}`]
  const patterns = sql`${parameter('patterns')}::text[]`
  const holding = (numbers: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`from ${numbers} as held (job_number) join jobs j on j.job_number = held.job_number ${joined}
      where ${conditions} and ${condition}`
  return [
    holding(sql`numbers_holding(${patterns}, null)`, sql`(select is_rare from texts)`),
    holding(sql`many_numbers_holding(${patterns})`, sql`(select not is_rare from texts)`),
  ]
}

/** Whether few jobs hold the text. */
export const rarityOf = (parameter: ListParameter, { effort }: ListShape) => sql`texts as materialized (
  select count(*) <= ${sql.lit(effort.few)} as is_rare
  from numbers_holding(${parameter('patterns')}::text[], ${sql.lit(effort.few + 1)}) as held)`

/** How many jobs match. */
export const countOf = (parameter: ListParameter, shape: ListShape): RawBuilder<number> =>
  shape.searched === 'text' && shape.filters.length === 0
    ? sql<number>`count_jobs(${parameter('patterns')}::text[])`
    : sql<number>`(${sql.join(
        matchingJobs(parameter, shape).map(matching => sql`(select count(*) ${matching})`),
        sql` + `,
      )})`
