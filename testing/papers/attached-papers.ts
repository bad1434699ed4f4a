import type { PaperCase } from './paper-case.ts'

/** By mode of transport. */
const bills = ['☐ House air waybill ☐ Master air waybill', '☐ Consignment note', '☐ House bill ☐ Master bill']

/** What a pre-alert says is attached: what the job states, else boxes to tick. */
export const attachedPapers = ({ job, quote }: PaperCase): string =>
  job.attachedDocuments ??
  `${bills[quote.transportMode ?? 2] ?? ''} ☐ Invoice ☐ Packing list ☐ Certificate of origin ☐ Other:`
