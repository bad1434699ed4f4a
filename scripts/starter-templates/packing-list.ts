import { blank, boxes, clause, field, party, port, signatures, space } from './blocks.ts'
import { carriedBy, sailingDate, houseBillLabel, loadingPort, dischargePort, carrierName } from './by-mode.ts'
import {
  packagesOf,
  itemWeight,
  totalGrossWeight,
  totalNetWeight,
  totalLabel,
  totalPackages,
  volume,
  itemTable,
} from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const items = itemTable([
  { heading: 'No.', width: 420, content: '{{Number}}' },
  { heading: 'Cartons', width: 750, content: '' },
  {
    heading: 'Goods',
    width: PAGE_WIDTH - 8_740,
    content: '{{Name}}\n{{Description}}',
    total: `${totalLabel}{{#unless Items}}{{Quote.Commodity}}{{/unless}}`,
  },
  {
    heading: 'Quantity',
    width: 1_150,
    content: '{{Quantity | number:"#,##0"}}',
    isFigure: true,
    total: '{{ItemTotals.Quantity | number:"#,##0"}}',
  },
  {
    heading: 'Packages',
    width: 1_900,
    content: packagesOf('NumberOfPacks', 'Packaging'),
    total: `${totalPackages}\n{{ItemTotals.PackagesByKind}}`,
  },
  {
    heading: 'Net weight',
    width: 1_760,
    content: itemWeight('NetWeight'),
    isFigure: true,
    total: totalNetWeight,
  },
  {
    heading: 'Gross weight',
    width: 1_760,
    content: itemWeight('GrossWeight'),
    isFigure: true,
    total: totalGrossWeight,
  },
  { heading: 'Dimensions', width: 1_000, content: '' },
])

export const packingList: Paper = {
  name: 'Packing List',
  description: 'What is in which package, with weights.',
  missing: [
    'Invoice number',
    'Marks and numbers',
    'Cartons n–m of each item',
    'Dimensions and volume of each item',
  ],
  title: 'Packing List',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}'],
  body:
    boxes([[party('Shipper', 'Shipper'), party('Consignee', 'Consignee')]], { height: 1_250 }) +
    space +
    boxes(
      [
        [
          blank('Invoice number and date'),
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(carriedBy, carrierName),
          field(sailingDate, '{{Shipment.Etd}}'),
        ],
        [
          loadingPort,
          dischargePort,
          port('Final destination', 'Destination'),
          field('Volume of the whole', volume),
        ],
        [blank('Marks and numbers')],
      ],
      { height: 620 },
    ) +
    space +
    items +
    clause('We certify that this packing list is true and complete.') +
    signatures('For the shipper: name, signature, date'),
}
