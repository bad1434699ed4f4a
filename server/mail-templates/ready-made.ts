import type { AddresseeRole, MailPurpose } from '#contract/mail-templates.ts'
import type { StampField } from '#contract/mails.ts'

export type ReadyMade = {
  /** The same in every company. */
  id: string
  name: string
  purpose: MailPurpose
  subject: string
  text: string
  to: AddresseeRole[]
  cc: AddresseeRole[]
  /** The starter templates that are attached, where the company has them. */
  attached: readonly string[]
  stamp: StampField | null
}

const JOB_LINE = '{{Shipment.JobId | before:"Job "}}{{Shipment.HouseBl | before:", B/L "}}'

const PARTICULARS = `{{Shipment.MasterBl | before:"Master B/L: "}}
{{Shipment.HouseBl | before:"House B/L: "}}
{{Quote.Commodity | before:"Goods: "}}
{{#if Shipment.NumberOfPackages}}Packages: {{Shipment.NumberOfPackages | number:"#,##0"}}{{/if}}
{{#if Shipment.GrossWeight}}Gross weight: {{Shipment.GrossWeight | weight:"#,##0.00##"}}{{/if}}
{{#if Shipment.Volume}}Volume: {{Shipment.Volume | volume:"#,##0.000#"}}{{/if}}
{{Shipment.VesselName | before:"Vessel: "}}
{{Quote.LoadingPort | before:"From: "}}
{{#if Shipment.Etd}}ETD: {{Shipment.Etd}}{{/if}}
{{Quote.DischargePort | before:"To: "}}
{{#if Shipment.Eta}}ETA: {{Shipment.Eta}}{{/if}}`

const SIGNATURE = `Kind regards,
{{User.Name}}
{{Company.Name}}
{{#if Company.ContactLine}}{{Company.ContactLine}}{{/if}}`

const letter = (...paragraphs: string[]) => [...paragraphs, SIGNATURE].join('\n\n')
const dear = (role: string) =>
  `Dear {{#if ${role}.ContactName}}{{${role}.ContactName}}{{else}}Sir or Madam{{/if}},`

const template = (
  place: number,
  content: Omit<ReadyMade, 'id' | 'cc' | 'attached' | 'stamp'> &
    Partial<Pick<ReadyMade, 'cc' | 'attached' | 'stamp'>>,
): ReadyMade => ({
  id: `6c616469-6e67-4d61-8000-${String(place).padStart(12, '0')}`,
  cc: [],
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
      'Please check the particulars and tell us of any change before the cut-off.',
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
      'Please confirm the booking and send us the draft bill of lading.',
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
    subject: `Pre-alert: ${JOB_LINE}{{#if Shipment.Eta}}, ETA {{Shipment.Eta}}{{/if}}`,
    to: ['customer'],
    cc: ['agent'],
    attached: ['Pre-alert (starter).dotx'],
    stamp: 'dettco',
    text: letter(
      dear('Customer'),
      'The shipment below is on its way. Its documents are attached.',
      PARTICULARS,
    ),
  }),
  template(5, {
    name: 'Arrival notice',
    purpose: 'arrivalNotice',
    subject: `Arrival notice: ${JOB_LINE}{{#if Shipment.Eta}}, ETA {{Shipment.Eta}}{{/if}}`,
    to: ['consignee'],
    attached: ['Arrival Notice (starter).dotx'],
    stamp: 'dettco',
    text: letter(
      dear('Consignee'),
      'The shipment below arrives{{#if Shipment.Eta}} on {{Shipment.Eta}}{{/if}}. The arrival notice is attached.',
      PARTICULARS +
        '\n{{Shipment.Igm | before:"IGM: "}}{{Shipment.IndexNumber | before:", index no. "}}\n' +
        '{{Shipment.ShedNumber | before:"Shed: "}}',
      'Please send us the documents for customs and collect the delivery order in time, so that no demurrage is due.',
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
      PARTICULARS,
      '{{#if Items}}\nGoods:\n{{#Items}}\n- {{Name}}{{#if NumberOfPacks}}, {{NumberOfPacks | number:"#,##0"}}{{Packaging | before:" "}}{{/if}}' +
        '{{#if Quantity}}, {{Quantity | number:"#,##0"}} pcs{{/if}}\n{{/Items}}\n{{/if}}',
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
      'Please bring the original bill of lading and the receipt of our charges.',
    ),
  }),
  template(8, {
    name: 'Status update',
    purpose: 'statusUpdate',
    subject: `Status of ${JOB_LINE}`,
    to: ['customer'],
    text: letter(dear('Customer'), 'This is how your shipment stands today:', PARTICULARS),
  }),
]

export const readyMadeById = new Map(readyMade.map(one => [one.id, one]))
