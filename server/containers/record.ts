import { containerFields } from '#contract/containers.ts'
import { restowRemoved } from '#server/items/restow-records.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { rowOfJob, rowsWithJob, valuesBy, withWhatWent } from '#server/records/restore-row.ts'
import { containers } from './commands.ts'
import { containerColumns } from './records.ts'

const rows = rowsWithJob('containers', containerColumns)

export const containerRecord: RecordKind = {
  table: 'containers',
  type: 'container',
  label: 'Container',
  name: { column: 'number' },
  fields: restorableFields(containerFields, containerColumns),
  restore: {
    permission: 'jobs:write',
    values: valuesBy('container', containers.change),
    removed: withWhatWent(rowOfJob('container', 'containers'), ({ db, accountId }, jobId, id) =>
      restowRemoved(db, accountId, jobId, id),
    ),
    withJob: {
      comesAndGoes: true,
      bringBack: async (session, jobId, records) => {
        const brought = await rows(session, jobId, records)
        // The job's own items are brought back with it; those of its houses stand in no list of it.
        for (const { id, now, earlier } of records)
          if (earlier && !now)
            await restowRemoved(session.db, session.accountId, jobId, id, { ofHousesAlone: true })
        return brought
      },
    },
  },
  wording: { place: ({ name }) => `on container ${name}` },
}
