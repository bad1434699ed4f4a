import { blank, boxes, clause, columns, field, heading, listTable, port, signatures } from './blocks.ts'
import { billVolume, billWeight, masterBill, totalOfBills, vesselOrFlight } from './cargo.ts'
import { WIDE_PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const manifest = listTable('Bills', [
  { heading: 'No.', width: 600, content: '{{Number}}', total: '{{BillTotals.Count}}' },
  {
    heading: 'House bill',
    width: 1_700,
    content: '{{HouseBl}}\nJob {{JobId}}',
    total: '{{#if BillTotals.Count = 1}}bill{{else}}bills{{/if}}',
  },
  { heading: 'Shipper', width: 2_350, content: '*{{Shipper.Name}}*\n{{Shipper.AddressLine}}' },
  { heading: 'Consignee', width: 2_350, content: '*{{Consignee.Name}}*\n{{Consignee.AddressLine}}' },
  { heading: 'Goods', width: 1_650, content: '{{Commodity}}' },
  { heading: 'Destination', width: 1_500, content: '{{DestinationPort}}' },
  {
    heading: 'Packages',
    width: 1_100,
    content: '{{NumberOfPackages | number:"#,##0"}}',
    isFigure: true,
    total: '{{BillTotals.NumberOfPackages | number:"#,##0"}}',
  },
  {
    heading: 'Gross weight',
    width: 1_850,
    content: billWeight,
    isFigure: true,
    total: totalOfBills.grossWeight,
  },
  {
    heading: 'Volume',
    width: WIDE_PAGE_WIDTH - 13_100,
    content: billVolume,
    isFigure: true,
    total: totalOfBills.volume,
  },
])

export const cargoManifest: Paper = {
  name: 'Cargo Manifest',
  description: 'Lists the house bills of a consolidation under their master bill.',
  missing: ['Voyage', 'Containers and seals', 'Nationality of the vessel'],
  title: 'Cargo Manifest',
  number: masterBill,
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  isWide: true,
  body:
    boxes(
      [
        [
          field(vesselOrFlight, '{{Shipment.VesselName}}'),
          blank('Voyage'),
          field('Carrier', '{{Carrier.Name}}'),
          port('Port of loading', 'Loading'),
          port('Port of discharge', 'Discharge'),
        ],
        [
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
          field('IGM', '{{Shipment.Igm}}'),
          field('Agent at destination', '{{Agent.Name}}', '{{Agent.ContactLine}}'),
          blank('Containers and seals'),
        ],
      ],
      { widths: columns(5, WIDE_PAGE_WIDTH), height: 620 },
    ) +
    heading('Bills') +
    manifest +
    clause('Packages, weights and measures are as declared by the shippers.') +
    signatures('Made by {{User.Name}}, {{Company.Name}}'),
}
