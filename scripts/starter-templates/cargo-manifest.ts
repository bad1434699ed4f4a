import {
  field,
  fieldIfFilled,
  whenFilled,
  agentAtDestinationInBrief,
  columns,
  boxes,
  listTable,
  signatures,
  heading,
  clause,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  carrierName,
  voyage,
  houseBillLabel,
  loadingPort,
  dischargePort,
  isBySea,
} from './by-mode.ts'
import { billWeight, billVolume, totalOfBills, masterBill } from './cargo.ts'
import { cargoDetails, containerTable } from './containers.ts'
import { WIDE_PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const oneBill = byMode({ sea: 'bill', air: 'air waybill', road: 'consignment note' })
const bills = byMode({ sea: 'bills', air: 'air waybills', road: 'consignment notes' })

const manifest = listTable('Bills', [
  { heading: 'No.', width: 600, content: '{{Number}}', total: '{{BillTotals.Count}}' },
  {
    heading: houseBillLabel,
    width: 1_700,
    content: '{{HouseBl}}\nJob {{JobId}}',
    total: `{{#if BillTotals.Count = 1}}${oneBill}{{else}}${bills}{{/if}}`,
  },
  { heading: 'Shipper', width: 2_350, content: '*{{Shipper.Name}}*\n{{Shipper.AddressLine}}' },
  { heading: 'Consignee', width: 2_350, content: '*{{Consignee.Name}}*\n{{Consignee.AddressLine}}' },
  { heading: 'Goods', width: 1_650, content: '{{Commodity}}' },
  { heading: 'Destination', width: 1_500, content: '{{DestinationPort}}' },
  {
    heading: 'Packages',
    width: 1_150,
    content: '{{NumberOfPackages | number:"#,##0"}}',
    isFigure: true,
    total: '{{BillTotals.NumberOfPackages | number:"#,##0"}}',
  },
  {
    heading: 'Gross weight',
    width: 1_880,
    content: billWeight,
    isFigure: true,
    total: totalOfBills.grossWeight,
  },
  {
    heading: 'Volume',
    width: WIDE_PAGE_WIDTH - 13_180,
    content: billVolume,
    isFigure: true,
    total: totalOfBills.volume,
  },
])

export const cargoManifest: Paper = {
  name: 'Cargo Manifest',
  description: 'Lists the house bills of a consolidation under their master bill.',
  missing: [],
  title: 'Cargo Manifest',
  number: masterBill,
  numberNeeds: 'Shipment.MasterBl',
  further: [
    '{{Today}}',
    'Our reference: job {{Shipment.JobId}}',
    whenFilled('Master.JobId', 'Extract: one bill of the consolidation'),
  ],
  isWide: true,
  body:
    boxes(
      [
        [
          field(carriedBy, carrierName) +
            fieldIfFilled(
              'Nationality of the vessel',
              'Shipment.VesselFlag',
              `Shipment.VesselFlag and ${isBySea}`,
            ),
          voyage,
          field('Carrier', '{{Carrier.Name}}'),
          loadingPort,
          dischargePort,
        ],
        [
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
          fieldIfFilled('IGM', 'Shipment.Igm'),
          agentAtDestinationInBrief('Agent at destination'),
          fieldIfFilled('ATD', 'Shipment.Atd'),
        ],
      ],
      { widths: columns(5, WIDE_PAGE_WIDTH), height: 620 },
    ) +
    heading(byMode({ sea: 'Bills', air: 'Air waybills', road: 'Consignment notes' })) +
    manifest +
    containerTable(cargoDetails, { width: WIDE_PAGE_WIDTH, withCargo: true }) +
    clause('Packages, weights and measures are as declared by the shippers.') +
    signatures('Made by {{#if User.Name}}{{User.Name}}, {{/if}}{{Company.Name}}'),
}
