import { blank, boxes, field, heading, listTable, party, port, space, text } from './blocks.ts'
import { grossWeight, itemColumns, packages, volume, service, vesselOrFlight } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const bookingConfirmation: Paper = {
  name: 'Booking Confirmation',
  description: 'Confirms the space, the dates and the cut-offs to the customer.',
  missing: [
    'Carrier’s booking number',
    'Voyage',
    'Cut-offs for documents, VGM and cargo',
    'Depot for empty containers',
    'Terminal for full containers',
    'Number and type of containers',
  ],
  title: 'Booking Confirmation',
  number: '{{Numbers.Booking}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes([[party('For', 'Customer'), party('Carrier', 'Carrier')]], { height: 1_200 }) +
    space +
    text('We confirm your booking with the following particulars.') +
    boxes(
      [
        [
          blank('Carrier’s booking number'),
          field(vesselOrFlight, '{{Shipment.VesselName}}'),
          blank('Voyage'),
          field('Service', service),
        ],
        [
          port('Port of loading', 'Loading'),
          port('Via', 'Via'),
          port('Port of discharge', 'Discharge'),
          port('Final destination', 'Destination'),
        ],
        [
          field('Cargo ready on', '{{Shipment.ReadyOn}}'),
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
          field('Commodity', '{{Quote.Commodity}}'),
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          blank('Number and type of containers'),
        ],
      ],
      { height: 600 },
    ) +
    heading('Cut-offs and places') +
    boxes(
      [
        [blank('Documents'), blank('VGM'), blank('Cargo')],
        [blank('Empty containers from depot'), blank('Full containers to terminal')],
      ],
      { height: 680 },
    ) +
    heading('Cargo') +
    listTable('Items', itemColumns(PAGE_WIDTH)) +
    space +
    boxes([[party('Shipper', 'Shipper'), party('Consignee', 'Consignee')]], { height: 1_100 }) +
    space +
    text(
      'Please check this confirmation at once and tell us of anything that differs. Dates and space are as the carrier has given them to us.',
    ),
}
