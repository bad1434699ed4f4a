import { Client } from 'pg'
import { groups } from './data-model-groups.ts'

type Column = {
  table: string
  column: string
  type: string
  isKey: boolean
  isOptional: boolean
  references: string[]
  /** “Jobs: What people tell each other about a job.”: the comment on the table, its group before the colon. */
  comment: string | null
}

// A reference within a company has account_id as its first column; it is described at the column that chooses the row.
const COLUMNS = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as "isOptional",
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as "isKey",
    array(
      select distinct f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)
        and (a.attname <> 'account_id' or cardinality(f.conkey) = 1)
      order by 1
    ) as "references", obj_description(c.oid, 'pg_class') as comment
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

/** docs/data-model.md for a migrated database. Throws where a table has no group, or a group no such table. */
export async function dataModelPage(ownerUrl: string): Promise<string> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(COLUMNS)
    return pageOf(rows)
  } finally {
    await client.end()
  }
}

export function pageOf(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const told = Object.values(groups).flatMap(Object.keys)
  const commented = new Map<string, Record<string, string>>()
  for (const [name, [column]] of tables) {
    if (told.includes(name)) continue
    const [, group = '', meaning] = /^([^:]+): (.+)$/.exec(column?.comment ?? '') ?? []
    if (!meaning || !(group in groups))
      throw new Error(
        `Say what ${name} holds, in its migration: comment on table ${name} is 'Jobs: …', after the colon what it holds.`,
      )
    commented.set(group, { ...commented.get(group), [name]: meaning })
  }
  const gone = told.filter(name => !tables.has(name))
  if (gone.length > 0)
    throw new Error(`scripts/data-model-groups.ts tells of ${gone.join(', ')}, which is no table.`)

  const sections = Object.entries(groups).map(([heading, meanings]) =>
    [
      `## ${heading}`,
      ...Object.entries({ ...meanings, ...commented.get(heading) }).map(([name, meaning]) =>
        sectionOf(name, meaning, tables.get(name) ?? []),
      ),
    ].join('\n\n'),
  )
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

const INTRODUCTION = `# Data model

The tables as all migrations leave them. \`npm run db:types\` writes this page; \`npm test\` checks that it is current.

Every table of a company begins with \`account_id\`, and its keys and references include that column: the database itself
refuses a link from one company to another. Such a reference is shown at its other column. Columns in **bold** are the primary key.`

function sectionOf(name: string, meaning: string, columns: readonly Column[]): string {
  const rows = columns.map(({ column, type, isKey, isOptional, references }) => {
    const told = isKey ? `**\`${column}\`**` : `\`${column}\``
    const others = references.map(table => `[${table}](#${table})`).join(', ')
    return `| ${told} | ${type} | ${isOptional ? 'yes' : ''} | ${others} |`
  })
  return [
    `### ${name}`,
    '',
    meaning,
    '',
    '| Column | Type | May be null | References |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}
