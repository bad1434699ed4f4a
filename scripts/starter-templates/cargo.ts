import { given, listTable, onlyIf, type ListColumn } from './blocks.ts'
import { masterBillLabel } from './by-mode.ts'
import { paragraph } from './markup.ts'

// As many digits as the product keeps: 1.2345 TON and 0.0004 cubic meters stay what they are.
const WEIGHT = '#,##0.00##'
const VOLUME = '#,##0.000#'

const written = (name: string, unit: string, picture: string) =>
  `{{${name} | number:"${picture}"}}\u00a0{{${unit}}}`
const weight = (name: string, group: string) =>
  given(`${group}.${name}`, written(`${group}.${name}`, `${group}.WeightUnit`, WEIGHT))

/** Text that stands with a figure, which may be 0. */
const hasFigure = (name: string, content: string) => given(`${name} <> ""`, content)

/** A weight of a list's row. */
export const rowWeight = (name: string): string => `{{${name} | number:"${WEIGHT}"}}`

/** The same with its unit, which stands nowhere without a figure. */
export const itemWeight = (name: string): string => hasFigure(name, written(name, 'WeightUnit', WEIGHT))

/** So many packages of one kind; whichever of both is not entered leaves no blank behind. */
export const packagesOf = (count: string, kind: string): string =>
  `{{${count} | number:"#,##0"}}${given(kind, `${given(count, '\u00a0')}{{${kind}}}`)}`

/** A job's own figures, as they are printed. */
export const packages = '{{Shipment.NumberOfPackages | number:"#,##0"}}'
export const grossWeight = weight('GrossWeight', 'Shipment')
export const volume = given('Shipment.Volume', written('Shipment.Volume', 'Shipment.VolumeUnit', VOLUME))

const ofBill = (name: string, unit: string, picture: string) => given(name, written(name, unit, picture))
export const billWeight = ofBill('GrossWeight', 'WeightUnit', WEIGHT)
export const billVolume = ofBill('Volume', 'VolumeUnit', VOLUME)
export const totalOfBills = {
  grossWeight: `${weight('GrossWeight', 'BillTotals')}{{BillTotals.GrossWeightByUnit}}`,
  volume:
    given('BillTotals.Volume', written('BillTotals.Volume', 'BillTotals.VolumeUnit', VOLUME)) +
    '{{BillTotals.VolumeByUnit}}',
}

/** What the items above come to; the job's own figure where no item has any. */
const totalOf = (total: string, content: string, own: string) =>
  `{{#if ItemTotals.${total}}}${content}{{else}}${own}{{/if}}`
const totalWeight = (name: string) =>
  totalOf(
    name,
    weight(name, 'ItemTotals'),
    `{{#unless ItemTotals.${name}ByUnit}}${weight(name, 'Shipment')}{{/unless}}`,
  ) + `{{ItemTotals.${name}ByUnit}}`
export const totalGrossWeight = totalWeight('GrossWeight')
export const totalNetWeight = totalWeight('NetWeight')
export const totalPackages = totalOf(
  'NumberOfPacks',
  packagesOf('ItemTotals.NumberOfPacks', 'ItemTotals.Packaging'),
  packages,
)

/** Without items their line holds the job's own figures, which are no total. */
export const totalLabel = given('Items', 'Total')

const hasFigures = 'Items or Shipment.NumberOfPackages or Shipment.GrossWeight or Shipment.NetWeight'

/** The job's items; without any the job's own figures and commodity, and without those no table. */
export function itemTable(columns: readonly ListColumn[]): string {
  const tellsCommodity = columns.some(({ total }) => total?.includes('Quote.Commodity'))
  const hasGoods = tellsCommodity ? `${hasFigures} or Quote.Commodity` : hasFigures
  return (
    onlyIf(hasGoods, listTable('Items', columns)) +
    paragraph('Value', `{{#unless ${hasGoods}}}No items{{/unless}}`)
  )
}

export const service = `{{Quote.TransportMode}}${given('Quote.LoadType', `${given('Quote.TransportMode', ', ')}{{Quote.LoadType}}`)}`
export const masterBill = given('Shipment.MasterBl', `${masterBillLabel} {{Shipment.MasterBl}}`)

/** The columns of a job's items that most papers show, filling `width` with the description. */
export function itemColumns(width: number, { withNet = false } = {}): ListColumn[] {
  const fixed: ListColumn[] = [
    {
      heading: 'Packages',
      width: 1_900,
      content: packagesOf('NumberOfPacks', 'Packaging'),
      total: `${totalLabel}${given('Items', given('ItemTotals.NumberOfPacks or Shipment.NumberOfPackages', ' '))}${totalPackages}\n{{ItemTotals.PackagesByKind}}`,
    },
  ]
  const figures: ListColumn[] = [
    {
      heading: 'Gross weight',
      width: 1_880,
      content: rowWeight('GrossWeight'),
      isFigure: true,
      total: totalGrossWeight,
    },
    ...(withNet
      ? [
          {
            heading: 'Net weight',
            width: 1_880,
            content: rowWeight('NetWeight'),
            isFigure: true,
            total: totalNetWeight,
          },
        ]
      : []),
    {
      heading: 'Unit',
      width: 700,
      content: withNet
        ? given('GrossWeight <> "" or NetWeight <> ""', '{{WeightUnit}}')
        : hasFigure('GrossWeight', '{{WeightUnit}}'),
    },
  ]
  const taken = [...fixed, ...figures].reduce((sum, column) => sum + column.width, 0)
  const description = {
    heading: 'Description of goods',
    width: width - taken,
    content: '{{Name}}\n{{Description}}',
    total: '{{Quote.Commodity}}',
  }
  return [...fixed, description, ...figures]
}
