import {
  blank,
  boxes,
  clause,
  field,
  heading,
  party,
  port,
  signatures,
  space,
  text,
  checkboxes,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  dischargeLine,
  voyage,
  sealedIn,
  houseBillLabel,
  masterBillLabel,
  loadingPort,
  carrierName,
} from './by-mode.ts'
import { grossWeight, itemColumns, packages, volume, itemTable } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

/** What is handed over for the order: only a sea job has a bill of lading to give up. */
const givenUp = byMode({
  sea: 'Original bill of lading',
  air: 'Identity of the receiver',
  road: 'Identity of the receiver',
})
const surrendered = byMode({
  sea: checkboxes('surrendered', 'released by the carrier'),
  air: checkboxes('checked'),
  road: checkboxes('checked'),
})

export const deliveryOrder: Paper = {
  name: 'Delivery Order',
  description: 'Orders the terminal or shed to hand the cargo over.',
  missing: [
    'Terminal or warehouse',
    'Valid until',
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
          blank(
            byMode({
              sea: 'To the terminal or warehouse',
              air: 'To the cargo terminal or warehouse',
              road: 'To the warehouse',
            }),
          ) + field('Shed', '{{Shipment.ShedNumber}}'),
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
          field(carriedBy, carrierName, '{{Carrier.Name}}'),
          voyage,
          field('Arrived, or expected on', '{{Shipment.Eta}}'),
          loadingPort,
        ],
        [
          field('IGM', '{{Shipment.Igm}}'),
          field('Index', '{{Shipment.IndexNumber}}'),
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          port('Place of delivery', 'Destination') + dischargeLine,
        ],
        [sealedIn, blank('Marks and numbers')],
      ],
      { height: 560 },
    ) +
    heading('Cargo') +
    itemTable(itemColumns(PAGE_WIDTH)) +
    space +
    boxes(
      [
        [
          field('Our charges', checkboxes('paid', 'on account')),
          field(givenUp, surrendered),
          field('Picked up on', '{{Shipment.DeliveryOrderPickedUpOn}}'),
        ],
      ],
      { height: 520 },
    ) +
    clause(
      'Not valid without our stamp and signature. ' +
        byMode({
          sea: 'Storage, demurrage and duties',
          air: 'Storage and duties',
          road: 'Storage and duties',
        }) +
        ' are for the account of the party that takes delivery. Delivery counts as complete and in good order unless an exception is written on this order.',
    ) +
    signatures('Received in good order: name, signature, date', 'For {{Company.Name}}: stamp and signature'),
}
