import { space, field, whenFilled, blank, party, portLines, boxes, signatures, clause } from './blocks.ts'
import { grossWeight, volume, itemTable, markedColumns } from './cargo.ts'
import { temperatures } from './containers.ts'
import { deliveryLines, issuedAt, issuedOn } from './carriage.ts'
import { byMode } from './by-mode.ts'
import { paragraph } from './markup.ts'
import type { Paper } from './paper.ts'

const [loading] = portLines('Loading')
const takenOverAt = `{{#if Shipment.PlaceOfReceipt}}{{Shipment.PlaceOfReceipt}}{{else}}${loading}{{/if}}`

/** The truck leaves with the goods on the day on which it takes them over. */
const takenOverOn = '{{#if Shipment.Atd}}{{Shipment.Atd}}{{else}}{{Shipment.Etd}}{{/if}}'

/** The boxes of the consignment note by their numbers on the form of the International Road Transport Union. */
const numbered = (box: number, label: string) => `${box}. ${label}`

const headings: Readonly<Record<string, string>> = {
  'Marks and numbers': '6. Marks and numbers',
  Packages: '7, 8. Number and packing',
  'Description of goods': '9. Nature of the goods',
  'Gross weight': '11. Gross weight',
}

const goods = itemTable(
  markedColumns().map(column => ({ ...column, heading: headings[column.heading] ?? column.heading })),
)

/** Whoever hauls to or from a ship or an aircraft; on a job by road the carrier itself. */
const carrierByRoad =
  paragraph('Label', numbered(16, 'Carrier'), { keepNext: true }) +
  paragraph('Strong', '{{#if Haulier.Name}}{{Haulier.Name}}{{else}}{{Carrier.Name}}{{/if}}') +
  paragraph('Value', '{{#if Haulier.Name}}{{Haulier.AddressLine}}{{else}}{{Carrier.AddressLine}}{{/if}}') +
  paragraph('Value', '{{#if Haulier.Name}}{{Haulier.ContactName}}{{else}}{{Carrier.ContactName}}{{/if}}') +
  paragraph('Value', '{{#if Haulier.Name}}{{Haulier.ContactLine}}{{else}}{{Carrier.ContactLine}}{{/if}}')

export const consignmentNote: Paper = {
  name: 'CMR Consignment Note',
  description: 'Consignment note for international carriage by road; sender, carrier and consignee sign it.',
  missing: ['Successive carriers', 'Reservations of the carrier', 'Special agreements'],
  title: '{{Paper.ConsignmentNote}}',
  number: '{{#if Shipment.HouseBl}}{{Shipment.HouseBl}}{{else}}Job {{Shipment.JobId}}{{/if}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}', 'Not negotiable'],
  body:
    boxes(
      [
        [party(numbered(1, 'Sender'), 'Shipper'), carrierByRoad],
        [party(numbered(2, 'Consignee'), 'Consignee'), blank(numbered(17, 'Successive carriers'))],
        [
          field(numbered(3, 'Place of delivery of the goods'), ...deliveryLines),
          blank(numbered(18, 'Reservations and observations of the carrier')),
        ],
        [
          field(numbered(4, 'Place and date of taking over the goods'), takenOverAt, takenOverOn),
          field(
            numbered(5, 'Documents attached'),
            '{{Shipment.AttachedDocuments}}',
            '{{Shipment.CustomsDeclaration | before:"Customs declaration "}}',
          ),
        ],
      ],
      { height: 900 },
    ) +
    space +
    goods +
    space +
    boxes(
      [
        [
          field(numbered(11, 'Gross weight'), grossWeight),
          field(numbered(12, 'Volume'), volume),
          field('Truck and trailer', byMode({ sea: '', air: '', road: '{{Shipment.VesselName}}' })),
        ],
        [
          field(
            numbered(13, 'Instructions of the sender'),
            '{{Shipment.HandlingInformation}}',
            whenFilled('Shipment.CustomerInstructions', '{{Shipment.CustomerInstructions}}'),
          ) + temperatures,
          field(
            numbered(14, 'Instructions as to payment for carriage'),
            '{{#if Shipment.FreightPayment = "Prepaid"}}Carriage paid{{else if Shipment.FreightPayment = "Collect"}}Carriage forward{{/if}}',
            '{{Shipment.Incoterm}}',
            '{{Shipment.IncotermPlace}}',
          ),
          blank(numbered(15, 'Cash on delivery')),
        ],
        [
          blank(numbered(19, 'Special agreements')),
          field(
            numbered(20, 'To be paid by'),
            '{{#if Shipment.FreightPayment = "Prepaid"}}The sender{{else if Shipment.FreightPayment = "Collect"}}The consignee{{/if}}',
          ),
          field(numbered(21, 'Established in and on'), issuedAt, issuedOn),
        ],
      ],
      { height: 560, isKept: true },
    ) +
    clause(
      'This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the ' +
        'International Carriage of Goods by Road (CMR).',
    ) +
    signatures(
      '22. Sender: signature and stamp',
      '23. Carrier: signature and stamp',
      '24. Goods received: place, date, consignee’s signature and stamp',
    ),
}
