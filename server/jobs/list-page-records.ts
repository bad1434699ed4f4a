import { sql, type RawBuilder } from 'kysely'
import type { ParameterOf } from '#server/db/prepared.ts'
import { checksOf, countOf, matchingJobs, rarityOf } from './list-filter-records.ts'
import { keyed, orderedBy, sortKeyOf, type Walk, walksIn } from './list-order-records.ts'
import { isFiltered, isPlainTextSearch, type ListParameter, type ListShape } from './list-parameters.ts'

/** The revision of the company's data that this statement sees: another one after every change of what it reads. */
export const revisionOf = (parameter: ParameterOf<{ accountId: string }>) => sql<{ revision: string }>`(
  select coalesce(sum(value), 0)::text as revision from account_revisions
  where account_id = ${parameter('accountId')})`

/**
 * What a subquery answers, where the data has changed; beside `state`. PostgreSQL runs a subquery that names nothing
 * outside of it when its value is wanted for the first time, and so never for a page that is remembered.
 */
export const ifChanged = <Value>(parameter: ListParameter, subquery: RawBuilder<Value>) =>
  sql<Value | null>`case when state.revision <> ${parameter('knownRevision')} then ${subquery} end`

// Counting what matches reads all of it, so a count is remembered with its revision.
const matchesOf = (parameter: ListParameter, shape: ListShape) => sql<number>`(
  select case when revision = ${parameter('countedRevision')} then ${parameter('countedMatches')}::bigint
    else ${countOf(parameter, shape)} end from state)`

type Pages = { page: RawBuilder<{ id: string; position: number }>; total: RawBuilder<number> }

/** The ids of one page in their order, and an expression for the number of all matches. */
export function pageOf(parameter: ListParameter, shape: ListShape): Pages {
  if (isPlainTextSearch(shape) && !shape.fromEnd) return pageOfNewest(parameter, shape)
  return isFiltered(shape) ? pageOfMatching(parameter, shape) : pageOfAll(parameter, shape)
}

/**
 * Which rows of the order are wanted, counted from the end at which it begins: `size` after the first `start`. A page
 * that is counted from the last row may begin before the first one.
 */
const bounds = (parameter: ListParameter, { limit, fromEnd }: ListShape, total: RawBuilder<unknown>) => {
  const start = fromEnd
    ? sql`${total} - ${parameter('offset')}::bigint - ${sql.lit(limit)}`
    : sql`${parameter('offset')}::bigint`
  return sql`bounds as materialized (
    select greatest(start, 0) as start, greatest(least(start, 0) + ${sql.lit(limit)}, 0) as size, total
    from (select ${start} as start, ${total} as total) as wanted)`
}

const inBounds = (name: string) => sql`(select ${sql.ref(name)} from bounds)`

/** The rows `numbered` of a page with the ids of their jobs, in the order of the list. */
const identified = (
  parameter: ListParameter,
  { fromEnd, limit }: ListShape,
  numbered: RawBuilder<unknown>,
) => sql`
  select j.id, ${sql.raw(fromEnd ? '-row.n' : 'row.n')} as position, (select total from bounds) as total
  from (select * from (${numbered} order by n limit ${inBounds('size')}) as sized limit ${sql.lit(limit)}) as row
  join jobs j on j.account_id = ${parameter('accountId')} and j.job_number = row.job_number`

const inTurn = (rows: RawBuilder<unknown>) =>
  sql`select job_number, row_number() over () as n from (${rows}) as ordered`

const jobCount = (parameter: ListParameter) =>
  sql<number>`(select job_count from accounts where id = ${parameter('accountId')})`

function pageOfAll(parameter: ListParameter, shape: ListShape): Pages {
  const { fromStart, fromEnd } = shape
  // The size stands in the text: a plan for "any number of rows" would read them all.
  const size = sql.lit(shape.limit)
  const offset = fromEnd ? inBounds('start') : parameter('offset')
  const until = fromStart ? size : sql`${size} + ${offset}`
  const skipped = fromStart ? sql`` : sql`offset ${offset}`
  const [first, rest] = walksIn(shape, parameter, until)
  const total = jobCount(parameter)
  const ofFirst = sql`select count(*) from first_rows`
  const continued =
    rest &&
    sql`, other_rows as (
      select job_number, ${size} + row_number() over () as n from (
        select * from (${inOrder(rest)}) as walk where (${ofFirst}) < ${size} limit ${size}
        offset case when (${ofFirst}) > 0 then 0 else greatest(${offset} - (${lengthOf(first)}), 0) end) as ordered)`
  return {
    page: sql`(
      with ${bounds(parameter, shape, total)},
      first_rows as materialized (${inTurn(sql`${inOrder(first)} limit ${size} ${skipped}`)})
      ${continued ?? sql``}
      ${identified(
        parameter,
        shape,
        sql`select * from (select * from first_rows ${rest ? sql`union all select * from other_rows` : sql``}) as rows`,
      )})`,
    total,
  }
}

const inOrder = ({ rows, order }: Walk) => sql`${rows} order by ${order}`
const lengthOf = ({ rows }: Walk) => sql`select count(*) from (${rows}) as walk`

/** The newest jobs that hold a text need no look at the others. */
function pageOfNewest(parameter: ListParameter, shape: ListShape): Pages {
  const window = shape.fromStart
    ? sql`limit ${sql.lit(shape.limit)}`
    : sql`limit ${sql.lit(shape.limit)} offset ${parameter('offset')}`
  return {
    page: sql`(select id, row_number() over () as position from (
      select i.job_id as id from search_jobs(${parameter('patterns')}::text[], ${parameter('newest')}) as found (id)
      join job_index i on i.account_id = ${parameter('accountId')} and i.job_id = found.id
      order by i.job_number desc ${window}) as ordered)`,
    total: matchesOf(parameter, shape),
  }
}

// Jobs that match are met sooner or later: beyond so many times the usual distance they lie elsewhere.
const PATIENCE = 4

/**
 * Where many jobs match, the page is soon full of those that are met along the order. Where the matches lie at its far
 * end, and where there are few, all of them are found and sorted. The way that is not taken costs nothing.
 */
function pageOfMatching(parameter: ListParameter, shape: ListShape): Pages {
  const size = sql.lit(shape.limit)
  const [few, mostLookedAt] = [sql.lit(shape.effort.few), sql.lit(shape.effort.lookedAt)]
  const key = sortKeyOf(shape.sort)
  const [first, rest] = walksIn(shape, parameter, mostLookedAt)
  const met = (walk: Walk, wanted: RawBuilder<unknown>, gate: RawBuilder<unknown>) => sql`
    select walk.job_number from (
      select * from (${inOrder(walk)} limit ${mostLookedAt}) as rows where ${gate}
      limit (select reach from gate)) as walk
    ${checkedJob(parameter, shape)} limit ${wanted}`
  const needed = sql`select least(start + ${size}, total) from bounds`
  const ofFirst = sql`select count(*) from met_first`
  const ofOther = rest ? sql`select count(*) from met_later` : sql`select 0`
  const isShort = sql`(select count(*) from (${first.rows} limit ${mostLookedAt}) as walk) < reach`
  const { joined, column } = keyed(key)
  // "Offset 0": sorted once they are found, instead of met one by one along an order at whose far end they may lie.
  const gathered = sql.join(
    matchingJobs(parameter, shape, joined, sql`(select not enough from is_met)`).map(
      matching => sql`(select j.job_number, ${column} as key ${matching} offset 0)`,
    ),
    sql` union all `,
  )
  return {
    page: sql`(
      with ${shape.searched === 'text' ? sql`${rarityOf(parameter, shape)},` : sql``} counted as materialized (select ${matchesOf(parameter, shape)} as matches),
      ${bounds(parameter, shape, sql`(select matches from counted)`)},
      gate as materialized (
        select total > ${few} and start <= ${sql.lit(shape.effort.shallow)} as walks,
          least(${mostLookedAt}, ${sql.lit(PATIENCE)} * (start + ${size}) * ${jobCount(parameter)} / greatest(total, 1)) as reach
        from bounds),
      met_first as materialized (${inTurn(met(first, sql`(${needed})`, sql`(select walks from gate)`))})
      ${
        rest
          ? sql`, met_later as materialized (
        select job_number, (${ofFirst}) + row_number() over () as n from (${met(
          rest,
          sql`(select greatest((${needed}) - (${ofFirst}), 0))`,
          sql`(select case when not walks or (${ofFirst}) >= (${needed}) then false else ${isShort} end from gate)`,
        )}) as ordered)`
          : sql``
      },
      is_met as materialized (select walks and (${ofFirst}) + (${ofOther}) >= (${needed}) as enough from gate),
      gathered as (${inTurn(sql`
        select job_number from (${gathered}) as matches
        order by ${orderedBy(shape, sql.ref('key'), sql.ref('job_number'))} limit ${size} offset ${inBounds('start')}`)})
      ${identified(
        parameter,
        shape,
        sql`select * from (
          select job_number, n - ${inBounds('start')} as n from met_first where (select enough from is_met)
          ${rest ? sql`union all select job_number, n - ${inBounds('start')} from met_later where (select enough from is_met)` : sql``}
          union all select job_number, n from gathered
        ) as rows where n > 0`,
      )})`,
    total: sql`page.total`,
  }
}

/** A job that the walk has met, looked up and checked. */
function checkedJob(parameter: ListParameter, shape: ListShape): RawBuilder<unknown> {
  const checks = checksOf(parameter, shape)
  // "Offset 0" keeps each look-up as it stands, instead of a join whose order nobody knows.
  const job = sql`cross join lateral (select from jobs j
    where j.account_id = ${parameter('accountId')} and j.job_number = walk.job_number
      and ${sql.join([sql`true`, ...checks], sql` and `)} offset 0) as checked`
  const text = sql`cross join lateral (select from job_index i
    where i.account_id = ${parameter('accountId')} and i.job_number = walk.job_number
      and i.search_text like any (${parameter('patterns')}::text[]) offset 0) as holding`
  return sql`${checks.length > 0 ? job : sql``} ${shape.searched === 'text' ? text : sql``}`
}
