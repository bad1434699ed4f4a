import {
  space,
  field,
  whenFilled,
  fieldIfFilled,
  party,
  airport,
  viaAirport,
  boxes,
  signatures,
  clause,
} from './blocks.ts'
import { carrierName, departureDay, onHouseBill } from './by-mode.ts'
import { itemTable, markedColumns } from './cargo.ts'
import { declared, issuedAt, issuedOn } from './carriage.ts'
import type { Paper } from './paper.ts'
import { waybillCharges } from './waybill-charges.ts'

const conditions =
  'The goods described here are accepted in apparent good order and condition, except as noted, for carriage subject ' +
  'to the conditions of the carrier and to the conventions on carriage by air that apply. They may be carried by any ' +
  'other means, road included, unless the shipper has given other instructions here. The carrier’s liability is ' +
  'limited; the shipper may raise the limit by declaring a higher value for carriage and paying for it where required.'

/** A waybill by air has no box for whom else the carrier tells of the arrival. */
const alsoNotify = ['NotifyParty', 'SecondNotifyParty'].map(group =>
  whenFilled(
    `${group}.Name`,
    `Also notify {{${group}.Name}}{{${group}.AddressLine | before:", "}}{{${group}.ContactLine | before:", "}}`,
  ),
)

export const houseAirWaybill: Paper = {
  name: 'House Air Waybill',
  description: 'Air waybill that your company issues to the shipper; not negotiable.',
  missing: [],
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
        [
          party('Shipper', 'Shipper') + fieldIfFilled('Shipper’s account number', 'Shipper.AccountNumber'),
          party('Consignee', 'Consignee') +
            fieldIfFilled('Consignee’s account number', 'Consignee.AccountNumber'),
        ],
        [
          field('Issuing agent', '{{Company.Name}}{{#if Company.City}}, {{Company.City}}{{/if}}') +
            fieldIfFilled('Agent’s IATA code', 'Company.IataAgentCode'),
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
          field(onHouseBill.carriedByAir, carrierName) + field('Departure', departureDay),
        ],
        [
          field('Currency', '{{Company.Currency}}'),
          field('Charges', '{{Shipment.FreightPayment}}'),
          field('Declared value for carriage', declared('DeclaredValueForCarriage', 'NVD')),
          field('Declared value for customs', declared('DeclaredValueForCustoms', 'NCV')),
        ],
        [
          field('Amount of insurance', declared('InsuranceAmount', 'XXX')),
          field('Executed at and on', issuedAt, issuedOn),
          field('Handling information', '{{Shipment.HandlingInformation}}', ...alsoNotify),
        ],
      ],
      { height: 560 },
    ) +
    space +
    itemTable(markedColumns({ withDimensions: true })) +
    space +
    waybillCharges +
    clause(conditions) +
    signatures('Shipper or the shipper’s agent', 'For {{Company.Name}}, issuing agent'),
}
