import {
  space,
  field,
  fieldIfFilled,
  whenFilled,
  notifyParties,
  party,
  port,
  boxes,
  heading,
  text,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  carrierName,
  voyage,
  sailing,
  arrival,
  houseBillLabel,
  masterBillLabel,
  loadingPort,
  dischargePort,
} from './by-mode.ts'
import { packages, grossWeight, volume, itemTable, itemColumns } from './cargo.ts'
import {
  freight,
  hasNoOriginals,
  incoterm,
  customsDeclaration,
  emptyReturn,
  handling,
  manifestNumbers,
  serviceBox,
} from './carriage.ts'
import { chargesOfConsignee } from './charge-columns.ts'
import { cargoDetails, containerTable } from './containers.ts'
import { PAGE_WIDTH, paragraph } from './markup.ts'
import type { Paper } from './paper.ts'

const papersToBring = 'Proof of payment; a letter naming your clearing agent.'

/** Only a bill of lading is given up for the cargo: a waybill and a consignment note are not negotiable. */
const toTakeDelivery = byMode({
  sea:
    `{{#if ${hasNoOriginals}}}Proof of who you are; no original is asked for. ` +
    '{{else if Shipment.HouseBl}}One original bill of lading, endorsed, or the carrier’s release. ' +
    `{{else}}The carrier’s release. {{/if}}${papersToBring}`,
  air: `${papersToBring} The air waybill is not negotiable: no original is asked for.`,
  road: papersToBring,
})

const clearInTime =
  'Please clear the cargo within the free time; storage afterwards is for the cargo’s account.'

const isFree = 'Shipment.FreeDays <> ""'
const freeTime =
  paragraph('Label', whenFilled(isFree, 'Free time'), { keepNext: true }) +
  paragraph(
    'Value',
    whenFilled(isFree, '{{Shipment.FreeDays}} {{#if Shipment.FreeDays = 1}}day{{else}}days{{/if}}'),
  )

export const arrivalNotice: Paper = {
  name: 'Arrival Notice',
  description: 'Tells the consignee that the cargo arrives, where it lies and what is to be paid.',
  missing: [],
  title: 'Arrival Notice',
  number: '{{Numbers.ArrivalNotice}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes([[party('Consignee', 'Consignee'), notifyParties('Notify party')]], { height: 1_250 }) +
    space +
    text(
      `Please note the arrival details of the following shipment. ${byMode({
        sea: 'Please clear the cargo within the free time; storage and demurrage afterwards are for the cargo’s account.',
        air: clearInTime,
        road: 'Please clear the cargo without delay; storage is for the cargo’s account.',
      })}`,
    ) +
    boxes(
      [
        [field(carriedBy, carrierName, '{{Carrier.Name}}'), voyage, arrival, sailing],
        [
          loadingPort,
          dischargePort,
          port('Final destination', 'Destination') +
            fieldIfFilled('Place of delivery', 'Shipment.PlaceOfDelivery'),
          field('Shipper', '{{Shipper.Name}}', '{{Shipper.Country}}'),
        ],
        [
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
          customsDeclaration,
          manifestNumbers,
        ],
        [
          freight,
          incoterm,
          fieldIfFilled(
            byMode({ sea: 'Lies at shed', air: 'Lies at shed', road: 'Lies at warehouse' }),
            'Shipment.ShedNumber',
          ),
          freeTime + emptyReturn,
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          serviceBox,
        ],
      ],
      { height: 560 },
    ) +
    heading('Cargo') +
    itemTable(itemColumns(PAGE_WIDTH)) +
    containerTable(cargoDetails) +
    handling +
    chargesOfConsignee('Charges due before delivery') +
    space +
    boxes([[field('Pay to', '{{Company.BankDetails}}'), field('To take delivery bring', toTakeDelivery)]], {
      height: 900,
    }),
}
