import {
  blank,
  boxes,
  field,
  whenFilled,
  heading,
  issuedBy,
  onlyIf,
  party,
  port,
  space,
  text,
  checkboxes,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  voyage,
  sailingDate,
  houseBillLabel,
  masterBillLabel,
  loadingPort,
  dischargePort,
  carrierName,
} from './by-mode.ts'
import { itemColumns, service, volume, itemTable } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const kindOfBill = byMode({ sea: 'Bill of lading', air: 'Air waybill', road: 'Consignment note' })
const kindsOfBill = byMode({
  sea: checkboxes('original', 'waybill', 'telex release'),
  air: checkboxes('paper', 'electronic (e-AWB)'),
  road: checkboxes('paper', 'electronic (e-CMR)'),
})

export const shippingInstructions: Paper = {
  name: 'Shipping Instructions',
  description: 'Tells the carrier or the agent what to write on the master bill and how to ship.',
  missing: [
    'Carrier’s booking number',
    'Notify party',
    'Place of receipt',
    'Containers, seals and VGM',
    'Stuffing',
    'HS codes',
    'Kind of bill and number of originals',
    'Freight prepaid or collect',
    'SCAC of the filing party',
  ],
  title: 'Shipping Instructions',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', whenFilled('Shipment.HouseBl', `${houseBillLabel} {{Shipment.HouseBl}}`), issuedBy],
  body:
    boxes(
      [
        [party('To the carrier', 'Carrier'), party('Agent at destination', 'Agent')],
        [party('Shipper', 'Shipper'), party('Consignee', 'Consignee')],
        [
          blank('Notify party'),
          blank('Carrier’s booking number') + field(masterBillLabel, '{{Shipment.MasterBl}}'),
        ],
      ],
      { height: 1_100 },
    ) +
    space +
    boxes(
      [
        [
          field(carriedBy, carrierName),
          voyage,
          field('Cargo ready on', '{{Shipment.ReadyOn}}'),
          field(sailingDate, '{{Shipment.Etd}}'),
        ],
        [blank('Place of receipt'), loadingPort, dischargePort, port('Place of delivery', 'Destination')],
        [
          field('Service', service),
          field('Terms', '{{Quote.QuoteType}}'),
          field('Freight', checkboxes('prepaid', 'collect')),
          field(kindOfBill, kindsOfBill),
        ],
        [
          blank(
            byMode({
              sea: 'Number of originals',
              air: 'Declared value for carriage',
              road: 'Number of copies',
            }),
          ),
          blank(byMode({ sea: 'SCAC of the filing party', air: 'Security status', road: 'Border crossing' })),
          blank('HS codes'),
          blank(byMode({ sea: 'Stuffing', air: 'Packing', road: 'Loading' })),
        ],
      ],
      { height: 540 },
    ) +
    heading(
      byMode({
        sea: 'Cargo, as it shall stand on the bill',
        air: 'Cargo, as it shall stand on the air waybill',
        road: 'Cargo, as it shall stand on the consignment note',
      }),
    ) +
    itemTable(itemColumns(PAGE_WIDTH, { withNet: true })) +
    space +
    boxes(
      [
        [
          blank(
            byMode({
              sea: 'Containers, seals and VGM',
              air: 'Handling information',
              road: 'Trailer and seals',
            }),
          ),
          field('Volume', volume),
        ],
      ],
      {
        widths: [7_654, PAGE_WIDTH - 7_654],
        height: 800,
      },
    ) +
    onlyIf(
      'Shipment.CustomerInstructions',
      heading('Instructions') + text('{{Shipment.CustomerInstructions}}'),
    ) +
    space +
    text(
      `Please send us the draft of the ${byMode({ sea: 'bill', air: 'air waybill', road: 'consignment note' })} for approval before it is issued.`,
    ),
}
