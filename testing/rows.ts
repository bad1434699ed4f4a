import { Client } from 'pg'
import type { TestApp } from './app.ts'

/** The rows behind the product, seen as the tables' owner, whom row-level security does not bind. */
export type Rows = {
  select<Row = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Every row of a company by table, and who can sign in: equal before and after a call that changed nothing. */
  ofCompany(accountId: string): Promise<Record<string, unknown[]>>
  close(): Promise<void>
}

export async function openRows(test: TestApp): Promise<Rows> {
  const client = new Client({ connectionString: test.ownerUrl })
  await client.connect()
  const select: Rows['select'] = async <Row>(statement: string, values?: unknown[]) =>
    (await client.query(statement, values)).rows as Row[]
  const tables = await select<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     where c.table_schema = 'public' and c.column_name = 'account_id' order by 1`,
  )
  const everything = [
    ...tables.map(
      ({ name }) => `select '${name}' as name, to_jsonb(t) as row from ${name} t where account_id = $1`,
    ),
    `select 'accounts', to_jsonb(t) from accounts t where id = $1`,
    `select 'identity_users', to_jsonb(t) from identity_users t`,
  ].join(' union all ')
  return {
    select,
    async ofCompany(accountId) {
      const rows = await select<{ name: string; rows: unknown[] }>(
        `select name, jsonb_agg(row order by row::text) as rows from (${everything}) as e group by name`,
        [accountId],
      )
      return Object.fromEntries(rows.map(({ name, rows: all }) => [name, all]))
    },
    close: () => client.end(),
  }
}
