import { blank, boxes, field, heading, listTable, party, port, space, text } from './blocks.ts'
import { grossWeight, itemColumns, packages, volume, service, vesselOrFlight } from './cargo.ts'
import { chargeTables } from './charge-columns.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const arrivalNotice: Paper = {
  name: 'Arrival Notice',
  description: 'Tells the consignee that the cargo arrives, where it lies and what is to be paid.',
  missing: ['Notify party', 'Voyage', 'Containers and seals', 'Free time and last free day'],
  title: 'Arrival Notice',
  number: '{{Numbers.ArrivalNotice}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes([[party('Consignee', 'Consignee'), blank('Notify party')]], { height: 1_250 }) +
    space +
    text('We are glad to tell you that the following shipment is due to arrive for you.') +
    boxes(
      [
        [
          field(vesselOrFlight, '{{Shipment.VesselName}}', '{{Carrier.Name}}'),
          blank('Voyage'),
          field('Expected on', '{{Shipment.Eta}}'),
          field('Sailed on', '{{Shipment.Etd}}'),
        ],
        [
          port('Port of loading', 'Loading'),
          port('Port of discharge', 'Discharge'),
          port('Final destination', 'Destination'),
          field('Shipper', '{{Shipper.Name}}', '{{Shipper.Country}}'),
        ],
        [
          field('House bill', '{{Shipment.HouseBl}}'),
          field('Master bill', '{{Shipment.MasterBl}}'),
          field('IGM', '{{Shipment.Igm}}'),
          field('Index', '{{Shipment.IndexNumber}}'),
        ],
        [
          field('Lies at shed', '{{Shipment.ShedNumber}}'),
          blank('Free time'),
          blank('Last free day'),
          blank('Containers and seals'),
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          field('Service', service),
        ],
      ],
      { height: 560 },
    ) +
    heading('Cargo') +
    listTable('Items', itemColumns(PAGE_WIDTH)) +
    heading('Charges due before delivery') +
    chargeTables() +
    space +
    boxes(
      [
        [
          field('Pay to', '{{Company.BankDetails}}'),
          field(
            'To take delivery bring',
            'One original bill of lading, endorsed, or the carrier’s release; proof of payment; a letter naming your clearing agent.',
          ),
        ],
      ],
      { height: 900 },
    ) +
    space +
    text(
      'Please clear the cargo within the free time; storage and demurrage afterwards are for the cargo’s account.',
    ),
}
