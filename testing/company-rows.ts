import type { Client } from 'pg'
import { expect } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { onConnection } from './own-server.ts'

export const PERSON = {
  subject: 'c0000000-0000-4000-8000-000000000001',
  email: 'amina@karachi.example',
  company: 'Karachi Forwarding',
  passwordHash: '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
}
export const ACCOUNT = 'a0000000-0000-4000-8000-000000000001'

/** A company with a person who can sign in and two jobs, written as its owner into a schema of any version from 0017 on. */
export async function writeCompany(owner: Client): Promise<void> {
  const { subject, email, company, passwordHash } = PERSON
  await owner.query(
    `insert into identity_users (subject, email, display_name, company, password_hash)
     values ($1, $2, 'Amina Qureshi', $3, $4)`,
    [subject, email, company, passwordHash],
  )
  await owner.query('select register_account($1, $2, $3, $4, $5)', [
    ACCOUNT,
    subject,
    email,
    'Amina Qureshi',
    company,
  ])
  for (const [number, name] of ['Bed linen', 'Rice'].entries()) {
    const finance = crypto.randomUUID()
    await owner.query('insert into finances (account_id, id) values ($1, $2)', [ACCOUNT, finance])
    await owner.query(
      `insert into jobs (account_id, id, job_number, name, finance_id) values ($1, $2, $3, $4, $5)`,
      [ACCOUNT, crypto.randomUUID(), number + 1, name, finance],
    )
  }
}

export type Row = Record<string, unknown>

/** Every row of every table but the two that each start fills, in one order. */
export async function everyRow(owner: Client): Promise<Record<string, Row[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname not in ('schema_migrations', 'world_ports') order by 1`,
  )
  const found: Record<string, Row[]> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: Row }>(
      `select to_json(t) as row from ${name} t order by t::text`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Every row of before is still as it was. Tables and columns that came since hold nothing of before. */
export async function expectSameRows(url: string, before: Record<string, Row[]>): Promise<void> {
  const after = await onConnection(url, everyRow)
  for (const [name, rows] of Object.entries(before)) {
    const known = Object.keys(rows[0] ?? {})
    const kept = after[name]?.map(row => Object.fromEntries(known.map(column => [column, row[column]])))
    expect({ [name]: kept }).toEqual({ [name]: rows })
  }
}

/** What the company's person sees of it through the product's own connections. */
export const jobsOf = (database: Database) =>
  database.asUser(PERSON.subject, async ({ db }) =>
    (await db.selectFrom('jobs').select('name').orderBy('name').execute()).map(({ name }) => name),
  )
