import { field, whenFilled, onlyIf, listTable, type ListColumn } from './blocks.ts'
import { masterBillLabel } from './by-mode.ts'
import { PAGE_WIDTH, paragraph } from './markup.ts'

// As many digits as the product keeps: 1.2345 TON and 0.0004 cubic meters stay what they are.
const WEIGHT = '#,##0.00##'
const VOLUME = '#,##0.000#'

const written = (name: string, unit: string, picture: string) =>
  `{{${name} | number:"${picture}"}}${whenFilled(unit, `\u00a0{{${unit}}}`)}`

/** A name alone asks for more than 0; an entered 0 is a figure too. */
const isEntered = (...names: readonly string[]) => names.map(name => `${name} <> ""`).join(' or ')
/** Text that stands with a figure, which may be 0. */
const hasFigure = (name: string, content: string) => whenFilled(isEntered(name), content)

const measure = (name: string, unit: string, picture: string) => hasFigure(name, written(name, unit, picture))
const weight = (name: string, group: string) => measure(`${group}.${name}`, `${group}.WeightUnit`, WEIGHT)

/** A weight of a list's row with its unit, which stands nowhere without a figure. */
export const itemWeight = (name: string): string => measure(name, 'WeightUnit', WEIGHT)

/** So many packages of one kind; whichever of both is not entered leaves no blank behind. */
export const packagesOf = (count: string, kind: string): string =>
  `{{${count} | number:"#,##0"}}${whenFilled(kind, `${hasFigure(count, ' ')}{{${kind}}}`)}`

/** A job's own figures, as they are printed. */
export const packages = '{{Shipment.NumberOfPackages | number:"#,##0"}}'
export const grossWeight = weight('GrossWeight', 'Shipment')
export const volume = measure('Shipment.Volume', 'Shipment.VolumeUnit', VOLUME)

/** What freight by air is charged by: the gross weight, or the volume where that counts as more. */
export const chargeableWeight = `{{Shipment.ChargeableWeight | number:"#,##0.0"}}\u00a0kg`
const isChargedByWeight = 'Quote.TransportMode = "Air" and Shipment.ChargeableWeight'

/** The volume, and by air what is charged by it. */
export const volumeBox =
  field('Volume', volume) +
  paragraph('Label', whenFilled(isChargedByWeight, 'Chargeable weight'), { keepNext: true }) +
  paragraph('Value', whenFilled(isChargedByWeight, chargeableWeight))

export const billWeight = measure('GrossWeight', 'WeightUnit', WEIGHT)
export const billVolume = measure('Volume', 'VolumeUnit', VOLUME)
export const totalOfBills = {
  grossWeight: `${weight('GrossWeight', 'BillTotals')}{{BillTotals.GrossWeightByUnit}}`,
  volume: `${measure('BillTotals.Volume', 'BillTotals.VolumeUnit', VOLUME)}{{BillTotals.VolumeByUnit}}`,
}

/** What the items above come to; the job's own figure where no item has any. */
const totalOf = (total: string, content: string, own: string) =>
  `{{#if ${isEntered(`ItemTotals.${total}`)}}}${content}{{else}}${own}{{/if}}`
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
export const totalLabel = whenFilled('Items', 'Total')

/** What a row of totals may show: the items' figures, or the job's own. */
const totalNames = ['NumberOfPacks', 'GrossWeight', 'NetWeight'].map(name => `ItemTotals.${name}`)
const ownNames = ['NumberOfPackages', 'GrossWeight', 'NetWeight'].map(name => `Shipment.${name}`)

/** The job's items; without any the job's own figures and commodity, and without those no table. */
export function itemTable(columns: readonly ListColumn[]): string {
  const tellsCommodity = columns.some(({ total }) => total?.includes('Quote.Commodity'))
  const tellsNetWeight = columns.some(({ total }) => total === totalNetWeight)
  const tellsQuantity = columns.some(({ total }) => total?.includes('ItemTotals.Quantity'))
  const tellsReferences = columns.some(({ total }) => total?.includes('Shipment.LetterOfCredit'))
  const shown = (names: readonly string[]) =>
    isEntered(...names.filter(name => tellsNetWeight || !name.endsWith('NetWeight')))
  const byUnit = ['GrossWeightByUnit', ...(tellsNetWeight ? ['NetWeightByUnit'] : [])]
  const hasTotals = [
    shown([...totalNames, ...(tellsQuantity ? ['ItemTotals.Quantity'] : []), ...ownNames]),
    ...byUnit.map(name => `ItemTotals.${name}`),
    ...(tellsCommodity ? ['not Items and Quote.Commodity'] : []),
    ...(tellsReferences ? ['Shipment.PurchaseOrders', 'Shipment.LetterOfCredit'] : []),
  ].join(' or ')
  const hasGoods = ['Items', shown(ownNames), ...(tellsCommodity ? ['Quote.Commodity'] : [])].join(' or ')
  return (
    onlyIf(hasGoods, listTable('Items', columns, { totalsIf: hasTotals })) +
    paragraph('Value', `{{#unless ${hasGoods}}}No items{{/unless}}`)
  )
}

export const service = `{{Quote.TransportMode}}${whenFilled('Quote.LoadType', `${whenFilled('Quote.TransportMode', ', ')}{{Quote.LoadType}}`)}`
export const masterBill = whenFilled('Shipment.MasterBl', `${masterBillLabel} {{Shipment.MasterBl}}`)

/** What the goods are, by customs' code and as dangerous goods too, and in which of several containers, a line each. */
export const describedGoods = (more: readonly string[] = []): string =>
  [
    '{{Name}}',
    '{{Description}}',
    ...more,
    '{{HsCode | before:"HS code "}}',
    '{{DangerousGoods}}',
    whenFilled('ContainerTotals.Count > 1', '{{Containers | before:"In "}}'),
  ].join('\n')

/** What stands on the packages, on the papers by which they are told apart. */
export const marksColumn: ListColumn = {
  heading: 'Marks and numbers',
  width: 1_800,
  content: '{{MarksAndNumbers}}',
}

/** The marks, and then the columns that most papers show. */
export const markedColumns = (options: ColumnOptions = {}): ListColumn[] => {
  const width = options.withNet ? 1_450 : marksColumn.width
  return [
    { ...marksColumn, width, total: totalLabel },
    ...itemColumns(PAGE_WIDTH - width, { ...options, isMarked: true }),
  ]
}

/** As a letter of credit asks for them in the description of the goods. */
const referenceLines = [
  '{{Shipment.PurchaseOrders | before:"P.O. No. "}}',
  '{{Shipment.LetterOfCredit | before:"L/C No. "}}',
]

type ColumnOptions = {
  withNet?: boolean
  withDimensions?: boolean
  withReferences?: boolean
  /** The marks stand before them, and the word “Total” there. */
  isMarked?: boolean
}

const labelledTotal = `${totalLabel}${whenFilled('Items', whenFilled(isEntered('ItemTotals.NumberOfPacks', 'Shipment.NumberOfPackages'), ' '))}`

/** The columns of a job's items that most papers show, filling `width` with the description. */
export function itemColumns(
  width: number,
  { withNet = false, withDimensions = false, withReferences = false, isMarked = false }: ColumnOptions = {},
): ListColumn[] {
  const fixed: ListColumn[] = [
    {
      heading: 'Packages',
      width: withNet ? 1_450 : 1_850,
      content: packagesOf('NumberOfPacks', 'Packaging'),
      total: `${isMarked ? '' : labelledTotal}${totalPackages}\n{{ItemTotals.PackagesByKind}}`,
    },
  ]
  const weightColumn = (heading: string, name: string, total: string): ListColumn => ({
    heading,
    width: 1_880,
    content: itemWeight(name),
    isFigure: true,
    total,
  })
  const figures = [
    weightColumn('Gross weight', 'GrossWeight', totalGrossWeight),
    ...(withNet ? [weightColumn('Net weight', 'NetWeight', totalNetWeight)] : []),
  ]
  const taken = [...fixed, ...figures].reduce((sum, column) => sum + column.width, 0)
  const description = {
    heading: 'Description of goods',
    width: width - taken,
    content: describedGoods(withDimensions ? ['{{Dimensions}}'] : []),
    total: ['{{Quote.Commodity}}', ...(withReferences ? referenceLines : [])].join('\n'),
  }
  return [...fixed, description, ...figures]
}
