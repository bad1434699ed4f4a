import { blank, boxes, clause, field, party, port, signatures, space, text } from './blocks.ts'
import { byMode, dischargeLine, viaLine } from './by-mode.ts'
import { grossWeight, packages, volume, service } from './cargo.ts'
import { chargeTables } from './charge-columns.ts'
import type { Paper } from './paper.ts'

export const quotation: Paper = {
  name: 'Quotation',
  description: 'Offers the carriage of a shipment at a price.',
  missing: ['Valid until', 'Basis of each charge', 'Transit time', 'Tax', 'Payment terms'],
  title: 'Quotation',
  number: '{{Numbers.Quotation}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes(
      [
        [
          party('For', 'Customer'),
          blank('Valid until') + field('Prepared by', '{{User.Name}}', '{{User.Email}}'),
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
          field('Service', service),
          field('Terms', '{{Quote.QuoteType}}'),
        ],
        [
          field('Commodity', '{{Quote.Commodity}}'),
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
        ],
        [
          field('Cargo ready on', '{{Shipment.ReadyOn}}'),
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
          blank('Transit time'),
        ],
      ],
      { height: 600 },
    ) +
    chargeTables('Charges', [{ heading: 'Basis', width: 900 }]) +
    space +
    boxes([[blank('Tax'), blank('Payment terms')]], { height: 560 }) +
    clause(
      'Rates hold for the cargo and dates stated and while space and equipment are to be had. Duties, taxes, storage' +
        byMode({ sea: ', demurrage', air: '', road: '' }) +
        ' and customs examination are for the account of the cargo unless they are listed. Foreign currencies ' +
        'are converted at the rate of the day of the invoice.',
    ) +
    signatures('Accepted: name, signature, date', 'For {{Company.Name}}'),
}
