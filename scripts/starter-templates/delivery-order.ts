import {
  blank,
  boxes,
  clause,
  field,
  heading,
  listTable,
  party,
  port,
  signatures,
  space,
  text,
  ticks,
} from './blocks.ts'
import { grossWeight, itemColumns, packages, volume, vesselOrFlight } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const deliveryOrder: Paper = {
  name: 'Delivery Order',
  description: 'Orders the terminal or shed to hand the cargo over.',
  missing: [
    'Terminal or warehouse',
    'Valid until',
    'Voyage',
    'Containers and seals',
    'Marks and numbers',
    'Charges paid',
  ],
  title: 'Delivery Order',
  number: '{{Numbers.DeliveryOrder}}',
  code: 'Numbers.DeliveryOrder',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes(
      [
        [
          blank('To the terminal or warehouse') + field('Shed', '{{Shipment.ShedNumber}}'),
          blank('Valid until'),
        ],
        [party('Deliver to the order of', 'Consignee'), party('Release to clearing agent', 'ClearingAgent')],
      ],
      { height: 1_200 },
    ) +
    space +
    text('Please deliver the following cargo against this order and take a receipt for it.') +
    boxes(
      [
        [
          field(vesselOrFlight, '{{Shipment.VesselName}}', '{{Carrier.Name}}'),
          blank('Voyage'),
          field('Arrived, or expected on', '{{Shipment.Eta}}'),
          port('Port of loading', 'Loading'),
        ],
        [
          field('IGM', '{{Shipment.Igm}}'),
          field('Index', '{{Shipment.IndexNumber}}'),
          field('House bill', '{{Shipment.HouseBl}}'),
          field('Master bill', '{{Shipment.MasterBl}}'),
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          port('Place of delivery', 'Destination'),
        ],
        [blank('Containers and seals'), blank('Marks and numbers')],
      ],
      { height: 560 },
    ) +
    heading('Cargo') +
    listTable('Items', itemColumns(PAGE_WIDTH)) +
    space +
    boxes(
      [
        [
          field('Our charges', ticks('paid', 'on account')),
          field('Original bill of lading', ticks('surrendered', 'released by the carrier')),
          field('Picked up on', '{{Shipment.DeliveryOrderPickedUpOn}}'),
        ],
      ],
      { height: 520 },
    ) +
    clause(
      'Not valid without our stamp and signature. Storage, demurrage and duties are for the account of the party that ' +
        'takes delivery. Delivery counts as complete and in good order unless an exception is written on this order.',
    ) +
    signatures('Received in good order: name, signature, date', 'For {{Company.Name}}: stamp and signature'),
}
