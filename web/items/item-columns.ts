import { weightUnits } from '#contract/choices.ts'
import { type Item, itemLabels } from '#contract/items.ts'
import { packingModes } from '#contract/packing-modes.ts'
import { labelOf } from '#contract/choices.ts'
import { cellReason, type GridColumn, type RowValues } from '#web/ui/grid/columns.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'

const unitOf = ({ weightUnit }: RowValues) =>
  typeof weightUnit === 'number' ? labelOf(weightUnits, weightUnit) : ''

export const itemColumns: readonly GridColumn[] = [
  { id: 'name', label: itemLabels.name, kind: 'text', maxLength: 500, width: 170 },
  { id: 'quantity', label: itemLabels.quantity, kind: 'number', decimals: 0, width: 84 },
  {
    id: 'modeOfPacking',
    label: itemLabels.modeOfPacking,
    kind: 'choice',
    choices: packingModes.map(({ label, rec21 }, value) => ({ value, label, code: rec21 })),
    width: 124,
  },
  { id: 'grossWeight', label: itemLabels.grossWeight, kind: 'number', decimals: 4, unit: unitOf, width: 116 },
  { id: 'netWeight', label: itemLabels.netWeight, kind: 'number', decimals: 4, unit: unitOf, width: 116 },
  { id: 'numberOfPacks', label: itemLabels.numberOfPacks, kind: 'number', decimals: 0, width: 130 },
  { id: 'weightUnit', label: itemLabels.weightUnit, kind: 'choice', choices: weightUnits, width: 100 },
  { id: 'description', label: itemLabels.description, kind: 'text', maxLength: 5000, width: 100 },
]

export const isReadable = (column: string, value: RowValues[string]): boolean =>
  itemColumns.every(one => one.id !== column || cellReason(one, value) === null)

/** A unit alone says nothing. */
export const isEmptyItem = ({ weightUnit: _unit, ...values }: RowValues): boolean =>
  Object.values(values).every(value => value === null || String(value).trim() === '')

const rows = new WeakMap<Item, StoredRow>()

/** The same row for the same item each time, so that it is drawn anew only when it changed. */
export function itemRow(item: Item): StoredRow {
  const known = rows.get(item)
  if (known) return known
  const { id, version, shipmentId: _job, ...values } = item
  const row = { id, version, values }
  rows.set(item, row)
  return row
}
