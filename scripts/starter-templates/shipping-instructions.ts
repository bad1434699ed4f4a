import { blank, boxes, field, given, heading, listTable, party, port, space, text, ticks } from './blocks.ts'
import { itemColumns, service, volume, vesselOrFlight } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const shippingInstructions: Paper = {
  name: 'Shipping Instructions',
  description: 'Tells the carrier or the agent what to write on the master bill and how to ship.',
  missing: [
    'Carrier’s booking number',
    'Voyage',
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
  further: [
    '{{Today}}',
    given('Shipment.HouseBl', 'House bill {{Shipment.HouseBl}}'),
    '{{User.Name}}, {{User.Email}}',
  ],
  body:
    boxes(
      [
        [party('To the carrier', 'Carrier'), party('Agent at destination', 'Agent')],
        [party('Shipper', 'Shipper'), party('Consignee', 'Consignee')],
        [
          blank('Notify party'),
          blank('Carrier’s booking number') + field('Master bill', '{{Shipment.MasterBl}}'),
        ],
      ],
      { height: 1_100 },
    ) +
    space +
    boxes(
      [
        [
          field(vesselOrFlight, '{{Shipment.VesselName}}'),
          blank('Voyage'),
          field('Cargo ready on', '{{Shipment.ReadyOn}}'),
          field('Sails on', '{{Shipment.Etd}}'),
        ],
        [
          blank('Place of receipt'),
          port('Port of loading', 'Loading'),
          port('Port of discharge', 'Discharge'),
          port('Place of delivery', 'Destination'),
        ],
        [
          field('Service', service),
          field('Terms', '{{Quote.QuoteType}}'),
          field('Freight', ticks('prepaid', 'collect')),
          field('Bill of lading', ticks('original', 'waybill', 'telex release')),
        ],
        [
          blank('Number of originals'),
          blank('SCAC of the filing party'),
          blank('HS codes'),
          blank('Stuffing'),
        ],
      ],
      { height: 540 },
    ) +
    heading('Cargo, as it shall stand on the bill') +
    listTable('Items', itemColumns(PAGE_WIDTH, { withNet: true })) +
    space +
    boxes([[blank('Containers, seals and VGM'), field('Volume', volume)]], {
      widths: [7_654, PAGE_WIDTH - 7_654],
      height: 800,
    }) +
    heading('Instructions') +
    text('{{Shipment.CustomerInstructions}}') +
    text('Please send us the draft of the bill for approval before it is issued.'),
}
