import {
  space,
  field,
  whenFilled,
  blank,
  party,
  boxes,
  signatures,
  heading,
  checkboxes,
  clause,
} from './blocks.ts'
import { carriedBy, carrierName, voyage, arrival, houseBillLabel } from './by-mode.ts'
import { packages, grossWeight, volume, itemTable, itemColumns } from './cargo.ts'
import { placeOfDelivery, serviceBox } from './carriage.ts'
import { cargoDetails, containerTable } from './containers.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

export const proofOfDelivery: Paper = {
  name: 'Proof of Delivery',
  description: 'The receiver signs that the cargo was delivered, when, and in what condition.',
  missing: ['Day, time and condition of the delivery'],
  title: 'Proof of Delivery',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', whenFilled('Shipment.HouseBl', `${houseBillLabel} {{Shipment.HouseBl}}`)],
  body:
    boxes([[party('Shipper', 'Shipper'), party('Delivered to', 'Consignee')]], { height: 1_250 }) +
    space +
    boxes(
      [
        [field(carriedBy, carrierName), voyage, arrival, placeOfDelivery],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          serviceBox,
        ],
      ],
      { height: 600 },
    ) +
    heading('Cargo') +
    itemTable(itemColumns(PAGE_WIDTH)) +
    containerTable(cargoDetails) +
    space +
    boxes(
      [
        [blank('Delivered on'), blank('Time'), blank('Truck and driver')],
        [field('Condition', checkboxes('complete and in good order', 'with these exceptions:'))],
      ],
      { height: 640, isKept: true },
    ) +
    clause(
      'The receiver confirms by this signature that the packages listed were delivered, and in the condition stated.',
    ) +
    signatures('Receiver: name in capitals, signature, stamp', 'For the carrier: name, signature'),
}
