import { space, field, onlyIf, party, port, boxes, signatures, text, yourReference } from './blocks.ts'
import { carriedBy, carrierName, houseBillLabel, masterBillLabel, viaLine, dischargeLine } from './by-mode.ts'
import { packages, grossWeight, volumeBox } from './cargo.ts'
import { creditBox, ordersBox, serviceBox } from './carriage.ts'
import { amountsToPay } from './charge-columns.ts'
import type { Paper } from './paper.ts'

export const proformaInvoice: Paper = {
  name: 'Proforma Invoice',
  description: 'Asks for payment in advance; no tax invoice.',
  missing: [],
  title: 'Proforma Invoice',
  number: '{{Numbers.ProformaInvoice}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}', yourReference],
  body:
    boxes(
      [
        [
          party('Bill to', 'Customer'),
          field('Tax number of the customer', '{{Customer.TaxNumber}}') +
            field('Payment', 'In advance, on receipt'),
        ],
      ],
      {
        height: 1_200,
      },
    ) +
    space +
    text('Please give the number of this invoice with your payment. Bank charges are for your account.') +
    boxes(
      [
        [
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
          field(carriedBy, carrierName),
          serviceBox,
        ],
        [
          port('From', 'Loading') + viaLine,
          port('To', 'Destination') + dischargeLine,
          field('ETD', '{{Shipment.Etd}}'),
          field('ETA', '{{Shipment.Eta}}'),
        ],
        [
          field('Commodity', '{{Quote.Commodity}}'),
          field('Packages', packages),
          field('Gross weight', grossWeight),
          volumeBox,
        ],
        [ordersBox, creditBox],
      ],
      { height: 600 },
    ) +
    amountsToPay('Charges') +
    space +
    boxes(
      [
        [
          field('Pay to', '{{Company.BankDetails}}'),
          onlyIf(
            'GroupedCharges',
            field(
              'Amount due in {{Company.Currency}}',
              '*{{Finance.Total | amount}}*',
              '{{Finance.Total | words:"currency" | firstcap}}',
            ),
          ),
        ],
      ],
      {
        height: 900,
        isKept: true,
      },
    ) +
    signatures('For {{Company.Name}}'),
}
