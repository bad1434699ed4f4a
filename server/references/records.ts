import { sql } from 'kysely'
import { builtInKinds, isBuiltInKind } from '#contract/reference-kinds.ts'
import type { Reference, referenceFields } from '#contract/references.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a reference on the wire. */
export const referenceColumns = {
  kind: 'kind',
  number: 'number',
  date: 'dated',
} as const satisfies Record<keyof typeof referenceFields, keyof DB['job_references']>

/** One reference, several, or all of a job, in their order. */
export function readReferences(
  db: Db,
  accountId: string,
  wanted: { id: string } | { job_id: string } | { ids: readonly string[] },
): Promise<Reference[]> {
  const query = db
    .selectFrom('job_references')
    .select(['id', 'job_id as shipmentId', 'kind', 'number', 'dated as date', 'version'])
    .where('account_id', '=', accountId)
  const some =
    'ids' in wanted
      ? query.where('id', '=', sql<string>`any(${[...wanted.ids]}::uuid[])`)
      : 'id' in wanted
        ? query.where('id', '=', wanted.id)
        : query.where('job_id', '=', wanted.job_id)
  return some.orderBy('position').execute()
}

/** A job's references with the names of their kinds, in their order, in one statement. */
export async function referencesOnPapers(
  db: Db,
  accountId: string,
  jobId: string,
): Promise<{ kind: string; kindName: string; number: string | null; date: string | null }[]> {
  const rows = await db
    .selectFrom('job_references as r')
    .leftJoin('reference_kinds as k', join =>
      join.onRef('k.account_id', '=', 'r.account_id').onRef('k.id', '=', 'r.own_kind_id'),
    )
    .select(['r.kind', 'k.name', 'r.number', 'r.dated as date'])
    .where('r.account_id', '=', accountId)
    .where('r.job_id', '=', jobId)
    .orderBy('r.position')
    .execute()
  return rows.map(({ name, ...row }) => ({
    ...row,
    kindName: isBuiltInKind(row.kind) ? builtInKinds[row.kind] : (name ?? ''),
  }))
}
