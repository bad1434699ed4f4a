import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { fieldsBy, grid, type Hand, layout, type Layout, letterhead } from './layouts.ts'

const THIRD = 3_200

/** Each label with its value in one cell, in a line of its own or behind a slash. */
function inOneCell(hand: Hand): string {
  const { day, amount, text } = fieldsBy(hand)
  const boxes = (...contents: readonly (readonly string[])[]) =>
    row(contents.map(lines => cell(lines.map(line => paragraph(line)).join(''), { width: THIRD })))
  return (
    letterhead +
    table(
      [
        boxes(
          ['Consignee', text('Consignee.Name'), text('Consignee.Street')],
          ['Vessel', text('Shipment.VesselName')],
          [`Voyage / ${text('Shipment.Voyage')}`],
        ),
        boxes(
          ['Port of loading', text('LoadingPort.Name'), text('LoadingPort.Country')],
          ['Port of discharge', text('DischargePort.Name'), text('DischargePort.Country')],
          ['Final destination', text('DestinationPort.Name'), text('DestinationPort.Country')],
        ),
        boxes(
          ['Packages', amount('Shipment.NumberOfPackages')],
          ['Gross weight', `${amount('Shipment.GrossWeight')} kg`],
          [`Packages / ${amount('Shipment.NumberOfPackages')}`],
        ),
        boxes(
          ['ETD', day('Shipment.Etd')],
          ['Freight payable at', text('Shipment.FreightPayableAt')],
          ['Date of issue', day('Shipment.DateOfIssue')],
        ),
        boxes(
          ['Freight', text('Shipment.FreightPayment'), text('Shipment.FreightPayableAt')],
          ['B/L No.', text('Shipment.HouseBl')],
          [`Place of issue: ${text('Shipment.PlaceOfIssue')}`],
        ),
      ],
      { widths: [THIRD, THIRD, THIRD] },
    )
  )
}

/** Weights in tonnes, in a form and in rows, which the jobs keep in kilograms. */
const inTonnes =
  (unit: string) =>
  (hand: Hand): string => {
    const { day, text } = fieldsBy(hand)
    const tonnes = (name: string) => `{{${name} | tonnes:"${hand.number}"}}`
    return (
      letterhead +
      paragraph(`B/L No. ${text('Shipment.HouseBl')}`) +
      paragraph(`Vessel ${text('Shipment.VesselName')}`) +
      paragraph(`ETD ${day('Shipment.Etd')}`) +
      paragraph(`ETA ${day('Shipment.Eta')}`) +
      paragraph(`Consignee: ${text('Consignee.Name')}`) +
      paragraph(text('Consignee.AddressLine')) +
      paragraph(`Gross weight: ${tonnes('Shipment.GrossWeight')} ${unit}`) +
      paragraph(`Net weight: ${tonnes('Shipment.NetWeight')} ${unit}`) +
      grid([
        ['Description of goods', 'Packages', 'Gross weight', `Net weight ${unit}`],
        [
          text('Items.Name'),
          `{{Items.NumberOfPacks}} ${text('Items.Packaging')}`,
          `${tonnes('Items.GrossWeight')} ${unit}`,
          tonnes('Items.NetWeight'),
        ],
        ['Total', '', `${tonnes('ItemTotals.GrossWeight')} ${unit}`, ''],
      ])
    )
  }

/** Papers that ask more of a reader. */
export const oddLayouts: readonly Layout[] = [
  layout('labels and values in one cell', { date: 'dd MMM yyyy', number: '#,##0.###' }, inOneCell),
  layout('tonnes, 1.234 t', { date: 'dd MMM yyyy', number: '#,##0.000' }, inTonnes('t')),
  layout('tonnes, 1.234 MT', { date: 'dd.MM.yyyy', number: '0.000' }, inTonnes('MT')),
]
