import pg from 'pg'
import { RUNTIME_ROLE, TCP_KEEP_ALIVE } from '#server/db/role-pool.ts'
import { columnsOf, type ExportedTable } from './tables.ts'

/** So few that the longest rows of them fit into memory. */
const ROWS_AT_ONCE = 200

/** Reads rows of one company as they were at one moment; row-level security shows no others. */
export class CompanySnapshot {
  readonly #client: pg.Client
  readonly #accountId: string

  constructor(client: pg.Client, accountId: string) {
    this.#client = client
    this.#accountId = accountId
  }

  /** The rows of a table as JSON texts, some at a time. */
  async *rows(name: string, table: ExportedTable): AsyncGenerator<string[]> {
    const { exported = {} } = table
    const values = columnsOf(table).map(
      column =>
        `${exported[column] ?? `t.${this.#client.escapeIdentifier(column)}`} as ${this.#client.escapeIdentifier(column)}`,
    )
    const own = name === 'accounts' ? 't.id' : 't.account_id'
    const walk = this.walk<{ row: string }>(
      `select row_to_json((select r from (select ${values.join(', ')}) as r))::text as row
       from ${this.#client.escapeIdentifier(name)} t where ${own} = :account order by ${table.order}`,
    )
    for await (const rows of walk) yield rows.map(({ row }) => row)
  }

  /** The rows of a query, some at a time. `:account` stands for the company's id. One walk goes on at a time. */
  async *walk<Row extends pg.QueryResultRow>(query: string): AsyncGenerator<Row[]> {
    const text = query.replaceAll(':account', this.#client.escapeLiteral(this.#accountId))
    await this.#client.query(`declare company_rows no scroll cursor for ${text}`)
    try {
      while (true) {
        const { rows } = await this.#client.query<Row>(`fetch ${ROWS_AT_ONCE} from company_rows`)
        if (rows.length > 0) yield rows
        if (rows.length < ROWS_AT_ONCE) break
      }
    } finally {
      // After a failure nothing more is answered; that failure is the one to be told.
      await this.#client.query('close company_rows').catch(() => undefined)
    }
  }
}

/**
 * Runs `work` in one read-only transaction that sees the company as it was at one moment, as the product's own role: the
 * database itself shows nothing of another company. Null where there is no such company.
 */
export async function inCompanySnapshot<Result>(
  url: string,
  accountId: string,
  work: (snapshot: CompanySnapshot) => Promise<Result>,
): Promise<Result | null> {
  // A connection of its own: those of the pool are for what people wait for.
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lading export',
    connectionTimeoutMillis: 5_000,
    ...TCP_KEEP_ALIVE,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    await client.query(
      `set local role ${RUNTIME_ROLE}; set local statement_timeout = '10min';
       set local idle_in_transaction_session_timeout = '10min'; set local timezone = 'UTC';
       set local extra_float_digits = 1; set local bytea_output = 'hex'`,
    )
    await client.query(`select set_config('app.account_id', $1, true)`, [accountId])
    const { rowCount } = await client.query('select from accounts where id = $1', [accountId])
    if (rowCount === 0) return null
    const result = await work(new CompanySnapshot(client, accountId))
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
