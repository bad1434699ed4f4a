import { type Container, MAX_CONTAINERS } from '#contract/containers.ts'
import { jobRows } from '#server/records/job-rows.ts'
import { manyJobRows } from '#server/records/many-job-rows.ts'
import { containerColumns, readContainers } from './records.ts'

export const containers = jobRows<Container>({
  table: 'containers',
  what: 'container',
  columns: containerColumns,
  max: MAX_CONTAINERS,
  read: readContainers,
})

export const manyContainers = manyJobRows<Container>({
  table: 'containers',
  what: 'container',
  columns: containerColumns,
  read: (db, accountId, ids) => readContainers(db, accountId, { ids }),
  requireRoom: containers.requireRoom,
})
