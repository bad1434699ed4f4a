import pg from 'pg'
import { BARE_SCHEMA, BARE_TABLES, bareIndexes, bareTables } from '#benchmarks/bare/tables-records.ts'
import type { RowsOfJob } from './calls.ts'

const NAME = 'directus'

const addressOf = (ownerUrl: string, database: string) => {
  const url = new URL(ownerUrl)
  url.pathname = `/${database}`
  return url.toString()
}

async function on<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database of its own with the bare server's tables and their rows, as Directus has use for them; gives its address. */
export async function makeDirectusDatabase(ownerUrl: string): Promise<string> {
  const url = addressOf(ownerUrl, NAME)
  await on(ownerUrl, async client => {
    await client.query(`drop database if exists ${NAME} with (force)`)
    await client.query(`create database ${NAME}`)
  })
  const { hostname, port, pathname, username, password } = new URL(ownerUrl)
  const literal = (text: string) => pg.escapeLiteral(decodeURIComponent(text))
  await on(url, async client => {
    await client.query(`create extension postgres_fdw; create schema source;
      create server product foreign data wrapper postgres_fdw options (
        host ${literal(hostname)}, port ${literal(port)}, dbname ${literal(pathname.slice(1))}, fetch_size '10000');
      create user mapping for current_user server product options (
        user ${literal(username)}, password ${literal(password)});
      import foreign schema ${BARE_SCHEMA} from server product into source;
      ${bareTables} alter table jobs drop column search_text`)
    for (const table of BARE_TABLES) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
         where table_schema = 'public' and table_name = $1`,
        [table],
      )
      const columns = rows[0]?.columns ?? ''
      await client.query(`insert into ${table} (${columns}) select ${columns} from source.${table}`)
    }
    await client.query(`${bareIndexes} select setval('jobs_job_number_seq', (select max(job_number) from jobs));
      drop schema source cascade; drop extension postgres_fdw cascade`)
    await client.query('vacuum analyze')
  })
  return url
}

export async function dropDirectusDatabase(ownerUrl: string): Promise<void> {
  await on(ownerUrl, client => client.query(`drop database if exists ${NAME} with (force)`))
}

/** What a change of each of these jobs touches. */
export async function rowsOfJobs(url: string, jobIds: readonly string[]): Promise<Map<string, RowsOfJob>> {
  const { rows } = await on(url, client =>
    client.query<RowsOfJob & { id: string }>(
      `select j.id, j.quote, p.id as consignee from jobs j join job_parties p on p.job = j.id and p.role = 0
       where j.id = any ($1::uuid[])`,
      [jobIds],
    ),
  )
  return new Map(rows.map(({ id, ...parts }) => [id, parts]))
}

/** Removes the jobs that were made since, with their quotes. */
export async function removeMadeHere(url: string, lastKept: number): Promise<void> {
  await on(url, async client => {
    await client.query(
      `with gone as (delete from jobs where job_number > $1 returning quote)
       delete from quotes where id in (select quote from gone)`,
      [lastKept],
    )
    await client.query('vacuum jobs')
  })
}
