import { useMemo } from 'react'
import { tidyContainerNumber } from '#contract/container-number.ts'
import type { Container } from '#contract/containers.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import { importFields } from '#contract/import-fields.ts'
import type { Item } from '#contract/items.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { useContainersOfItems } from '#web/containers/queries.ts'
import { countText } from '#web/lib/format.ts'
import { useItemContainers } from '#web/records/item-containers.ts'
import type { CellValue, GridColumn } from '#web/ui/grid/columns.ts'
import type { OtherTable } from '#web/ui/grid/pasted-cells.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'
import { containerValue, linksOf } from './container-value.ts'
import { itemRow } from './item-columns.ts'

type Numbered = Pick<Container, 'id' | 'number'>
/** With fewer characters a number is not told from others. */
const SHORTEST_END = 3

/** The containers that a text means: that of this number, or those whose numbers end so. */
function meant(text: string, containers: readonly Numbered[]): Numbered[] {
  const wanted = tidyContainerNumber(text)
  const numbered = containers.map(one => ({ one, number: tidyContainerNumber(one.number ?? '') }))
  const same = numbered.filter(({ number }) => number === wanted && wanted !== '')
  const found =
    same.length > 0
      ? same
      : numbered.filter(({ number }) => wanted.length >= SHORTEST_END && number.endsWith(wanted))
  return found.map(({ one }) => one)
}

/**
 * In which container a row travels: its number, or the end of it, is typed, chosen or pasted. The containers are those of
 * the job, or of its master.
 */
export const containerColumn = (
  containers: readonly Numbered[],
  master: Pick<OtherJob, 'jobId'> | null = null,
): GridColumn => ({
  id: 'container',
  label: 'Container',
  headings: importFields.items['container']?.synonyms ?? [],
  width: 140,
  kind: 'choice',
  choices: containers.flatMap(({ id, number }) => (number ? [{ value: id, label: number }] : [])),
  own: {
    read: text => {
      const [only, other] = meant(text, containers)
      return only && !other ? only.id : null
    },
    text: value => {
      const links = linksOf(value)
      const [only] = links ?? []
      if (!links || !only) return null
      return links.length === 1
        ? (containers.find(one => one.id === only.containerId)?.number ?? '(no number)')
        : countText(links.length, 'container')
    },
    reason: text => {
      const found = meant(text, containers)
      if (found.length > 1)
        return `${countText(found.length, 'container')} of ${master ? `master ${master.jobId}` : 'this job'} have a number that ends in “${text}”. Write more of it.`
      return master
        ? `Master ${master.jobId} has no container “${text}”. Add it to the containers of the master first.`
        : `This job has no container “${text}”. Add it to the containers below first.`
    },
  },
})

/** What is said of pasted container numbers where the job has no containers yet. */
export const containersToCome: OtherTable = {
  columns: [containerColumn([])],
  sentence:
    'The container numbers were left out: this job has no containers yet. Take the paste back with Ctrl+Z, add the containers below the items, then paste again.',
}

const told = new WeakMap<StoredRow, StoredRow>()

/** The same row for the same item in the same container each time, so that it is drawn anew only when it changed. */
function rowWith(row: StoredRow, container: CellValue): StoredRow {
  const known = told.get(row)
  if (known?.values['container'] === container) return known
  const next = { ...row, values: { ...row.values, container } }
  told.set(row, next)
  return next
}

/** Items as rows that say in which containers they travel. */
export function rowsInContainers(items: readonly Item[], links: readonly ItemContainer[]): StoredRow[] {
  const byItem = Map.groupBy(links, link => link.itemId)
  return items.map(item => rowWith(itemRow(item), containerValue(byItem.get(item.id) ?? [])))
}

const none: readonly GridColumn[] = []

/** The rows of a job's items; where the job or its master has containers, each says in which it travels, in a column of its own. */
export function useRowsInContainers(jobId: string, items: readonly Item[]) {
  const known = useContainersOfItems(jobId)
  const { data: links } = useItemContainers(jobId)
  const areKnown = links !== undefined
  const further = useMemo(
    () =>
      known && known.containers.length > 0 && areKnown
        ? [containerColumn(known.containers, known.master)]
        : none,
    [known, areKnown],
  )
  const rows = useMemo(
    () => (further.length > 0 && links ? rowsInContainers(items, links) : items.map(itemRow)),
    [items, further, links],
  )
  return { rows, further }
}
