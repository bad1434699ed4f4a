import { containerSums } from '#contract/container-sums.ts'
import { keptContainerNumber } from '#contract/container-number.ts'
import { containerWarnings, repeatedNumbers } from '#contract/container-rules.ts'
import { containerTypes, sizeTypeOf } from '#contract/container-types.ts'
import { importFields } from '#contract/import-fields.ts'
import { type ItemField, itemLabels } from '#contract/items.ts'
import { type Amounts, figureOfAmount, stowageDifferences } from '#contract/stowage.ts'
import { type Container, containerLabels } from '#contract/containers.ts'
import { countedPackages, cubicMetreMeasure, kilogramMeasure } from '#web/records/measures.ts'
import { numberText } from '#web/lib/format.ts'
import {
  cellReason,
  type CellWarning,
  type GridChoice,
  type GridColumn,
  type RowValues,
  type RowWarnings,
} from '#web/ui/grid/columns.ts'
import type { OtherTable } from '#web/ui/grid/pasted-cells.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'

/** What is written over the same figure of goods. */
const itemHeadings = (field: ItemField): readonly string[] => [
  itemLabels[field],
  ...(importFields.items[field]?.synonyms ?? []),
]

const kilograms = () => 'kg'
const cubicMetres = () => 'm³'

export const sizeTypeChoices: readonly (GridChoice & { value: string })[] = containerTypes.map(
  ({ code, label }) => ({ value: code, label, code }),
)

const weightColumn = (
  id: 'cargoWeight' | 'tareWeight' | 'vgm',
  width: number,
  headings: readonly string[],
): GridColumn => ({
  ...{ id, label: containerLabels[id], headings, width },
  ...{ kind: 'number', decimals: 4, unit: kilograms, measure: kilogramMeasure },
})

/** The main columns, with what lists of carriers and forwarders write over them; the dialog has the others. */
export const containerColumns: readonly GridColumn[] = [
  {
    ...{ id: 'number', label: containerLabels.number, kind: 'text', maxLength: 50, width: 170 },
    read: keptContainerNumber,
    headings: [
      ...['Container', 'Container No', 'Container Nos', 'Containers', 'Container ID', 'Cntr', 'Cntr No'],
      ...['Ctr No', 'Cont No', 'Equipment No', 'Equipment Number', 'Equipment'],
    ],
  },
  {
    id: 'sizeType',
    label: containerLabels.sizeType,
    kind: 'choice',
    choices: sizeTypeChoices,
    open: { maxLength: 20, read: sizeTypeOf },
    width: 124,
    headings: [
      ...['Size', 'Type', 'Size/Type', 'Size Type', 'Size & Type', 'Container Type', 'Container Size'],
      ...['Cntr Type', 'Equipment Type', 'ISO Code', 'ISO Type'],
    ],
  },
  {
    ...{ id: 'seals', label: containerLabels.seals, kind: 'text', maxLength: 500, width: 150 },
    headings: ['Seal', 'Seal No', 'Seal Nos', 'Seal Number', 'Seal Numbers', 'Carrier Seal', 'Seals No'],
  },
  {
    ...{ id: 'packages', label: containerLabels.packages, kind: 'number', decimals: 0, width: 92 },
    headings: itemHeadings('numberOfPacks'),
    counted: countedPackages,
  },
  weightColumn('cargoWeight', 116, ['Cargo Wt', 'Cargo', ...itemHeadings('grossWeight')]),
  {
    ...{ id: 'volume', label: containerLabels.volume, width: 92, headings: itemHeadings('volume') },
    ...{ kind: 'number', decimals: 4, unit: cubicMetres, measure: cubicMetreMeasure },
  },
  weightColumn('tareWeight', 104, ['Tare', 'Tare Wt', 'Tare Wgt']),
  weightColumn('vgm', 104, ['VGM Weight', 'Verified Gross Mass', 'VGM Wt']),
]

/** Headings of goods: their lines belong into the items. */
export const itemsTable: OtherTable = {
  columns: Object.entries(importFields.items).map(([id, { label, synonyms }]) => ({
    ...{ id, label, headings: synonyms, width: 100, kind: 'text', maxLength: 5000 },
  })),
  sentence:
    'Nothing was pasted: these are headings of goods. Paste them into the items above; a column Container there says where each travels.',
}

export const isReadable = (column: string, value: RowValues[string]): boolean =>
  containerColumns.every(one => one.id !== column || cellReason(one, value) === null)

export const isEmptyContainer = (values: RowValues): boolean =>
  Object.values(values).every(value => value === null || String(value).trim() === '')

/** The seals as their field shows them. */
export const sealsText = (seals: readonly string[] | null): string | null => seals?.join(', ') ?? null

/** Commas, semicolons and line breaks stand between seals; blanks alone too. */
export function sealsOf(text: string | null): string[] | null {
  const seals = (text ?? '').split(/[,;\r\n]+|\s+/).filter(seal => seal !== '')
  return seals.length > 0 ? seals : null
}

/** A container as the cells of its row. */
export const cellsOf = ({ seals, ...values }: Omit<Container, 'id' | 'shipmentId' | 'version'>) => ({
  ...values,
  seals: sealsText(seals),
})

const rows = new WeakMap<Container, StoredRow>()

/** The same row for the same container each time, so that it is drawn anew only when it changed. */
export function containerRow(container: Container): StoredRow {
  const known = rows.get(container)
  if (known) return known
  const { id, version, shipmentId: _job, ...values } = container
  const row = { id, version, values: cellsOf(values) }
  rows.set(container, row)
  return row
}

const figure = (value: RowValues[string] | undefined) => (typeof value === 'number' ? value : null)
const text = (value: RowValues[string] | undefined) => (typeof value === 'string' ? value : null)

/** The numbers that several rows have, in one text: it is the same as long as they are. */
export const repeatedIn = (rowsOfJob: readonly RowValues[]): string =>
  repeatedNumbers(rowsOfJob.map(values => ({ number: text(values['number']) }))).join(' ')

/** What items put into a container, those of the job or of its houses. */
export type StowedAmounts = Amounts & { areOfHouses?: boolean }

/** What is odd about a row, as far as its cells are understood; `repeated` as `repeatedIn` gives it. */
export const warningsAmong = (
  repeated: string,
  stowed: ReadonlyMap<string, StowedAmounts> = new Map(),
): RowWarnings => {
  const numbers = new Set(repeated.split(' ').filter(Boolean))
  return (values, id) => [...warningsOf(values, numbers), ...stowageWarnings(values, stowed.get(id))]
}

const stowedUnits = { packs: '', grossWeight: 'kg', volume: 'm³' } as const

/** Where a figure of a container is not what the items in it come to. */
function stowageWarnings(values: RowValues, stowed: StowedAmounts | undefined): CellWarning[] {
  const figures = {
    packages: figure(values['packages']),
    cargoWeight: figure(values['cargoWeight']),
    volume: figure(values['volume']),
  }
  return stowageDifferences(figures, stowed).map(({ field, ofItems }) => {
    const text = [numberText(ofItems), stowedUnits[field]].filter(Boolean).join(' ')
    const column = figureOfAmount[field]
    return {
      column,
      text: `The ${stowed?.areOfHouses ? 'houses’ items' : 'items'} in it come to ${text}${field === 'packs' ? ' packages' : ''}.`,
      cure: { label: `Use ${text}`, values: { [column]: ofItems } },
    }
  })
}

const warningsOf = (values: RowValues, repeated: ReadonlySet<string>): CellWarning[] =>
  containerWarnings(
    {
      number: text(values['number']),
      sizeType: text(values['sizeType']),
      cargoWeight: figure(values['cargoWeight']),
      tareWeight: figure(values['tareWeight']),
      vgm: figure(values['vgm']),
      vgmMethod: figure(values['vgmMethod']),
    },
    repeated,
  ).map(({ field, text: sentence, cure }) => ({
    column: field,
    text: sentence,
    ...(cure && { cure: { label: cure.label, values: cure.values } }),
  }))

/** What the rows come to, under the columns of the figures. */
export function containerFooter(rowsOfJob: readonly RowValues[]): Record<string, string> {
  const sums = containerSums(
    rowsOfJob.map(values => ({
      packages: figure(values['packages']),
      cargoWeight: figure(values['cargoWeight']),
      tareWeight: figure(values['tareWeight']),
      volume: figure(values['volume']),
      vgm: figure(values['vgm']),
    })),
  )
  const of = (value: number | null, unit = '') => (value === null ? '–' : `${numberText(value)}${unit}`)
  return {
    packages: of(sums.packages),
    cargoWeight: of(sums.cargoWeight, ' kg'),
    volume: of(sums.volume, ' m³'),
    tareWeight: of(sums.tareWeight, ' kg'),
    vgm: of(sums.vgm, ' kg'),
  }
}
