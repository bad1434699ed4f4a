import { billBody } from './bill-of-lading.ts'
import { masterBill } from './cargo.ts'
import type { Paper } from './paper.ts'

export const seaWaybill: Paper = {
  name: 'Sea Waybill',
  description: 'Waybill that your company issues as carrier by sea: the consignee needs no original.',
  missing: [],
  title: '{{Paper.SeaWaybill}}',
  number: '{{Numbers.HouseBill}}',
  code: 'Numbers.HouseBill',
  further: ['Not negotiable', 'Our reference: job {{Shipment.JobId}}', masterBill],
  hasTermsOverleaf: true,
  body: billBody({ isNegotiable: false }),
}
