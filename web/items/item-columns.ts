import { unNumberFault } from '#contract/un-number.ts'
import {
  dimensionUnits,
  hazardClasses,
  labelOf,
  packingGroups,
  weightUnits,
  yesOrNo,
} from '#contract/choices.ts'
import { containerLabels } from '#contract/containers.ts'
import { importFields } from '#contract/import-fields.ts'
import { hsCodeWarning, packedVolume } from '#contract/item-rules.ts'
import { HIGHEST_FLASHPOINT, type Item, type ItemField, itemLabels } from '#contract/items.ts'
import { amountFields, leftOf } from '#contract/stowage.ts'
import { packingModes } from '#contract/packing-modes.ts'
import { numberText } from '#web/lib/format.ts'
import {
  countedPackages,
  cubicMetreMeasure,
  dimensionMeasure,
  flashpointMeasure,
  weightMeasure,
} from '#web/records/measures.ts'
import {
  cellReason,
  type CellValue,
  type CellWarning,
  type GridColumn,
  type RowValues,
} from '#web/ui/grid/columns.ts'
import type { OtherTable } from '#web/ui/grid/pasted-cells.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'
import { linksOf } from './container-value.ts'

const unitOf = ({ weightUnit }: RowValues) =>
  typeof weightUnit === 'number' ? labelOf(weightUnits, weightUnit) : ''
const dimensionUnitOf = ({ dimensionUnit }: RowValues) =>
  labelOf(dimensionUnits, typeof dimensionUnit === 'number' ? dimensionUnit : 0)
const cubicMetres = () => 'm³'
const celsius = () => '°C'
/** As lists write them: Y and N. */
const yesOrNoCodes = yesOrNo.map(one => ({ ...one, code: one.label.charAt(0) }))

const headings = (field: ItemField) => importFields.items[field]?.synonyms ?? []
const head = (id: ItemField, width: number) => ({ id, label: itemLabels[id], width, headings: headings(id) })

const figure = (value: CellValue | undefined) => (typeof value === 'number' ? value : null)

/** The volume of a row's packages in cubic metres. */
export const packedVolumeOf = (values: RowValues): number | null =>
  packedVolume({
    numberOfPacks: figure(values['numberOfPacks']),
    length: figure(values['length']),
    width: figure(values['width']),
    height: figure(values['height']),
    dimensionUnit: figure(values['dimensionUnit']),
  })

/** Those that are always shown. */
const firstColumns: readonly GridColumn[] = [
  { ...head('name', 170), kind: 'text', maxLength: 500 },
  { ...head('quantity', 84), kind: 'number', decimals: 0 },
  {
    ...head('modeOfPacking', 124),
    kind: 'choice',
    choices: packingModes.map(({ label, rec21 }, value) => ({ value, label, code: rec21 })),
  },
  { ...head('grossWeight', 116), kind: 'number', decimals: 4, unit: unitOf, measure: weightMeasure },
  { ...head('netWeight', 116), kind: 'number', decimals: 4, unit: unitOf, measure: weightMeasure },
  {
    ...{ ...head('numberOfPacks', 130), kind: 'number', decimals: 0 },
    counted: { ...countedPackages, kindColumn: 'modeOfPacking' },
  },
  { ...head('weightUnit', 100), kind: 'choice', choices: weightUnits },
  { ...head('description', 100), kind: 'text', maxLength: 5000 },
]

const dimensionColumn = (id: 'length' | 'width' | 'height'): GridColumn => ({
  ...head(id, 92),
  kind: 'number',
  decimals: 3,
  unit: dimensionUnitOf,
  measure: dimensionMeasure,
})

/** Those that are shown where an item of the job has the value, in this order. */
const furtherColumns: readonly GridColumn[] = [
  dimensionColumn('length'),
  dimensionColumn('width'),
  dimensionColumn('height'),
  { ...head('dimensionUnit', 120), kind: 'choice', choices: dimensionUnits },
  {
    ...head('volume', 100),
    kind: 'number',
    decimals: 3,
    unit: cubicMetres,
    measure: cubicMetreMeasure,
    proposed: packedVolumeOf,
  },
  { ...head('marksAndNumbers', 150), kind: 'text', maxLength: 5000 },
  { ...head('hsCode', 110), kind: 'text', maxLength: 50 },
  { ...head('unNumber', 92), kind: 'text', maxLength: 20, reason: unNumberFault },
  { ...head('properShippingName', 170), kind: 'text', maxLength: 500 },
  { ...head('hazardClass', 110), kind: 'choice', choices: hazardClasses },
  { ...head('packingGroup', 120), kind: 'choice', choices: packingGroups },
  {
    ...head('flashpoint', 100),
    kind: 'number',
    decimals: 1,
    negative: true,
    limit: HIGHEST_FLASHPOINT,
    unit: celsius,
    measure: flashpointMeasure,
  },
  { ...head('marinePollutant', 140), kind: 'choice', choices: yesOrNoCodes },
  { ...head('limitedQuantity', 140), kind: 'choice', choices: yesOrNoCodes },
]

export const allItemColumns: readonly GridColumn[] = [...firstColumns, ...furtherColumns]

/** Headings of containers: their lines belong below the items. */
export const containersTable: OtherTable = {
  columns: [
    ...Object.values(containerLabels),
    ...['Size/Type', 'Container Type', 'Container No', 'Cntr No', 'Seal', 'Seal No', 'Seal Nos', 'Tare'],
  ].map(label => ({ id: label, label, width: 100, kind: 'text', maxLength: 500 })),
  sentence:
    'Nothing was pasted: these are headings of containers. Paste them into the containers below the items.',
}

const isFilled = (column: GridColumn, values: RowValues) => {
  const value = values[column.id]
  if (value !== null && value !== undefined && String(value).trim() !== '') return true
  return column.kind === 'number' && (column.proposed?.(values) ?? null) !== null
}

/** The columns that the rows of a job call for. */
export const itemColumnsFor = (rowsOfJob: readonly RowValues[]): GridColumn[] => [
  ...firstColumns,
  ...furtherColumns.filter(column => rowsOfJob.some(values => isFilled(column, values))),
]

const stowedWords = { packs: ['packs', ''], grossWeight: ['gross weight', ' kg'], volume: ['volume', ' m³'] }

/** Where the containers of a row have more of it than there is; null where they do not. */
function overfullText(values: RowValues): string | null {
  const links = linksOf(values['container'] ?? null) ?? []
  if (links.length === 0) return null
  const left = leftOf(
    {
      ...{ id: '', weightUnit: figure(values['weightUnit']), dimensionUnit: figure(values['dimensionUnit']) },
      ...{ numberOfPacks: figure(values['numberOfPacks']), grossWeight: figure(values['grossWeight']) },
      ...{ length: figure(values['length']), width: figure(values['width']) },
      ...{ height: figure(values['height']), volume: figure(values['volume']) },
    },
    links,
  )
  const over = amountFields.flatMap(field => {
    const [word, unit] = stowedWords[field]
    const value = left[field] ?? 0
    return value < 0 ? [`${word} by ${numberText(-value)}${unit}`] : []
  })
  return over.length > 0 ? `Its containers have more than the item has: ${over.join(', ')}.` : null
}

/** What is odd about a row. */
export function itemWarnings(values: RowValues): CellWarning[] {
  const code = values['hsCode']
  const texts = {
    hsCode: hsCodeWarning(typeof code === 'string' ? code : null),
    container: overfullText(values),
  }
  return Object.entries(texts).flatMap(([column, text]) => (text === null ? [] : [{ column, text }]))
}

export const isReadable = (column: string, value: RowValues[string]): boolean =>
  allItemColumns.every(one => one.id !== column || cellReason(one, value) === null)

/** A unit alone says nothing. */
export const isEmptyItem = ({ weightUnit: _unit, dimensionUnit: _other, ...values }: RowValues): boolean =>
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
