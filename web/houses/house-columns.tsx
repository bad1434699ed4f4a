import { Link } from '@tanstack/react-router'
import { type Cargo, chargedOf } from '#contract/chargeable-weight.ts'
import { CostSplit, labelOf, TransportMode, weightUnits } from '#contract/choices.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { sum } from '#contract/decimals.ts'
import { houseSums } from '#contract/house-sums.ts'
import type { House, HouseList } from '#contract/houses.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { moneyText, nameOr, numberText } from '#web/lib/format.ts'
import type { ReadDate } from '#web/ui/entry/read-date.ts'
import { cellReason, type GridColumn, type RowValues, type RowWarnings } from '#web/ui/grid/columns.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'

const figure = (value: RowValues[string] | undefined) => (typeof value === 'number' ? value : null)
const text = (value: RowValues[string] | undefined) => (typeof value === 'string' ? value : '')

/** The cargo of a row, as far as its cells are understood. */
const cargoOf = (values: RowValues): Cargo & { numberOfPackages: number | null } => ({
  grossWeight: figure(values['grossWeight']),
  weightUnit: figure(values['weightUnit']),
  volume: figure(values['volume']),
  volumeUnit: figure(values['volumeUnit']),
  numberOfPackages: figure(values['numberOfPackages']),
})

const weightUnit = (values: RowValues) =>
  labelOf(weightUnits, figure(values['weightUnit']) ?? 0).toLowerCase()
const volumeUnit = (values: RowValues) => (figure(values['volumeUnit']) === 1 ? 'ft³' : 'm³')

const contact = (id: 'shipper' | 'consignee') => (values: RowValues) => {
  const contactId = text(values[`${id}Id`])
  return contactId === '' ? (
    ''
  ) : (
    <Link to="/webapp/contact" search={{ id: contactId }} tabIndex={-1}>
      {text(values[id])}
    </Link>
  )
}

/** What of the columns is filled, and how many characters the longest house bill has. */
type Filled = { bill: number; filled: ReadonlySet<string> }

const LEAST_BILL = 110
const MOST_BILL = 182
const BESIDE_A_TEXT = 18
/** Of a capital letter or a digit, of which a bill of all capitals has many wide ones. */
const CHARACTER = 8.75
const billWidth = (characters: number) =>
  Math.min(MOST_BILL, Math.max(LEAST_BILL, characters * CHARACTER + BESIDE_A_TEXT))

/** By which the columns are as wide as what stands in them. */
export function filledIn(houses: readonly House[]): Filled {
  const values = houses.map(house => houseRow(house).values)
  const ids = values.flatMap(row =>
    Object.entries(row).flatMap(([id, value]) => (value === null ? [] : [id])),
  )
  return { bill: Math.max(0, ...houses.map(({ hbl }) => hbl?.length ?? 0)), filled: new Set(ids) }
}

type Split = Pick<HouseList['costs'], 'basis' | 'currency'>

/** What a person sees of the houses of a master of this mode of transport. */
export function houseColumns(
  transportMode: number | null,
  readDate: (text: string) => ReadDate,
  { basis, currency }: Split,
  { bill, filled }: Filled = { bill: 0, filled: new Set() },
): readonly GridColumn[] {
  /** A column that nobody has filled leaves its room to the names. */
  const wide = (id: string, width: number, empty: number) => (filled.has(id) ? width : empty)
  const isByAir = transportMode === TransportMode.air
  const charged = (values: RowValues) => chargedOf(cargoOf(values), transportMode)
  const columns: GridColumn[] = [
    {
      ...{ id: 'job', label: 'Job', kind: 'text', maxLength: 600, width: 102, isFixed: true },
      grows: true,
      render: values => (
        <Link to="/webapp/shipment" search={{ id: text(values['id']) }} tabIndex={-1}>
          {text(values['job'])}
        </Link>
      ),
    },
    { id: 'hbl', label: jobFieldLabels.hbl, kind: 'text', maxLength: 100, width: billWidth(bill) },
    {
      ...{ id: 'shipper', label: 'Shipper', kind: 'text', maxLength: 500, width: 86, isFixed: true },
      grows: filled.has('shipper'),
      render: contact('shipper'),
    },
    {
      ...{ id: 'consignee', label: 'Consignee', kind: 'text', maxLength: 500, width: 86, isFixed: true },
      grows: filled.has('consignee'),
      render: contact('consignee'),
    },
    { id: 'numberOfPackages', label: 'Packages', kind: 'number', decimals: 0, width: 72 },
    {
      ...{
        id: 'grossWeight',
        label: 'Weight',
        kind: 'number',
        decimals: 4,
        width: wide('grossWeight', 92, 64),
      },
      unit: weightUnit,
    },
    {
      ...{ id: 'volume', label: 'Volume', kind: 'number', decimals: 4, width: wide('volume', 80, 64) },
      unit: volumeUnit,
    },
    {
      ...{ id: 'chargeable', label: isByAir ? 'Chargeable kg' : 'W/M', width: 60, isFixed: true },
      ...{ kind: 'number', decimals: 4 },
      render: values => numberText(charged(values)),
    },
    {
      ...{ id: 'receivedAtCfs', label: jobFieldLabels.receivedAtCfs },
      width: wide('receivedAtCfs', 92, 76),
      ...{ kind: 'date', read: readDate },
    },
    {
      ...{ id: 'dateOfIssue', label: isByAir ? 'AWB issued' : 'B/L issued' },
      width: wide('dateOfIssue', 92, 68),
      kind: 'date',
      read: readDate,
    },
    ...costColumns({ basis, currency }),
  ]
  return columns.map(column => ({ ...column, isNarrow: true }))
}

/** None while the costs are not split; typed where they are split by hand. */
function costColumns({ basis, currency }: Split): GridColumn[] {
  if (basis === null) return []
  const column = { label: 'Cost share', kind: 'number', width: 104 } as const
  return basis === CostSplit.byHand
    ? [{ ...column, id: 'costShareByHand', decimals: decimalsOf(currency), unit: () => currency }]
    : [
        {
          ...{ ...column, id: 'costShare', decimals: 4, isFixed: true },
          render: values => moneyText(figure(values['costShare']), currency),
        },
      ]
}

export const isReadable = (columns: readonly GridColumn[]) => (column: string, value: RowValues[string]) =>
  columns.every(one => one.id !== column || cellReason(one, value) === null)

export const houseName = ({ jobId, name }: Pick<House, 'jobId' | 'name'>) => `${jobId} ${nameOr(name)}`

const rows = new WeakMap<House, StoredRow>()

/** The same row for the same house each time, so that it is drawn anew only when it changed. */
export function houseRow(house: House): StoredRow {
  const known = rows.get(house)
  if (known) return known
  const { id, version, shipper, consignee, numberOfPackages, receivedAtCfs, dateOfIssue, hbl } = house
  const { costShare, costShareByHand, etd } = house
  const { grossWeight, weightUnit: unitOfWeight, volume, volumeUnit: unitOfVolume } = house
  const row = {
    id,
    version,
    values: {
      ...{ id, job: houseName(house), hbl, numberOfPackages, receivedAtCfs, dateOfIssue, etd },
      ...{
        grossWeight,
        weightUnit: unitOfWeight,
        volume,
        volumeUnit: unitOfVolume,
        costShare,
        costShareByHand,
      },
      ...{ shipper: shipper && nameOr(shipper.name), shipperId: shipper?.id ?? null },
      ...{ consignee: consignee && nameOr(consignee.name), consigneeId: consignee?.id ?? null },
    },
  }
  rows.set(house, row)
  return row
}

/** A house whose ETD is not its master's says so; with that ETD it follows the master again. */
export const etdWarnings =
  (ofMaster: string | null): RowWarnings =>
  values => {
    const own = text(values['etd']) || null
    if (own === ofMaster) return []
    const said = `${own === null ? 'No ETD' : `ETD ${own}`}; the master ${ofMaster === null ? 'has none' : `has ${ofMaster}`}.`
    return [{ column: 'job', text: said, cure: { label: 'Take the master’s', values: { etd: ofMaster } } }]
  }

export const sumsOfRows = (values: readonly RowValues[], transportMode: number | null) =>
  houseSums(values.map(cargoOf), transportMode)

/** The costs with what no house bears as the rows are now, which may not be saved yet. */
export function costsNow(costs: HouseList['costs'], values: readonly RowValues[]): HouseList['costs'] {
  const { basis, amount, leftOver } = costs
  if (basis !== CostSplit.byHand || amount === null || leftOver === null) return costs
  return {
    ...costs,
    leftOver: sum([amount, ...values.map(row => -(figure(row['costShareByHand']) ?? 0))]),
  }
}

/** What the houses come to, under the columns of the figures. */
export function houseFooter(
  values: readonly RowValues[],
  transportMode: number | null,
  { basis, currency }: Split,
): Readonly<Record<string, string>> {
  const { packages, kilograms, cubicMetres, chargeable } = sumsOfRows(values, transportMode)
  const column = basis === CostSplit.byHand ? 'costShareByHand' : 'costShare'
  const shares = values.map(row => figure(row[column]))
  const of = (value: number | null, unit = '') => (value === null ? '–' : `${numberText(value)}${unit}`)
  return {
    numberOfPackages: of(packages),
    grossWeight: of(kilograms, ' kg'),
    volume: of(cubicMetres, ' m³'),
    chargeable: of(chargeable),
    [column]: shares.some(share => share !== null) ? moneyText(sum(shares), currency) : '–',
  }
}
