import { billBody } from './bill-of-lading.ts'
import { masterBill } from './cargo.ts'
import { originalOrCopy, type Paper } from './paper.ts'

export const houseBill: Paper = {
  name: 'House Bill of Lading',
  description: 'Bill of lading that your company issues to the shipper as carrier; negotiable.',
  missing: [],
  title: 'Bill of Lading',
  number: '{{Numbers.HouseBill}}',
  code: 'Numbers.HouseBill',
  mark: originalOrCopy,
  further: ['Our reference: job {{Shipment.JobId}}', masterBill],
  hasTermsOverleaf: true,
  body: billBody({ isNegotiable: true }),
}
