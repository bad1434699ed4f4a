import type pg from 'pg'
import { BARE_SCHEMA } from './bare/tables-records.ts'

/** Times in milliseconds, all calls together. */
export type StatementTime = { text: string; isNested: boolean; calls: number; total: number }
export type FunctionTime = { name: string; calls: number; self: number }
export type DatabaseProfile = { statements: StatementTime[]; functions: FunctionTime[] }

const LIBRARY = 'pg_stat_statements'
const SETTINGS: Record<string, string> = {
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
  track_functions: 'all',
}

/** Lets PostgreSQL count statements from its next start on, which costs some speed. */
export async function loadCounters(owner: pg.Client): Promise<void> {
  await owner.query(`alter system set shared_preload_libraries = '${LIBRARY}'`)
}

/** From its next start on PostgreSQL counts nothing more. */
export async function unloadCounters(owner: pg.Client): Promise<void> {
  for (const name of ['shared_preload_libraries', ...Object.keys(SETTINGS)])
    await owner.query(`alter system reset ${name}`)
}

export async function areCountersLoaded(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ libraries: string }>(
    "select current_setting('shared_preload_libraries') as libraries",
  )
  return rows[0]?.libraries.includes(LIBRARY) ?? false
}

/** Counts from now on. */
export async function startCounters(owner: pg.Client): Promise<void> {
  await owner.query(`create extension if not exists ${LIBRARY} schema ${BARE_SCHEMA}`)
  for (const [name, value] of Object.entries(SETTINGS))
    await owner.query(`alter system set ${name} = '${value}'`)
  await owner.query('select pg_reload_conf()')
}

export async function resetCounts(owner: pg.Client): Promise<void> {
  await owner.query(`select ${BARE_SCHEMA}.pg_stat_statements_reset(), pg_stat_reset()`)
}

const MOST = 8

/** What took longest since the last reset; not what this connection asked itself. */
export async function readCounts(owner: pg.Client): Promise<DatabaseProfile> {
  const { rows: statements } = await owner.query<StatementTime>(
    `select query as text, not toplevel as "isNested", sum(calls)::float8 as calls,
       sum(total_exec_time + total_plan_time) as total
     from ${BARE_SCHEMA}.pg_stat_statements
     where query not like '%pg_stat_%'
     group by query, toplevel order by total desc limit ${MOST * 2}`,
  )
  const { rows: functions } = await owner.query<FunctionTime>(
    `select funcname as name, calls::float8 as calls, self_time as self
     from pg_stat_user_functions where calls > 0 and funcname not like 'pg_stat_%' order by self_time desc limit ${MOST}`,
  )
  return { statements, functions }
}
