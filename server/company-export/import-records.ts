import type pg from 'pg'
import { withOwner } from '#server/db/owner.ts'
import { columnsOf, type ExportedTable } from './tables.ts'

/** What an import does in the database, as the tables' owner, in one transaction. */
export type ImportTransaction = {
  /** How many of the rows were stored: those of another company are not. */
  insertRows: (name: string, table: ExportedTable, json: string) => Promise<number>
  /** The history that storing the rows has written. */
  forgetHistory: () => Promise<void>
  /** Makes what is numbered from here on follow what was imported; false where a number is too large for that. */
  raiseSequences: () => Promise<boolean>
  /** Whether every key of a file is one of the company's own. */
  keysAreOwn: () => Promise<boolean>
  insertOperatorLink: (userId: string, hash: Buffer, days: number) => Promise<void>
  forgetStartedUploads: () => Promise<void>
}

/** What counts on from the numbers that rows have. */
const numbered = [
  ['contacts', 'position'],
  ['items', 'position'],
  ['history', 'id'],
] as const

/** Sequences end at 9,223,372,036,854,775,807; a file that came near would leave no number to anybody else. */
const GREATEST_NUMBER = '1000000000000000'

const keyColumns = [
  ['documents', 'content_key'],
  ['document_templates', 'content_key'],
  ['earlier_contents', 'content_key'],
  ['mails', 'message_key'],
  ['company_settings', 'logo_key'],
] as const

export async function companyExists(ownerUrl: string, accountId: string): Promise<boolean> {
  return withOwner(ownerUrl, async owner => {
    const { rowCount } = await owner.query('select from accounts where id = $1', [accountId])
    return rowCount !== 0
  })
}

// The first key of all locks under which a company is imported; the second is its id's.
const IMPORTING = 5_301

/**
 * Runs `work` while nobody else imports this company: of two at once the one that fails would delete the files of the
 * other. Null where somebody does.
 */
export async function whileAlone<Result>(
  ownerUrl: string,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  // The lock ends with its connection, also where this process is killed.
  return withOwner(ownerUrl, async owner => {
    const { rows } = await owner.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${IMPORTING}, hashtext($1)) as taken`,
      [accountId],
    )
    return rows[0]?.taken ? work() : null
  })
}

/** Notes that files are about to be stored: what a killed import leaves is removed by the nightly purge. */
export async function noteUploads(
  ownerUrl: string,
  accountId: string,
  keys: readonly string[],
): Promise<void> {
  await withOwner(ownerUrl, owner =>
    owner.query('insert into started_uploads (account_id, content_key) select $1, unnest($2::text[])', [
      accountId,
      keys,
    ]),
  )
}

export async function forgetUploads(
  ownerUrl: string,
  accountId: string,
  keys: readonly string[],
): Promise<void> {
  await withOwner(ownerUrl, owner =>
    owner.query('delete from started_uploads where account_id = $1 and content_key = any ($2::text[])', [
      accountId,
      keys,
    ]),
  )
}

/** Runs `work` in one transaction; what it throws undoes all of it. */
export async function inImport<Result>(
  ownerUrl: string,
  accountId: string,
  work: (transaction: ImportTransaction) => Promise<Result>,
): Promise<Result> {
  return withOwner(ownerUrl, async owner => {
    await owner.query('begin')
    await owner.query(
      `select set_config('app.account_id', $1, true), set_config('app.houses_follow', 'off', true)`,
      [accountId],
    )
    const result = await work(transactionOn(owner, accountId))
    await owner.query('commit')
    return result
  })
}

function transactionOn(owner: pg.Client, accountId: string): ImportTransaction {
  const ask = (text: string, values: unknown[] = [accountId]) => owner.query(text, values)
  return {
    insertRows: async (name, table, json) => {
      const columns = columnsOf(table)
      const values = columns.map(column => table.imported?.[column] ?? `t.${column}`)
      const own = name === 'accounts' ? 't.id' : 't.account_id'
      const { rowCount } = await ask(
        `insert into ${name} (${columns.join(', ')}) overriding system value
         select ${values.join(', ')} from json_populate_recordset(null::${name}, $2::json) t where ${own} = $1`,
        [accountId, json],
      )
      return rowCount ?? 0
    },
    forgetHistory: async () => {
      await ask('delete from history where account_id = $1')
    },
    raiseSequences: async () => {
      for (const [name, column] of numbered) {
        const sequence = `pg_get_serial_sequence('${name}', '${column}')`
        const { rows } = await ask(
          `select max(${column}) <= ${GREATEST_NUMBER} as usable from ${name} where account_id = $1`,
        )
        if (rows[0]?.usable === false) return false
        await ask(
          `select setval(${sequence}, greatest(nextval(${sequence}), max(${column}))) from ${name} where account_id = $1`,
        )
      }
      return true
    },
    keysAreOwn: async () => {
      const pattern = `^${accountId}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`
      const foreign = keyColumns.map(
        ([name, column]) => `select from ${name} where account_id = $1 and ${column} !~ $2`,
      )
      const { rows } = await ask(`select not exists (${foreign.join(' union all ')}) as own`, [
        accountId,
        pattern,
      ])
      return rows[0]?.own === true
    },
    insertOperatorLink: async (userId, hash, days) => {
      await ask(
        `insert into invitation_links (account_id, id, secret_hash, mailed, expires_at, by_operator)
         values ($1, $2, $3, false, now() + make_interval(days => $4), true)`,
        [accountId, userId, hash, days],
      )
    },
    forgetStartedUploads: async () => {
      await ask('delete from started_uploads where account_id = $1')
    },
  }
}
