import { blank, boxes, field, onlyIf, party, port, signatures, space, text } from './blocks.ts'
import { carriedBy, dischargeLine, houseBillLabel, masterBillLabel, viaLine, carrierName } from './by-mode.ts'
import { grossWeight, packages, volume, service } from './cargo.ts'
import { chargeTables } from './charge-columns.ts'
import type { Paper } from './paper.ts'

export const proformaInvoice: Paper = {
  name: 'Proforma Invoice',
  description: 'Asks for payment in advance; no tax invoice.',
  missing: ['Customer’s tax number', 'Due date', 'Tax'],
  title: 'Proforma Invoice',
  number: '{{Numbers.ProformaInvoice}}',
  further: ['{{Today}}', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes([[party('Bill to', 'Customer'), blank('Customer’s tax number') + blank('Due date')]], {
      height: 1_200,
    }) +
    space +
    boxes(
      [
        [
          field(houseBillLabel, '{{Shipment.HouseBl}}'),
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
          field(carriedBy, carrierName),
          field('Service', service),
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
          field('Volume', volume),
        ],
      ],
      { height: 600 },
    ) +
    chargeTables('Charges', [{ heading: 'Tax', width: 900 }]) +
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
      },
    ) +
    space +
    text('Please give the number of this invoice with your payment. Bank charges are for your account.', {
      keepNext: true,
    }) +
    signatures('For {{Company.Name}}'),
}
