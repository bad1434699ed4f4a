import { boxes, field, onlyIf, whenFilled } from './blocks.ts'
import { chargeableWeight, grossWeight, packages, volume } from './cargo.ts'
import { cell, gap, PAGE_WIDTH, paragraph, row, SHADE, table } from './markup.ts'

const rateClass = '{{Shipment.RateClass}}'
const paidBy = (payment: string, content: string) =>
  whenFilled(`Shipment.FreightPayment = "${payment}"`, content)
const weights = [field('Pieces', packages), field('Gross weight', grossWeight), field('Volume', volume)]
const SIZE = { height: 560, isKept: true }

const asAgreed = boxes(
  [
    [...weights, field('Chargeable weight', whenFilled('Shipment.ChargeableWeight', chargeableWeight))],
    [
      field('Rate class', rateClass),
      field('Rate, charge and other charges', 'As agreed'),
      field('Total prepaid', paidBy('Prepaid', 'As agreed')),
      field('Total collect', paidBy('Collect', 'As agreed')),
    ],
  ],
  SIZE,
)

const amount = (name: string) => `{{Shipment.${name} | amount}}`

/** What IATA's form has one below the other, in two halves beside each other, so that the paper stays on its page. */
const halves = [
  [
    ['Weight charge', 'WeightCharge'],
    ['Valuation charge', 'ValuationCharge'],
    ['Tax', 'WaybillTax'],
  ],
  [
    ['Other charges due agent', 'ChargesDueAgent'],
    ['Other charges due carrier', 'ChargesDueCarrier'],
    ['Total', 'WaybillTotal'],
  ],
] as const
const FIGURE_WIDTH = 1_400
const LABEL_WIDTH = PAGE_WIDTH / halves.length - 2 * FIGURE_WIDTH
const half = [LABEL_WIDTH, FIGURE_WIDTH, FIGURE_WIDTH]

const headings = ['Charges in {{Company.Currency}}', 'Prepaid', 'Collect'].map((title, index) =>
  cell(paragraph('Column', title, { keepNext: true, ...(index > 0 && { align: 'right' }) }), {
    width: half[index] ?? 0,
    shade: SHADE,
  }),
)

/** A charge in the column of whoever pays it; the other column stays empty. */
function chargeCells([label, name]: readonly [string, string]): string[] {
  const isTotal = name === 'WaybillTotal'
  const options = { keepNext: true, bold: isTotal }
  const shade = isTotal ? { shade: SHADE } : {}
  const figure = (payment: string) =>
    cell(paragraph('Figure', paidBy(payment, amount(name)), options), { width: FIGURE_WIDTH, ...shade })
  return [
    cell(paragraph('Entry', label, options), { width: LABEL_WIDTH, ...shade }),
    figure('Prepaid'),
    figure('Collect'),
  ]
}

const [left, right] = halves
const chargeTable = table(
  [...half, ...half],
  [
    row([...headings, ...headings]),
    ...left.map((charge, index) => row([charge, right[index] ?? charge].flatMap(chargeCells))),
  ],
)

const shown =
  boxes(
    [
      [
        ...weights,
        field('Rate class', rateClass),
        field(
          'Chargeable weight',
          whenFilled('Shipment.RatedWeight', '{{Shipment.RatedWeight | number:"#,##0.0"}}\u00a0kg'),
        ),
        field('Rate / charge', '{{Shipment.WaybillRate | number:"#,##0.00######"}}'),
        field('Total', amount('WeightCharge')),
      ],
    ],
    SIZE,
  ) +
  gap(60, { keepNext: true }) +
  chargeTable

/**
 * The boxes of weight and charges (IATA, Cargo Services Conference Resolution 600a). A job that says nothing else has
 * its charges as agreed.
 */
export const waybillCharges =
  onlyIf('Shipment.WaybillCharges <> "Shown"', asAgreed) + onlyIf('Shipment.WaybillCharges = "Shown"', shown)
