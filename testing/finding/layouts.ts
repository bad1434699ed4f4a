import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { textBox } from '#testing/word/drawings.ts'
import { templateFile } from '#testing/word/template-file.ts'

/** How a company writes its papers. */
export interface Hand {
  date: string
  number: string
  isUpper?: boolean
  font?: string
}

export interface Layout {
  name: string
  template: Buffer
  /** Each text in runs of a few signs, as Word leaves it after proofing. */
  isSplit?: boolean
}

export const fieldsBy = ({ date, number, isUpper }: Hand) => ({
  day: (name: string) => `{{${name} | date:"${date}"${isUpper ? ' | upper' : ''}}}`,
  amount: (name: string) => `{{${name} | number:"${number}"}}`,
  text: (name: string) => `{{${name}${isUpper ? ' | upper' : ''}}}`,
})

const WIDTH = 9_600
const columns = (count: number) => Array.from({ length: count }, () => Math.floor(WIDTH / count))
export const cells = (contents: readonly string[]) =>
  row(contents.map(content => cell(paragraph(content), { width: Math.floor(WIDTH / contents.length) })))
export const grid = (rows: readonly (readonly string[])[]) =>
  table(rows.map(cells), { widths: columns(rows[0]?.length ?? 1) })

export const letterhead = paragraph('{{Company.Name}}', { bold: true }) + paragraph('{{Company.AddressLine}}')

/** Items, a row for each, with the totals that their company prints below. */
const items = (hand: Hand) => {
  const { amount, text } = fieldsBy(hand)
  return grid([
    ['Marks', 'Description of goods', 'Packages', 'Gross weight kg', 'Measurement m3'],
    [
      text('Items.MarksAndNumbers'),
      text('Items.Name'),
      `{{Items.NumberOfPacks}} ${text('Items.Packaging')}`,
      amount('Items.GrossWeight'),
      amount('Items.Volume'),
    ],
    ['', 'Total', '', amount('ItemTotals.GrossWeight'), amount('ItemTotals.Volume')],
  ])
}

/** Charges with their total. */
const charges = (hand: Hand) => {
  const { amount, text } = fieldsBy(hand)
  return grid([
    ['Charge', 'Amount'],
    [text('Charges.Name'), amount('Charges.Total')],
    ['Total', amount('Finance.Total')],
  ])
}

/** A form of boxes: a label in one cell, its value in the next. */
function besideLabels(hand: Hand): string {
  const { day, amount, text } = fieldsBy(hand)
  return (
    letterhead +
    grid([
      ['Shipper', text('Shipper.NameAndAddress'), 'Consignee', text('Consignee.NameAndAddress')],
      ['Vessel', text('Shipment.VesselName'), 'Voyage', text('Shipment.Voyage')],
      ['Port of loading', text('LoadingPort.Name'), 'Port of discharge', text('DischargePort.Name')],
      ['ETD', day('Shipment.Etd'), 'ETA', day('Shipment.Eta')],
      ['B/L No.', text('Shipment.HouseBl'), 'Gross weight', `${amount('Shipment.GrossWeight')} KGS`],
    ]) +
    paragraph('') +
    items(hand)
  )
}

/** Labels and values on one line with tabs between them, in paragraphs. */
function onTabs(hand: Hand): string {
  const { day, text } = fieldsBy(hand)
  return (
    letterhead +
    paragraph('BILL OF LADING', { bold: true }) +
    paragraph(`Shipper:\t${text('Shipper.Name')}, ${text('Shipper.AddressLine')}`) +
    paragraph(`Consignee:\t${text('Consignee.Name')}, ${text('Consignee.AddressLine')}`) +
    paragraph(`Vessel / Voyage:\t${text('Shipment.VesselName')}\t${text('Shipment.Voyage')}`) +
    paragraph(`Port of loading:\t${text('LoadingPort.Name')}\tSailing date: ${day('Shipment.Etd')}`) +
    paragraph(`Port of discharge:\t${text('DischargePort.Name')}\tArrival: ${day('Shipment.Eta')}`) +
    paragraph(`House B/L ${text('Shipment.HouseBl')}, issued on ${day('Shipment.DateOfIssue')}`) +
    items(hand)
  )
}

/** A form with cells that reach over several columns and rows. */
function withMergedCells(hand: Hand): string {
  const { day, amount, text } = fieldsBy(hand)
  const wide = (content: string, span: number, merge?: 'restart' | 'continue') =>
    cell(content, { width: 2_400 * span, span, ...(merge && { merge }) })
  const labelled = (label: string, ...values: readonly string[]) =>
    paragraph(label, { size: 14 }) + values.map(value => paragraph(value)).join('')
  const form = table(
    [
      row([
        wide(labelled('Shipper', text('Shipper.Name'), text('Shipper.Address')), 2, 'restart'),
        wide(labelled('Bill of lading no.', text('Shipment.HouseBl')), 2),
      ]),
      row([
        wide(paragraph(''), 2, 'continue'),
        wide(labelled('Our reference', 'Job {{Shipment.JobId}}'), 1),
        wide(labelled('Date of issue', day('Shipment.DateOfIssue')), 1),
      ]),
      row([
        wide(labelled('Consignee', text('Consignee.Name'), text('Consignee.Address')), 2),
        wide(labelled('Notify party', text('NotifyParty.Name'), text('NotifyParty.Address')), 2),
      ]),
      row([
        wide(labelled('Ocean vessel', text('Shipment.VesselName')), 1),
        wide(labelled('Voyage no.', text('Shipment.Voyage')), 1),
        wide(labelled('Port of loading', text('LoadingPort.Name')), 1),
        wide(labelled('Port of discharge', text('DischargePort.Name')), 1),
      ]),
      row([wide(labelled('Gross weight', `${amount('Shipment.GrossWeight')} kg`), 4)]),
    ],
    { widths: columns(4) },
  )
  const goods = table(
    [
      row([
        cell(paragraph('Container'), { width: 4_800, span: 2 }),
        cell(paragraph('Seals'), { width: 2_400 }),
        cell(paragraph('Gross weight'), { width: 2_400 }),
      ]),
      row([
        cell(paragraph('{{Containers.Number}}'), { width: 2_400 }),
        cell(paragraph('{{Containers.Type}}'), { width: 2_400 }),
        cell(paragraph('{{Containers.Seals}}'), { width: 2_400 }),
        cell(paragraph(amount('Containers.GrossWeight')), { width: 2_400 }),
      ]),
    ],
    { widths: columns(4) },
  )
  return letterhead + form + paragraph('') + goods
}

/** What a reader sees beside the text: boxes that are anchored to it. */
function inTextBoxes(hand: Hand): string {
  const { day, amount, text } = fieldsBy(hand)
  const box = (content: string, topMm: number) =>
    paragraph(textBox(content, { leftMm: 10, topMm, widthMm: 90, heightMm: 30, colour: '16283C' }))
  return (
    letterhead +
    box(paragraph('Consignee') + paragraph(text('Consignee.NameAndAddress')), 0) +
    box(paragraph(`Vessel ${text('Shipment.VesselName')}`) + paragraph(`ETA ${day('Shipment.Eta')}`), 40) +
    paragraph(`Gross weight ${amount('Shipment.GrossWeight')} kg`) +
    charges(hand)
  )
}

/** An invoice that says its currency before the figures or behind them. */
const invoice =
  (money: (figure: string) => string) =>
  (hand: Hand): string => {
    const { day, amount, text } = fieldsBy(hand)
    return (
      letterhead +
      paragraph('Bill to') +
      paragraph(text('Customer.Name')) +
      paragraph(text('Customer.AddressLine')) +
      paragraph(`Our reference: job {{Shipment.JobId}}`) +
      paragraph(`Vessel ${text('Shipment.VesselName')}, ETA ${day('Shipment.Eta')}`) +
      charges(hand) +
      paragraph(`Amount due: ${money(amount('Finance.Total'))}`)
    )
  }

/** Addresses in the order of another country, a line each, beside each other in one table. */
function ownAddresses(hand: Hand): string {
  const { day, text } = fieldsBy(hand)
  const party = (label: string, group: string) =>
    [
      paragraph(label, { bold: true }),
      paragraph(text(`${group}.Name`)),
      paragraph(text(`${group}.Street`)),
      paragraph(`${text(`${group}.PostCode`)} ${text(`${group}.City`)}`),
      paragraph(text(`${group}.Country`)),
      paragraph(`Phone ${text(`${group}.Telephone`)}`),
      paragraph(`Attn. ${text(`${group}.ContactName`)}`),
    ].join('')
  const half = WIDTH / 2
  const boxes = (...parties: readonly (readonly [string, string])[]) =>
    row(parties.map(([label, group]) => cell(party(label, group), { width: half })))
  return (
    letterhead +
    table(
      [
        boxes(['Exporter', 'Shipper'], ['Consignee', 'Consignee']),
        boxes(['Notify', 'NotifyParty'], ['Delivery agent', 'Agent']),
      ],
      { widths: [half, half] },
    ) +
    paragraph(`Shipped per ${text('Shipment.VesselName')} on ${day('Shipment.Etd')}`) +
    paragraph(`Country of loading: ${text('LoadingPort.Country')}`)
  )
}

export const layout = (
  name: string,
  hand: Hand,
  body: (hand: Hand) => string,
  { isSplit = false }: { isSplit?: boolean } = {},
): Layout => {
  const content = body(hand)
  const font = hand.font && `<w:rPr><w:rFonts w:ascii="${hand.font}" w:hAnsi="${hand.font}"/>`
  const written = font
    ? content.replaceAll('<w:r><w:t', `<w:r>${font}</w:rPr><w:t`).replaceAll('<w:r><w:rPr>', `<w:r>${font}`)
    : content
  return { name, isSplit, template: templateFile({ body: written, footer: paragraph(run('Page 1')) }) }
}

/** The same particulars as other companies lay them out and write them. */
export const commonLayouts: readonly Layout[] = [
  layout(
    'labels beside values, 31.12.2026, 1.234,50',
    { date: 'dd.MM.yyyy', number: '#.##0,00' },
    besideLabels,
  ),
  layout(
    'labels beside values, 2026-12-31, 1,234.5',
    { date: 'yyyy-MM-dd', number: '#,##0.###' },
    besideLabels,
  ),
  layout(
    'tabs, 12/31/2026, 1,234.50',
    { date: 'MM/dd/yyyy', number: '#,##0.00', font: 'Courier New' },
    onTabs,
  ),
  layout('tabs, 31 Dec 2026, in pieces', { date: 'dd MMM yyyy', number: '#,##0.000' }, onTabs, {
    isSplit: true,
  }),
  layout('tabs, 31-DEC-26, capitals', { date: 'dd-MMM-yy', number: '#,##0.00', isUpper: true }, onTabs),
  layout('merged cells, 31/12/2026, 1 234,50', { date: 'dd/MM/yyyy', number: '# ##0,00' }, withMergedCells),
  layout(
    'merged cells, 31 December 2026, in pieces',
    { date: 'dd MMMM yyyy', number: '#,##0.00', font: 'Times New Roman' },
    withMergedCells,
    { isSplit: true },
  ),
  layout("text boxes, 2026/12/31, 1'234.50", { date: 'yyyy/MM/dd', number: "#'##0.00" }, inTextBoxes),
  layout('addresses in another order, 31.12.2026', { date: 'dd.MM.yyyy', number: '#,##0.00' }, ownAddresses),
  layout(
    'invoice, USD 1,234.50',
    { date: 'd MMM yyyy', number: '#,##0.00' },
    invoice(figure => `{{Finance.Currency}} ${figure}`),
  ),
  layout(
    'invoice, 1.234,50 USD',
    { date: 'dd.MM.yy', number: '#.##0,00' },
    invoice(figure => `${figure} {{Finance.Currency}}`),
  ),
]

/** Each text of a part in runs of three signs. */
export const inPieces = (xml: string): string =>
  xml.replaceAll(
    /<w:r>(<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<w:t[^>]*>([^<]*)<\/w:t><\/w:r>/g,
    (_, look: string | undefined, text: string) =>
      (text.match(/(?:&[^;]+;|[^&]){1,3}/g) ?? [])
        .map(piece => `<w:r>${look ?? ''}<w:t xml:space="preserve">${piece}</w:t></w:r>`)
        .join(''),
  )
