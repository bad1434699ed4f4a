import { furtherJobColumns, jobColumns, type JobSortKey } from '#contract/job-columns.ts'
import type { JobView, TableLayout } from '#contract/preferences.ts'
import { keysOf } from '#contract/typed-objects.ts'

export const everyColumn: TableLayout = { widths: {}, visible: {}, order: [], comfortable: false }

/** What a forwarder looks at in the morning: whose cargo goes or comes where and when, and how it stands. */
const columnsOfTheDay: readonly JobSortKey[] = [
  'jobId',
  'name',
  'consignee',
  'transportMode',
  'loadingPort',
  'destinationPort',
  'etd',
  'eta',
  'status',
]

// So that a laptop shows all nine at once.
const widthsOfTheDay = {
  name: 190,
  consignee: 150,
  transportMode: 130,
  loadingPort: 124,
  destinationPort: 132,
  status: 112,
}

const shownAlone = (shown: readonly JobSortKey[], widths: TableLayout['widths']): TableLayout => ({
  ...everyColumn,
  widths,
  visible: Object.fromEntries(
    [...keysOf(jobColumns), ...keysOf(furtherJobColumns)].map(id => [id, shown.includes(id)]),
  ),
  order: [...shown],
})

/** The views that everybody has and nobody can change or delete. */
export const builtInViews: readonly JobView[] = [
  {
    id: 'day',
    name: 'Day view',
    address: 'tab=open&sort=eta',
    layout: shownAlone(columnsOfTheDay, widthsOfTheDay),
  },
  { id: 'all', name: 'All columns', address: 'tab=all', layout: everyColumn },
]

const entries = (one: object) =>
  JSON.stringify(Object.entries(one).toSorted(([a], [b]) => a.localeCompare(b)))

/** Whether two layouts show the same columns; how high the rows are is no matter of columns. */
export const isSameLayout = (one: TableLayout, other: TableLayout) =>
  entries(one.widths) === entries(other.widths) &&
  entries(one.visible) === entries(other.visible) &&
  JSON.stringify(one.order) === JSON.stringify(other.order)
