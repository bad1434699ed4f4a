import { blank, boxes, field, whenFilled, heading, party, port, space, text } from './blocks.ts'
import { byMode, bySeaOrNot, carriedBy, voyage, loadingPort, dischargePort, carrierName } from './by-mode.ts'
import { grossWeight, itemColumns, packages, volume, service, itemTable } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const bookingConfirmation: Paper = {
  name: 'Booking Confirmation',
  description: 'Confirms the space, the dates and the cut-offs to the customer.',
  missing: [
    'Carrier’s booking number',
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
        [blank('Carrier’s booking number'), field(carriedBy, carrierName), voyage, field('Service', service)],
        [loadingPort, dischargePort, port('Final destination', 'Destination')],
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
          blank(
            byMode({
              sea: 'Number and type of containers',
              air: 'ULDs',
              road: 'Number and type of trucks',
            }),
          ),
        ],
      ],
      { height: 600 },
    ) +
    heading('Cut-offs and places') +
    bySeaOrNot(
      boxes(
        [
          [blank('Documents'), blank('VGM'), blank('Cargo')],
          [blank('Empty containers from depot'), blank('Full containers to terminal')],
        ],
        { height: 680 },
      ),
      boxes([[blank('Documents'), blank('Cargo'), blank('Cargo to be delivered to')]], { height: 680 }),
    ) +
    heading('Cargo') +
    itemTable(itemColumns(PAGE_WIDTH)) +
    space +
    boxes([[party('Shipper', 'Shipper'), party('Consignee', 'Consignee')]], { height: 1_100 }) +
    space +
    text(
      'Please check this confirmation at once and tell us of anything that differs.' +
        whenFilled('Carrier.Name', ' Dates and space are as the carrier has given them to us.'),
    ),
}
