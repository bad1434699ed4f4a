import type { AddresseeRole, MailPurpose } from '#contract/mail-templates.ts'
import type { StampField } from '#contract/mail-states.ts'
import { CARGO_LINES, ITEM_LINES } from './cargo-lines.ts'

export type ReadyMade = {
  /** The same in every company. */
  id: string
  name: string
  purpose: MailPurpose
  subject: string
  text: string
  to: AddresseeRole[]
  cc: AddresseeRole[]
  bcc: AddresseeRole[]
  /** The starter templates that are attached, where the company has them. */
  attached: readonly string[]
  stamp: StampField | null
}

/** What an e-mail of a purpose is about: where it is empty, its text leaves it out and the sender is warned. */
export const requiredFields: Readonly<Partial<Record<MailPurpose, readonly string[]>>> = {
  arrivalNotice: ['Shipment.Eta'],
}

/** Says it as the job's mode of transport has it; a job whose mode nobody has chosen is read as one by sea. */
const byMode = ({ sea, air, road }: { sea: string; air: string; road: string }) =>
  `{{#if Quote.TransportMode = "Air"}}${air}{{else if Quote.TransportMode = "Road"}}${road}{{else}}${sea}{{/if}}`

const JOB_LINE = `{{Shipment.JobId | before:"Job "}}${byMode({
  sea: '{{Shipment.HouseBl | before:", B/L "}}',
  air: '{{Shipment.HouseBl | before:", HAWB "}}',
  road: '{{Shipment.HouseBl | before:", consignment note "}}',
})}`

const NUMBERS = byMode({
  sea: '{{Shipment.MasterBl | before:"Master B/L: "}}\n{{Shipment.HouseBl | before:"House B/L: "}}',
  air: '{{Shipment.MasterBl | before:"MAWB: "}}\n{{Shipment.HouseBl | before:"HAWB: "}}',
  road:
    '{{Shipment.MasterBl | before:"Carrier’s reference: "}}\n' +
    '{{Shipment.HouseBl | before:"Consignment note: "}}',
})

const CARRIED_BY = byMode({
  sea: '{{Shipment.VesselName | before:"Vessel: "}}\n{{Shipment.Voyage | before:"Voyage: "}}',
  air: '{{#if Shipment.Voyage}}Flight: {{Shipment.Voyage}}{{else}}{{Shipment.VesselName | before:"Flight: "}}{{/if}}',
  road: '{{Shipment.VesselName | before:"Truck: "}}',
})

/** None are made out: a waybill, or a bill that is released by telex. */
const HAS_NO_ORIGINALS = 'Shipment.NumberOfOriginals <> "" and Shipment.NumberOfOriginals = 0'

const DEPARTURE = `{{#if Shipment.Atd}}${byMode({ sea: 'Sailed', air: 'Departed', road: 'Departed' })}: {{Shipment.Atd}}{{else if Shipment.Etd}}ETD: {{Shipment.Etd}}{{/if}}`
const ARRIVAL =
  '{{#if Shipment.Ata}}Arrived: {{Shipment.Ata}}{{else if Shipment.Eta}}ETA: {{Shipment.Eta}}{{/if}}'
/** Of a subject. */
const ARRIVES =
  '{{#if Shipment.Ata}}, arrived {{Shipment.Ata}}{{else if Shipment.Eta}}, ETA {{Shipment.Eta}}{{/if}}'

/** As on the papers, "To" is where the goods go in the end. */
const DISCHARGE = `{{#if Quote.DischargePort <> Quote.DestinationPort}}${byMode({
  sea: '{{Quote.DischargePort | before:"Port of discharge: "}}',
  air: '{{Quote.DischargePort | before:"Airport of destination: "}}',
  road: '{{Quote.DischargePort | before:"Place of unloading: "}}',
})}{{/if}}`

const CARGO_AND_ROUTE = `${CARGO_LINES}
${CARRIED_BY}
{{Quote.LoadingPort | before:"From: "}}
{{Quote.ViaPort | before:"Via: "}}
${DEPARTURE}
${DISCHARGE}
{{Quote.DestinationPort | before:"To: "}}
${ARRIVAL}`

const PARTICULARS = `${NUMBERS}\n{{Quote.Commodity | before:"Goods: "}}\n${CARGO_AND_ROUTE}`

/** Holds where at least one line of the particulars is printed. */
const SOME_PARTICULARS = [
  ...['Shipment.MasterBl', 'Shipment.HouseBl', 'Quote.Commodity', 'Shipment.VesselName', 'Shipment.Voyage'],
  ...['Quote.LoadingPort', 'Quote.ViaPort', 'Quote.DischargePort', 'Quote.DestinationPort'],
  ...['Shipment.Etd', 'Shipment.Eta', 'Shipment.Atd', 'Shipment.Ata', 'ItemTotals.GrossWeightByUnit'],
  ...['ItemTotals.NumberOfPacks', 'ItemTotals.GrossWeight'].map(name => `${name} <> ""`),
  ...['NumberOfPackages', 'GrossWeight', 'Volume'].map(name => `Shipment.${name} <> ""`),
].join(' or ')

const SIGNATURE = `Kind regards,
{{User.Name}}
{{Company.Name}}
{{#if Company.ContactLine}}{{Company.ContactLine}}{{/if}}`

const letter = (...paragraphs: string[]) => [...paragraphs, SIGNATURE].join('\n\n')
const dear = (role: string) =>
  `Dear {{#if ${role}.ContactName}}{{${role}.ContactName}}{{else}}Sir or Madam{{/if}},`

const template = (
  place: number,
  content: Omit<ReadyMade, 'id' | 'cc' | 'bcc' | 'attached' | 'stamp'> &
    Partial<Pick<ReadyMade, 'cc' | 'attached' | 'stamp'>>,
): ReadyMade => ({
  id: `6c616469-6e67-4d61-8000-${String(place).padStart(12, '0')}`,
  cc: [],
  bcc: [],
  attached: [],
  stamp: null,
  ...content,
})

/** What every company has, in the order of the work. */
export const readyMade: readonly ReadyMade[] = [
  template(1, {
    name: 'Booking confirmation',
    purpose: 'bookingConfirmation',
    subject: `Booking confirmed: ${JOB_LINE}`,
    to: ['customer'],
    attached: ['Booking Confirmation (starter).dotx'],
    text: letter(
      dear('Customer'),
      'Your shipment is booked. The booking confirmation is attached.',
      PARTICULARS,
      `{{#if ${SOME_PARTICULARS}}}Please check the particulars and tell us of any change before the cut-off.{{/if}}`,
    ),
  }),
  template(2, {
    name: 'Shipping instructions to the agent',
    purpose: 'shippingInstructions',
    subject: `Shipping instructions: ${JOB_LINE}`,
    to: ['agent'],
    attached: ['Shipping Instructions (starter).dotx'],
    stamp: 'sisttao',
    text: letter(
      dear('Agent'),
      'Please arrange this shipment as the attached shipping instructions say.',
      '{{Shipper.Name | before:"Shipper: "}}\n{{Consignee.Name | before:"Consignee: "}}\n' +
        '{{#if Shipment.ReadyOn}}Cargo ready on {{Shipment.ReadyOn}}{{/if}}',
      PARTICULARS,
      '{{Shipment.CustomerInstructions | before:"Instructions of the customer: "}}',
      `Please confirm the booking and send us the draft ${byMode({ sea: 'bill of lading', air: 'air waybill', road: 'consignment note' })}.`,
    ),
  }),
  template(3, {
    name: 'Documents to the carrier',
    purpose: 'carrierDocuments',
    subject: `Documents: ${JOB_LINE}`,
    to: ['carrier'],
    stamp: 'dsttco',
    text: letter(
      dear('Carrier'),
      'Please find the documents of this shipment attached.',
      PARTICULARS,
      'Please confirm that they are complete.',
    ),
  }),
  template(4, {
    name: 'Pre-alert',
    purpose: 'preAlert',
    subject: `Pre-alert: ${JOB_LINE}${ARRIVES}`,
    to: ['customer'],
    cc: ['agent'],
    attached: ['Pre-alert (starter).dotx'],
    stamp: 'dettco',
    text: letter(
      dear('Customer'),
      'This is advance notice of your shipment. Its documents are attached.',
      PARTICULARS,
    ),
  }),
  template(5, {
    name: 'Arrival notice',
    purpose: 'arrivalNotice',
    subject: `Arrival notice: ${JOB_LINE}${ARRIVES}`,
    to: ['consignee'],
    attached: ['Arrival Notice (starter).dotx'],
    stamp: 'dettco',
    text: letter(
      dear('Consignee'),
      'The arrival notice for your shipment is attached.{{#if Shipment.Ata}} It arrived on {{Shipment.Ata}}.' +
        '{{else}}{{Shipment.Eta | before:" Estimated date of arrival: " | after:"."}}{{/if}}',
      PARTICULARS +
        '\n{{Shipment.Igm | before:"IGM: "}}{{Shipment.IndexNumber | before:", index no. "}}\n' +
        '{{Shipment.ShedNumber | before:"Shed: "}}',
      `Please send us the documents for customs and collect the delivery order in time, so that no ${byMode({ sea: 'demurrage', air: 'storage', road: 'storage' })} is due.`,
    ),
  }),
  template(6, {
    name: 'Documents for customs',
    purpose: 'customsDocuments',
    subject: `Documents for customs: ${JOB_LINE}`,
    to: ['clearingAgent'],
    text: letter(
      dear('ClearingAgent'),
      'Please clear this shipment through customs. Its documents are attached.',
      '{{Consignee.Name | before:"Consignee: "}}',
      // The goods are listed once: by the items, or without any by the job's commodity.
      NUMBERS + '\n{{#unless Items}}{{Quote.Commodity | before:"Goods: "}}{{/unless}}\n' + CARGO_AND_ROUTE,
      ITEM_LINES,
    ),
  }),
  template(7, {
    name: 'Delivery order ready',
    purpose: 'deliveryOrder',
    subject: `Delivery order ready: ${JOB_LINE}`,
    to: ['consignee'],
    cc: ['clearingAgent'],
    attached: ['Delivery Order (starter).dotx'],
    text: letter(
      dear('Consignee'),
      'The delivery order of this shipment is ready and can be collected at our office.',
      PARTICULARS + '\n{{Shipment.ShedNumber | before:"Shed: "}}',
      `{{#if ${HAS_NO_ORIGINALS}}}${byMode({ sea: 'The goods are released by telex or by waybill: no original is asked for. ', air: '', road: '' })}{{/if}}` +
        `Please bring ${byMode({ sea: `{{#if ${HAS_NO_ORIGINALS}}}{{else if Shipment.HouseBl}}the original bill of lading and {{/if}}`, air: '', road: '' })}the receipt of our charges.`,
    ),
  }),
  template(8, {
    name: 'Status update',
    purpose: 'statusUpdate',
    subject: `Status of ${JOB_LINE}`,
    to: ['customer'],
    text: letter(
      dear('Customer'),
      `{{#if ${SOME_PARTICULARS}}}This is how your shipment stands today:{{else}}We have no particulars of your shipment yet and will write to you as soon as we do.{{/if}}`,
      PARTICULARS,
    ),
  }),
]

export const readyMadeById = new Map(readyMade.map(one => [one.id, one]))
