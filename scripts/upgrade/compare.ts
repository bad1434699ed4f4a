import type { Client } from 'pg'
import { derived, intendedDifferences } from './intended-changes.ts'
import type { Collected } from './collect.ts'

/** By table: its columns, how many rows it has, and a sum of these columns' texts. */
export type TableSums = Record<string, { columns: string[]; sum: string }>

/** Sums of the tables and columns in `like`, else of all that there are. */
export async function sumColumns(client: Client, like?: TableSums): Promise<TableSums> {
  await client.query(`set timezone = 'UTC'`)
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' group by 1 order by 1`,
  )
  const tables = like ? Object.entries(like).map(([name, { columns }]) => ({ name, columns })) : rows
  const sums: TableSums = {}
  for (const { name, columns } of tables.filter(table => !(table.name in derived))) {
    const kept = columns.filter(column => !(`${name}.${column}` in derived))
    const row = kept.map(column => `t."${column}"`).join(', ')
    const { rows: found } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(row (${row})::text), ''
         order by md5(row (${row})::text) collate "C")), '') as sum from ${name} t`,
    )
    sums[name] = { columns, sum: found[0]?.sum ?? '' }
  }
  return sums
}

export const differingTables = (before: TableSums, after: TableSums): string[] =>
  Object.keys(before).filter(name => before[name]?.sum !== after[name]?.sum)

/** Whether all that was answered before is answered still; that more is answered is no difference. */
const holds = (after: unknown, before: unknown): boolean =>
  before === after || [...differencesIn(before, after, '')].length === 0

/** What a list has now beside what it had, in the same order; null where something of that is not there any more. */
function additions(before: readonly unknown[], after: readonly unknown[]): unknown[] | null {
  const waiting = [...before]
  const more = after.filter(row => !(waiting.length > 0 && holds(row, waiting[0]) && waiting.splice(0, 1)))
  return waiting.length === 0 ? more : null
}

/** What tells a row of a list from the others: its id, its name or its title. */
const keyOf = (row: unknown): unknown => {
  const { id, name, title } = (row ?? {}) as Record<string, unknown>
  return id ?? name ?? title
}

/** The rows that `before` and `after` share, by their keys in the same order, and what `after` has beside them. */
function aligned(before: readonly unknown[], after: readonly unknown[]) {
  const keys = before.map(keyOf)
  if (keys.includes(undefined) || new Set(keys).size < keys.length) return null
  const waiting = [...before]
  const pairs: [unknown, unknown][] = []
  const more = after.filter(row => {
    if (waiting.length === 0 || keyOf(row) !== keyOf(waiting[0])) return true
    pairs.push([waiting.shift(), row])
    return false
  })
  return waiting.length === 0 ? { pairs, more } : null
}

/** Where what was answered before is not answered any more, or a list has become longer. */
function* differencesIn(before: unknown, after: unknown, at: string): Generator<string> {
  if (before === after) return
  const areObjects = [before, after].every(value => typeof value === 'object' && value !== null)
  if (!areObjects || Array.isArray(before) !== Array.isArray(after)) {
    yield `${at}: ${JSON.stringify(before)?.slice(0, 100)} has become ${JSON.stringify(after)?.slice(0, 100)}`
    return
  }
  if (Array.isArray(before) && before.length !== (after as unknown[]).length) {
    const rows = after as unknown[]
    const own = aligned(before, rows)
    const more = own ? own.more : additions(before, rows)
    for (const [old, now] of own?.pairs ?? []) yield* differencesIn(old, now, `${at} ${String(keyOf(old))}`)
    if (more === null) yield `${at}: ${before.length} have become ${rows.length}`
    else for (const row of more) yield `${at}: more: ${JSON.stringify(row)}`
    return
  }
  for (const [key, value] of Object.entries(before as object))
    yield* differencesIn(value, (after as Record<string, unknown>)[key], `${at} ${key}`)
}

/** What of the answers is another one than before, less what is meant to be. */
export function differingAnswers(before: Collected, after: Collected): string[] {
  return Object.entries(before)
    .flatMap(([path, answer]) => [...differencesIn(answer, after[path], path)])
    .filter(line => !intendedDifferences.some(({ line: intended }) => intended.test(line)))
}
