import { containerFields } from '#contract/containers.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { rowOfJob, rowsWithJob, valuesBy } from '#server/records/restore-row.ts'
import { containers } from './commands.ts'
import { containerColumns } from './records.ts'

export const containerRecord: RecordKind = {
  table: 'containers',
  type: 'container',
  label: 'Container',
  name: { column: 'number' },
  fields: restorableFields(containerFields, containerColumns),
  restore: {
    permission: 'jobs:write',
    values: valuesBy('container', containers.change),
    removed: rowOfJob('container', 'containers'),
    withJob: { comesAndGoes: true, bringBack: rowsWithJob('containers', containerColumns) },
  },
  wording: { place: ({ name }) => `on container ${name}` },
}
