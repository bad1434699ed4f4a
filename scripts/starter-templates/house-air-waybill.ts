import {
  airport,
  blank,
  boxes,
  clause,
  field,
  whenFilled,
  party,
  signatures,
  space,
  checkboxes,
  viaAirport,
} from './blocks.ts'
import { onHouseBill, carrierName } from './by-mode.ts'
import { itemColumns, itemTable, grossWeight, packages, volume } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const conditions =
  'The goods described here are accepted in apparent good order and condition, except as noted, for carriage subject ' +
  'to the conditions of the carrier and to the conventions on carriage by air that apply. They may be carried by any ' +
  'other means, road included, unless the shipper has given other instructions here. The carrier’s liability is ' +
  'limited; the shipper may raise the limit by declaring a higher value for carriage and paying for it where required.'

/** The freight's, or where none is charged that of the company that issues the waybill. */
const currency = '{{#if FreightCharge.Currency}}{{FreightCharge.Currency}}{{else}}{{Company.Currency}}{{/if}}'

export const houseAirWaybill: Paper = {
  name: 'House Air Waybill',
  description: 'Air waybill that your company issues to the shipper; not negotiable.',
  missing: [
    'Account numbers',
    'IATA code of the agent',
    'Charges prepaid or collect',
    'Declared value for carriage and for customs',
    'Amount of insurance',
    'Rate class and rate',
    'Dimensions',
    'Handling information',
  ],
  title: 'House Air Waybill',
  number: '{{Numbers.HouseAirWaybill}}',
  code: 'Numbers.HouseAirWaybill',
  further: [
    'Not negotiable',
    '{{#if Shipment.MasterBl}}Master air waybill {{Shipment.MasterBl}}{{/if}}',
    'Our reference: job {{Shipment.JobId}}',
  ],
  body:
    boxes(
      [
        [party('Shipper', 'Shipper'), party('Consignee', 'Consignee')],
        [
          field('Issuing agent', '{{Company.Name}}{{#if Company.City}}, {{Company.City}}{{/if}}') +
            blank('IATA code and account number'),
          party('Delivering agent', 'Agent'),
        ],
      ],
      { height: 1_300 },
    ) +
    space +
    boxes(
      [
        [
          airport('Airport of departure', 'Loading') + viaAirport,
          airport('Airport of destination', 'Discharge') + airport('Final destination', 'Destination'),
          field('Carrier', '{{Carrier.Name}}'),
          field(onHouseBill.carriedByAir, carrierName) + field('Departure', '{{Shipment.Etd}}'),
        ],
        [
          field('Currency', currency),
          field('Charges', checkboxes('prepaid', 'collect')),
          blank('Declared value for carriage'),
          blank('Declared value for customs'),
        ],
        [blank('Amount of insurance'), blank('Handling information')],
      ],
      { height: 560 },
    ) +
    space +
    itemTable(itemColumns(PAGE_WIDTH)) +
    space +
    boxes(
      [
        [
          field('Pieces', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          field(
            'Chargeable weight',
            whenFilled(
              'Shipment.ChargeableWeight',
              '{{Shipment.ChargeableWeight | number:"#,##0.0"}}\u00a0kg',
            ),
          ),
        ],
        [blank('Rate class'), blank('Rate a kilogram'), field('Freight', 'As agreed'), blank('Dimensions')],
        [
          blank('Other charges'),
          blank('Total prepaid'),
          blank('Total collect'),
          field('Executed at and on', '{{Company.City}}', '{{Today}}'),
        ],
      ],
      { height: 560 },
    ) +
    clause(conditions) +
    signatures('Shipper or the shipper’s agent', 'For {{Company.Name}}, issuing agent'),
}
