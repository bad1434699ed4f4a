import {
  space,
  field,
  fieldIfFilled,
  party,
  boxes,
  signatures,
  heading,
  text,
  checkboxes,
  clause,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  carrierName,
  voyage,
  arrival,
  houseBillLabel,
  masterBillLabel,
  loadingPort,
} from './by-mode.ts'
import { packages, grossWeight, volume, itemTable, markedColumns } from './cargo.ts'
import {
  customsDeclaration,
  emptyReturn,
  handling,
  manifestNumbers,
  placeOfDelivery,
  terminalOfImport,
  withOriginals,
} from './carriage.ts'
import { cargoDetails, containerTable } from './containers.ts'
import type { Paper } from './paper.ts'

/** What is handed over for the order: only a sea job has a bill of lading to give up. */
const givenUp = byMode({
  sea: withOriginals('Original bill of lading', 'Identity of the receiver'),
  air: 'Identity of the receiver',
  road: 'Identity of the receiver',
})
const surrendered = byMode({
  sea: withOriginals(checkboxes('surrendered', 'released by the carrier'), checkboxes('checked')),
  air: checkboxes('checked'),
  road: checkboxes('checked'),
})

export const deliveryOrder: Paper = {
  name: 'Delivery Order',
  description: 'Orders the terminal or shed to hand the cargo over.',
  missing: ['Charges paid, bill surrendered'],
  title: 'Delivery Order',
  number: '{{Numbers.DeliveryOrder}}',
  code: 'Numbers.DeliveryOrder',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes(
      [
        [
          party(
            byMode({
              sea: 'To the terminal or warehouse',
              air: 'To the cargo terminal or warehouse',
              road: 'To the warehouse',
            }),
            'Warehouse',
          ),
          field('Valid until', '{{Shipment.ReleaseValidUntil}}') +
            fieldIfFilled('Shed', 'Shipment.ShedNumber') +
            terminalOfImport +
            emptyReturn,
        ],
        [
          party(withOriginals('Deliver to the order of', 'Deliver to'), 'Consignee'),
          party('Release to clearing agent', 'ClearingAgent'),
        ],
      ],
      { height: 1_200 },
    ) +
    space +
    text('Please deliver the following cargo against this order and take a receipt for it.') +
    boxes(
      [
        [field(carriedBy, carrierName, '{{Carrier.Name}}'), voyage, arrival, loadingPort],
        [
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
          manifestNumbers,
          customsDeclaration,
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          placeOfDelivery,
        ],
      ],
      { height: 560 },
    ) +
    heading('Cargo') +
    itemTable(markedColumns()) +
    containerTable(cargoDetails) +
    handling +
    space +
    boxes(
      [
        [
          field('Our charges', checkboxes('paid', 'on account')),
          field(givenUp, surrendered),
          field('Picked up on', '{{Shipment.DeliveryOrderPickedUpOn}}'),
        ],
      ],
      { height: 520, isKept: true },
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
