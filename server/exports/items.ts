import {
  dimensionUnits,
  hazardClasses,
  labelOf,
  packingGroups,
  packingModeChoices,
  weightUnits,
  yesOrNo,
} from '#contract/choices.ts'
import { volumeOfItem } from '#contract/item-rules.ts'
import { type Item, itemFields, type ItemField } from '#contract/items.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { AsUser } from '#server/route.ts'
import type { Cell, CellKind, SheetColumn } from '#server/sheets/cells.ts'
import { ROWS_OF_PIECE } from '#server/sheets/send-sheet.ts'
import { stowedPartsOf } from '#server/items/container-records.ts'
import { listItemsOfJob } from '#server/items/records.ts'
import { stowageText } from '#server/items/stowage-text.ts'

const cells: Record<ItemField, [CellKind, (item: Item) => Cell]> = {
  name: ['text', item => item.name],
  description: ['text', item => item.description],
  quantity: ['number', item => item.quantity],
  modeOfPacking: ['text', item => labelOf(packingModeChoices, item.modeOfPacking)],
  grossWeight: ['number', item => item.grossWeight],
  netWeight: ['number', item => item.netWeight],
  weightUnit: ['text', item => labelOf(weightUnits, item.weightUnit)],
  numberOfPacks: ['number', item => item.numberOfPacks],
  marksAndNumbers: ['text', item => item.marksAndNumbers],
  hsCode: ['text', item => item.hsCode],
  length: ['number', item => item.length],
  width: ['number', item => item.width],
  height: ['number', item => item.height],
  dimensionUnit: ['text', item => labelOf(dimensionUnits, item.dimensionUnit)],
  volume: ['number', item => volumeOfItem(item).volume],
  unNumber: ['text', item => item.unNumber],
  hazardClass: ['text', item => labelOf(hazardClasses, item.hazardClass)],
  packingGroup: ['text', item => labelOf(packingGroups, item.packingGroup)],
  properShippingName: ['text', item => item.properShippingName],
  flashpoint: ['number', item => item.flashpoint],
  marinePollutant: ['text', item => labelOf(yesOrNo, item.marinePollutant)],
  limitedQuantity: ['text', item => labelOf(yesOrNo, item.limitedQuantity)],
}
const names = keysOf(cells)

export const itemSheetColumns: readonly SheetColumn[] = [
  ...names.map(name => ({ heading: itemFields[name].label, kind: cells[name][0] })),
  { heading: 'Container', kind: 'text' },
]

export async function* itemPieces(asUser: AsUser, jobId: string): AsyncGenerator<Cell[][]> {
  for (let offset = 0; ; offset += ROWS_OF_PIECE) {
    const { items, parts } = await asUser(async ({ db, accountId }) => {
      const found = await listItemsOfJob(db, accountId, jobId, { offset, limit: ROWS_OF_PIECE })
      const ids = found.map(({ id }) => id)
      return { items: found, parts: await stowedPartsOf(db, accountId, ids) }
    })
    yield items.map(item => [
      ...names.map(name => cells[name][1](item)),
      stowageText(parts.get(item.id) ?? []),
    ])
    if (items.length < ROWS_OF_PIECE) return
  }
}
