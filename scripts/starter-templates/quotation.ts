import { space, field, party, port, boxes, signatures, text, clause, yourReference } from './blocks.ts'
import { byMode, viaLine, dischargeLine } from './by-mode.ts'
import { packages, grossWeight, volumeBox } from './cargo.ts'
import { serviceBox } from './carriage.ts'
import { amountsToPay, ratesOffered } from './charge-columns.ts'
import type { Paper } from './paper.ts'

export const quotation: Paper = {
  name: 'Quotation',
  description: 'Offers the carriage of a shipment at a price.',
  missing: [],
  title: 'Quotation',
  number: '{{Numbers.Quotation}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}', yourReference],
  body:
    boxes(
      [
        [
          party('For', 'Customer'),
          field('Valid until', '{{Shipment.ValidUntil}}') +
            field('Payment terms', '{{Customer.PaymentTerms}}') +
            field('Prepared by', '{{User.Name}}', '{{User.Email}}'),
        ],
      ],
      {
        height: 1_200,
      },
    ) +
    space +
    text('Thank you for your enquiry. We are pleased to offer as follows.') +
    boxes(
      [
        [
          port('From', 'Loading') + viaLine,
          port('To', 'Destination') + dischargeLine,
          serviceBox,
          // The Incoterm is what the customer agrees to; the quote type stands in for it.
          field(
            'Terms',
            '{{#unless Shipment.Incoterm}}{{Quote.QuoteType}}{{/unless}}',
            '{{Shipment.Incoterm}} {{Shipment.IncotermPlace}}',
          ),
        ],
        [
          field('Commodity', '{{Quote.Commodity}}'),
          field('Packages', packages),
          field('Gross weight', grossWeight),
          volumeBox,
        ],
        [
          field('Cargo ready on', '{{Shipment.ReadyOn}}'),
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
          field('Days in transit', '{{Shipment.Eta - Shipment.Etd}}'),
        ],
      ],
      { height: 600 },
    ) +
    amountsToPay('Charges') +
    ratesOffered +
    clause(
      'Rates hold for the cargo and dates stated and while space and equipment are to be had. Duties, taxes, storage' +
        byMode({ sea: ', demurrage', air: '', road: '' }) +
        ' and customs examination are for the account of the cargo unless they are listed. Foreign currencies ' +
        'are converted at the rate of the day of the invoice.',
    ) +
    signatures('Accepted: name, signature, date', 'For {{Company.Name}}'),
}
