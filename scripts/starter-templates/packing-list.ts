import { space, field, whenFilled, party, port, boxes, signatures, clause } from './blocks.ts'
import { carriedBy, carrierName, sailing, houseBillLabel, loadingPort, dischargePort } from './by-mode.ts'
import {
  itemWeight,
  packagesOf,
  volume,
  totalGrossWeight,
  totalNetWeight,
  totalPackages,
  totalLabel,
  itemTable,
  describedGoods,
  marksColumn,
} from './cargo.ts'
import { creditBox, ordersBox } from './carriage.ts'
import { cargoDetails, containerTable } from './containers.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const items = itemTable([
  { heading: 'No.', width: 420, content: '{{Number}}' },
  { ...marksColumn, width: 1_300 },
  {
    heading: 'Goods',
    width: PAGE_WIDTH - 7_360,
    content: describedGoods([
      `{{Dimensions}}${whenFilled('Dimensions', '{{Volume | volume | before:", "}}')}${whenFilled('not Dimensions', '{{Volume | volume}}')}`,
    ]),
    total: `${totalLabel}{{#unless Items}}{{Quote.Commodity}}{{/unless}}`,
  },
  {
    heading: 'Quantity',
    width: 1_200,
    content: '{{Quantity | number:"#,##0"}}',
    isFigure: true,
    total: '{{ItemTotals.Quantity | number:"#,##0"}}',
  },
  {
    heading: 'Packages',
    width: 1_400,
    content: packagesOf('NumberOfPacks', 'Packaging'),
    total: `${totalPackages}\n{{ItemTotals.PackagesByKind}}`,
  },
  {
    heading: 'Net weight',
    width: 1_520,
    content: itemWeight('NetWeight'),
    isFigure: true,
    total: totalNetWeight,
  },
  {
    heading: 'Gross weight',
    width: 1_520,
    content: itemWeight('GrossWeight'),
    isFigure: true,
    total: totalGrossWeight,
  },
])

export const packingList: Paper = {
  name: 'Packing List',
  description: 'What is in which package, with weights.',
  missing: [],
  title: 'Packing List',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}'],
  body:
    boxes([[party('Shipper', 'Shipper'), party('Consignee', 'Consignee')]], { height: 1_250 }) +
    space +
    boxes(
      [
        [
          field('Invoice number', '{{Shipment.CommercialInvoices}}'),
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(carriedBy, carrierName),
          sailing,
        ],
        [
          loadingPort,
          dischargePort,
          port('Final destination', 'Destination'),
          field('Volume of the whole', volume),
        ],
        [ordersBox, creditBox],
      ],
      { height: 620 },
    ) +
    space +
    items +
    containerTable(cargoDetails) +
    clause('We certify that this packing list is true and complete.') +
    signatures('For the shipper: name, signature, date'),
}
