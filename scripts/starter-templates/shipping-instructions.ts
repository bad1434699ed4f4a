import {
  space,
  field,
  whenFilled,
  onlyIf,
  issuedBy,
  agentAtDestination,
  notifyParties,
  party,
  boxes,
  heading,
  text,
  checkboxes,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  carrierName,
  voyage,
  sailing,
  houseBillLabel,
  masterBillLabel,
  loadingPort,
  dischargePort,
} from './by-mode.ts'
import { volume, itemTable, markedColumns } from './cargo.ts'
import {
  placeOfReceipt,
  placeOfDeliveryAlone,
  freight,
  incoterm,
  bookingNumber,
  serviceBox,
} from './carriage.ts'
import { containerTable } from './containers.ts'
import type { Paper } from './paper.ts'

const kindOfBill = byMode({ sea: 'Bill of lading', air: 'Air waybill', road: 'Consignment note' })
/** No originals are a waybill. */
const whenStated = (stated: string, otherwise: string) =>
  `{{#if Shipment.NumberOfOriginals <> ""}}${stated}{{else}}${otherwise}{{/if}}`
const kindsOfBill = byMode({
  sea: whenStated(
    '{{#if Shipment.NumberOfOriginals = 0}}Sea waybill{{else}}{{Shipment.NumberOfOriginals}} ' +
      '{{#if Shipment.NumberOfOriginals = 1}}original{{else}}originals{{/if}}{{/if}}',
    checkboxes('original', 'waybill', 'telex release'),
  ),
  air: checkboxes('paper', 'electronic (e-AWB)'),
  road: checkboxes('paper', 'electronic (e-CMR)'),
})

export const shippingInstructions: Paper = {
  name: 'Shipping Instructions',
  description: 'Tells the carrier or the agent what to write on the master bill and how to ship.',
  missing: [],
  title: 'Shipping Instructions',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', whenFilled('Shipment.HouseBl', `${houseBillLabel} {{Shipment.HouseBl}}`), issuedBy],
  body:
    boxes(
      [
        [party('To the carrier', 'Carrier'), agentAtDestination('Agent at destination')],
        [party('Shipper', 'Shipper'), party('Consignee', 'Consignee')],
        [notifyParties('Notify party'), bookingNumber + field(masterBillLabel, '{{Shipment.MasterBl}}')],
      ],
      { height: 1_100 },
    ) +
    space +
    text(
      'Please arrange this shipment as follows, and send us the draft of the ' +
        `${byMode({ sea: 'bill', air: 'air waybill', road: 'consignment note' })} for approval before it is issued.`,
    ) +
    boxes(
      [
        [field(carriedBy, carrierName), voyage, field('Cargo ready on', '{{Shipment.ReadyOn}}'), sailing],
        [placeOfReceipt, loadingPort, dischargePort, placeOfDeliveryAlone],
        [serviceBox, incoterm, freight, field(kindOfBill, kindsOfBill)],
        [field('To be issued at', '{{Shipment.PlaceOfIssue}}'), field('Volume', volume)],
      ],
      { height: 540 },
    ) +
    heading(
      byMode({
        sea: 'Cargo, as it shall stand on the bill',
        air: 'Cargo, as it shall stand on the air waybill',
        road: 'Cargo, as it shall stand on the consignment note',
      }),
    ) +
    itemTable(markedColumns({ withNet: true, withDimensions: true })) +
    containerTable(['packages', 'cargoWeight', 'tare', 'vgm']) +
    onlyIf(
      'Shipment.HandlingInformation or Shipment.CustomerInstructions',
      heading('Instructions') + text('{{Shipment.HandlingInformation}}\n{{Shipment.CustomerInstructions}}'),
    ),
}
