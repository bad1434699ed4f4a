import { sql } from 'kysely'
import type { ReferenceKind, referenceKindFields } from '#contract/reference-kinds.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a kind of references on the wire. */
export const referenceKindColumns = {
  name: 'name',
} as const satisfies Record<keyof typeof referenceKindFields, keyof DB['reference_kinds']>

const readKinds = (db: Db, accountId: string) =>
  db
    .selectFrom('reference_kinds')
    .select(['id', 'name', 'version'])
    .where('account_id', '=', accountId)
    .orderBy(expression => expression.fn('lower', ['name']))
    .orderBy('id')

/** The company's own kinds of references, by name. */
export const listKinds = (db: Db, accountId: string): Promise<ReferenceKind[]> =>
  readKinds(db, accountId).execute()

export const findKind = (db: Db, accountId: string, id: string): Promise<ReferenceKind | undefined> =>
  readKinds(db, accountId).where('id', '=', id).executeTakeFirst()

/** The kind that bears this name, in whatever case. */
export const kindOfName = (db: Db, accountId: string, name: string): Promise<ReferenceKind | undefined> =>
  readKinds(db, accountId).where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

/** Which of these kinds there are; none of them goes until the transaction ends. */
export async function holdKinds(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from reference_kinds where account_id = ${accountId} and id = any (${sql.val([...ids])}::uuid[])
    order by id for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** On how many jobs a kind stands. */
export async function countJobsOfKind(db: Db, accountId: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct job_id)::integer as count from job_references
    where account_id = ${accountId} and own_kind_id = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}
