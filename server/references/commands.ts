import { MAX_REFERENCES, type Reference } from '#contract/references.ts'
import type { Session } from '#server/db/db.ts'
import { jobRows, type NewJobRow } from '#server/records/job-rows.ts'
import { manyJobRows, type NewRow } from '#server/records/many-job-rows.ts'
import { requireKinds } from './kind-commands.ts'
import { readReferences, referenceColumns } from './records.ts'

const table = 'job_references'
const what = 'reference'

const rows = jobRows<Reference>({
  table,
  what,
  columns: referenceColumns,
  max: MAX_REFERENCES,
  read: readReferences,
})

const many = manyJobRows<Reference>({
  table,
  what,
  columns: referenceColumns,
  read: (db, accountId, ids) => readReferences(db, accountId, { ids }),
  requireRoom: rows.requireRoom,
})

type OfKind = { kind?: string | undefined }

/** The rows of a job, each of a kind that the company has. */
export const references = {
  list: rows.list,
  remove: rows.remove,
  add: async (session: Session, sent: NewJobRow & OfKind) => {
    await requireKinds(session, [{ path: 'kind', kind: sent.kind }])
    return rows.add(session, sent, {})
  },
  change: async (session: Session, changes: { id: string } & OfKind, ifMatch: number | undefined) => {
    await requireKinds(session, [{ path: 'kind', kind: changes.kind }])
    return rows.change(session, changes, ifMatch)
  },
  addMany: async (session: Session, shipmentId: string, added: readonly (NewRow & OfKind)[]) => {
    await requireKinds(
      session,
      added.map(({ kind }, index) => ({ path: `references.${index}.kind`, kind })),
    )
    return many.add(session, shipmentId, added)
  },
  removeMany: many.remove,
}
