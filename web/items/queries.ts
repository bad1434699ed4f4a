import {
  addItems,
  createItem,
  exportItems,
  deleteItem,
  type Item,
  MANY_ITEMS,
  removeItems,
  updateItem,
} from '#contract/items.ts'
import { jobQuery } from '#web/records/queries.ts'
import type { Job } from '#contract/jobs.ts'
import type { SheetFormat } from '#contract/sheet-formats.ts'
import { inFirstUnit, kilogramsIn } from '#contract/units.ts'
import { call, callFile } from '#web/lib/call.ts'
import { useChange } from '#web/lib/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { isWholeIn } from './container-value.ts'
import { itemInput, type ItemValues } from './form.ts'
import { differences, itemSums, lacksUnit, summedItem } from './sums.ts'

type Input = ReturnType<typeof itemInput>

/** A name or a description of blanks alone is none. */
const tidy = (values: RowValues): Input =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  )

/** Stores the rows that were typed or pasted; the same call again stores nothing twice. */
export const storeItems = (
  jobId: string,
  rows: readonly { id: string; values: RowValues }[],
): Promise<Item[]> =>
  call(addItems, {
    body: {
      shipmentId: jobId,
      items: rows.map(({ id, values: { container, ...values } }) => ({
        ...{ id, ...tidy(values) },
        // A row that is new has no parts yet: it is in one container, or in none.
        ...(isWholeIn(container) && { containerId: container }),
      })),
    },
  })

/** A job's items as a file. */
export const itemsFile = (shipmentId: string, format: SheetFormat) =>
  callFile(exportItems, { body: { shipmentId, format } })

export const changeItem = (id: string, values: RowValues, version: number): Promise<Item> =>
  call(updateItem, { body: { id, ...tidy(values) }, ifMatch: version })

type ItemChange = { id: string; input: Input; version: number }

/** The items stand in their job, which is asked for anew after each change. */
export const useAddItem = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, ({ id, values }: { id: string; values: ItemValues }) =>
    call(createItem, { body: { id, shipmentId: jobId, ...itemInput(values) } }),
  )

export const useUpdateItem = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, ({ id, input, version }: ItemChange) =>
    saveOver(input, version, over => call(updateItem, { body: { id, ...input }, ifMatch: over })),
  )

export const useDeleteItem = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, (id: string) => call(deleteItem, { params: { id } }))

/** Where the items of a job say something else than its cargo figures. */
export const cargoDifferences = (job: Job) => differences(itemSums(job.items.map(summedItem)), job)

/** What the items of a job come to, in kilograms and cubic metres; null where they say nothing, or not all of them do. */
export function itemTotals({ items }: Job) {
  const sums = itemSums(items.map(summedItem))
  const weight = (figure: number | null) =>
    figure === null || lacksUnit(sums) ? null : inFirstUnit(kilogramsIn, figure, sums.weightUnit)
  return {
    grossWeight: weight(sums.grossWeight),
    netWeight: weight(sums.netWeight),
    volume: sums.lacksVolume ? null : sums.volume,
    numberOfPackages: sums.numberOfPacks,
  }
}

/** Takes back items that were pasted, unless somebody has changed them since: those are answered. */
export const useTakeBack = (jobId: string) =>
  useChange(jobQuery(jobId).queryKey, async (items: readonly { id: string; version: number }[]) => {
    const changed: Item[] = []
    for (let first = 0; first < items.length; first += MANY_ITEMS) {
      const some = items.slice(first, first + MANY_ITEMS)
      changed.push(...(await call(removeItems, { body: { shipmentId: jobId, items: some } })).changed)
    }
    return changed
  })
