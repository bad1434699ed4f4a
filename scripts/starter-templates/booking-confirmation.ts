import { space, field, whenFilled, party, port, boxes, heading, text, yourReference } from './blocks.ts'
import {
  ofFullContainers,
  fullOrLess,
  carriedBy,
  carrierName,
  voyage,
  loadingPort,
  dischargePort,
} from './by-mode.ts'
import { packages, grossWeight, volumeBox, itemTable, itemColumns } from './cargo.ts'
import { handling, placeOfReceipt, incoterm, bookingNumber, serviceBox } from './carriage.ts'
import { containerTable } from './containers.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const bookingConfirmation: Paper = {
  name: 'Booking Confirmation',
  description: 'Confirms the space, the dates and the cut-offs to the customer.',
  missing: [],
  title: 'Booking Confirmation',
  number: '{{Numbers.Booking}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}', yourReference],
  body:
    boxes(
      [
        [party('For', 'Customer'), party('Carrier', 'Carrier')],
        [party('Shipper', 'Shipper'), party('Consignee', 'Consignee')],
      ],
      { height: 900 },
    ) +
    space +
    text(
      'We confirm your booking with the following particulars. Please check them at once and tell us of anything that ' +
        `differs.${whenFilled('Carrier.Name', ' Dates and space are as the carrier has given them to us.')}`,
    ) +
    boxes(
      [
        [bookingNumber, field(carriedBy, carrierName), voyage, serviceBox],
        [placeOfReceipt, loadingPort, dischargePort, port('Final destination', 'Destination')],
        [
          field('Cargo ready on', '{{Shipment.ReadyOn}}'),
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
          field('Commodity', '{{Quote.Commodity}}'),
        ],
        [field('Packages', packages), field('Gross weight', grossWeight), volumeBox, incoterm],
      ],
      { height: 600 },
    ) +
    heading('Cut-offs and places') +
    boxes(
      [
        [
          field('Documents', '{{Shipment.DocumentsCutOff}}'),
          field('Cargo', '{{Shipment.CargoCutOff}}'),
          field(
            fullOrLess('VGM', 'Cargo to be delivered to'),
            fullOrLess('{{Shipment.VgmCutOff}}', '{{Warehouse.Name}}'),
            fullOrLess('', '{{Warehouse.AddressLine}}'),
          ),
        ],
      ],
      { height: 560 },
    ) +
    ofFullContainers(
      boxes(
        [
          [
            field('Empty containers from depot', '{{Shipment.EmptyDepot}}'),
            field('Full containers to terminal', '{{Shipment.ContainerTerminal}}'),
          ],
        ],
        { height: 560 },
      ),
    ) +
    heading('Cargo') +
    itemTable(itemColumns(PAGE_WIDTH)) +
    containerTable([]) +
    handling,
}
