import { referenceKindFields } from '#contract/reference-kinds.ts'
import { referenceFields } from '#contract/references.ts'
import { AppError } from '#server/errors.ts'
import { nothingToRestore, type RecordKind, restorableFields } from '#server/records/describe.ts'
import { rowOfJob, rowsWithJob, valuesBy } from '#server/records/restore-row.ts'
import { references } from './commands.ts'
import { addKind, renameKind, requireKinds } from './kind-commands.ts'
import { referenceKindColumns } from './kind-records.ts'
import { referenceColumns } from './records.ts'

const bringBackRow = rowOfJob('reference', 'job_references')
const bringBackRows = rowsWithJob('job_references', referenceColumns)

export const referenceRecord: RecordKind = {
  table: 'job_references',
  type: 'reference',
  label: 'Reference',
  name: { column: 'number' },
  fields: restorableFields(referenceFields, referenceColumns),
  restore: {
    permission: 'jobs:write',
    values: valuesBy('reference', references.change),
    removed: async (session, change) => {
      // The database computes it from the kind.
      const { own_kind_id: _computed, ...changes } = change.changes
      await requireKinds(session, [{ path: 'kind', kind: changes['kind']?.[0] }])
      return bringBackRow(session, { ...change, changes })
    },
    withJob: {
      comesAndGoes: true,
      bringBack: async (session, jobId, records) => {
        await requireKinds(
          session,
          records.map(({ columns }) => ({ path: 'kind', kind: columns.get('kind')?.earlier })),
        )
        return bringBackRows(session, jobId, records)
      },
    },
  },
  wording: { place: ({ name }) => `on reference ${name}` },
}

export const referenceKindRecord: RecordKind = {
  table: 'reference_kinds',
  type: 'referenceKind',
  label: 'Kind of reference',
  name: { column: 'name' },
  fields: restorableFields(referenceKindFields, referenceKindColumns),
  restore: {
    permission: 'company:write',
    values: async (session, { recordId: id }, old, ifMatch) => {
      const name = new Map(old).get('name')
      if (typeof name !== 'string') throw nothingToRestore()
      const { version } = await renameKind(session, { id, name }, ifMatch)
      return { record: { type: 'referenceKind', id }, version }
    },
    removed: async (session, { recordId: id, changes }) => {
      const name = changes['name']?.[0]
      if (typeof name !== 'string') throw nothingToRestore()
      const { created } = await addKind(session, { id, name })
      if (!created) throw new AppError('already_exists', 'This kind of reference is there again already.')
      return { record: { type: 'referenceKind', id }, version: 1 }
    },
  },
}
