import {
  space,
  field,
  fieldIfFilled,
  issuedBy,
  notifyParties,
  party,
  port,
  boxes,
  listTable,
  heading,
  text,
  checkboxes,
} from './blocks.ts'
import {
  byMode,
  carriedBy,
  carrierName,
  voyage,
  houseBillLabel,
  masterBillLabel,
  loadingPort,
  dischargePort,
} from './by-mode.ts'
import { packages, grossWeight, volume, billWeight, billVolume } from './cargo.ts'
import { freight, incoterm, serviceBox } from './carriage.ts'
import { cargoDetails, containerTable } from './containers.ts'
import { PAGE_WIDTH, paragraph } from './markup.ts'
import type { Paper } from './paper.ts'

const bills = listTable('Bills', [
  { heading: houseBillLabel, width: 1_700, content: '{{HouseBl}}' },
  { heading: 'Shipper', width: 1_800, content: '{{Shipper.Name}}' },
  { heading: 'Consignee', width: 1_800, content: '{{Consignee.Name}}' },
  { heading: 'Packages', width: 1_150, content: '{{NumberOfPackages | number:"#,##0"}}', isFigure: true },
  {
    heading: 'Gross weight',
    width: 1_880,
    content: billWeight,
    isFigure: true,
  },
  {
    heading: 'Volume',
    width: PAGE_WIDTH - 8_330,
    content: billVolume,
    isFigure: true,
  },
])

const attached = 'Shipment.AttachedDocuments'

const isImport = 'Shipment.Direction = "Import"'
const ofAddressee = (name: string) =>
  `{{#if ${isImport}}}{{Customer.${name}}}{{else}}{{Agent.${name}}}{{/if}}`

/** The agent of an import is at origin and knows of the shipment: the customer is told of it. */
const addressee =
  paragraph('Label', `{{#if ${isImport}}}To{{else}}To the agent{{/if}}`, { keepNext: true }) +
  paragraph('Strong', ofAddressee('Name')) +
  ['AddressLine', 'ContactName', 'ContactLine'].map(name => paragraph('Value', ofAddressee(name))).join('')
const agentOfImport = fieldIfFilled('Agent at origin', 'Agent.Name', `Agent.Name and ${isImport}`)

export const preAlert: Paper = {
  name: 'Pre-alert',
  description:
    'Tells the agent at destination, of an import the customer, what is on its way, before it arrives.',
  missing: [],
  title: 'Pre-alert',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', issuedBy],
  body:
    boxes(
      [[addressee, fieldIfFilled('Agent’s reference', 'Shipment.AgentReference') + incoterm + agentOfImport]],
      { height: 1_200 },
    ) +
    space +
    text(
      'Please be advised of the following shipment' +
        `{{#if ${isImport}}}, which is on its way to you.{{else}} and take care of it on arrival. Kindly confirm receipt, ` +
        'and tell us of the arrival and of the delivery to the consignee.{{/if}}',
    ) +
    boxes(
      [
        [
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field('Carrier', '{{Carrier.Name}}'),
          serviceBox,
        ],
        [
          field(carriedBy, carrierName),
          voyage,
          field('ETD', '{{Shipment.Etd}}') + fieldIfFilled('ATD', 'Shipment.Atd'),
          field('ETA', '{{Shipment.Eta}}'),
        ],
        [loadingPort, dischargePort, port('Final destination', 'Destination')],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          field('Commodity', '{{Quote.Commodity}}'),
        ],
      ],
      { height: 560 },
    ) +
    heading(byMode({ sea: 'Bills', air: 'Air waybills', road: 'Consignment notes' })) +
    bills +
    containerTable(cargoDetails) +
    space +
    boxes(
      [
        [party('Shipper', 'Shipper'), party('Consignee', 'Consignee')],
        [notifyParties('Notify party'), freight],
        [
          field(
            'Attached',
            `{{#if ${attached}}}{{${attached}}}{{else}}` +
              byMode({
                sea: checkboxes('House bill', 'Master bill'),
                air: checkboxes('House air waybill', 'Master air waybill'),
                road: checkboxes('Consignment note'),
              }) +
              '   ' +
              checkboxes('Invoice', 'Packing list', 'Certificate of origin', 'Other:') +
              '{{/if}}',
          ),
        ],
      ],
      { height: 800 },
    ),
}
