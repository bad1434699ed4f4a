import type pg from 'pg'

/** A file of the store that a row names. */
export type NamedFile = {
  key: string
  /** SHA-256 of what was stored, in hexadecimal, where a row says it. */
  sha256: string | null
}

/** Which columns name files of the store, and where their content's hash stands. */
const NAMING = [
  { table: 'documents', key: 'content_key', hash: 'content_hash' },
  { table: 'document_templates', key: 'content_key', hash: 'content_hash' },
  { table: 'earlier_contents', key: 'content_key', hash: null },
  { table: 'company_settings', key: 'logo_key', hash: null },
  { table: 'mails', key: 'message_key', hash: null },
] as const

/** Every file of the store that rows name, once. A schema of an earlier version may lack some of the columns. */
export async function listNamedFiles(client: Pick<pg.Client, 'query'>): Promise<NamedFile[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const known = new Set(columns.map(({ name }) => name))
  const files = new Map<string, NamedFile>()
  for (const { table, key, hash } of NAMING) {
    if (!known.has(`${table}.${key}`)) continue
    const sum = hash !== null && known.has(`${table}.${hash}`) ? hash : 'null::text'
    const { rows } = await client.query<NamedFile>(
      `select ${key} as key, ${sum} as sha256 from public.${table} where ${key} is not null`,
    )
    for (const row of rows) if (row.sha256 !== null || !files.has(row.key)) files.set(row.key, row)
  }
  return [...files.values()]
}

/** How many e-mails wait to be sent, or are being sent. */
export async function countWaitingMails(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('public.mails') is not null as found`,
  )
  if (!tables[0]?.found) return 0
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from public.mails where state in ('waiting', 'sending')`,
  )
  return rows[0]?.waiting ?? 0
}
