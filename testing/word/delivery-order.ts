import { footer, letterhead, logo, PAGE_WIDTH } from './letterhead.ts'
import { ACCENT, cell, label, paragraph, QUIET, row, run, SHADE, table } from './markup.ts'
import { templateFile } from './template-file.ts'

/** Delivery order: an instruction to the shed, with a table in a table and a list of goods as lines of text. */
export function deliveryOrder(): Buffer {
  return templateFile({
    title: 'Delivery order',
    firstHeader: letterhead('DELIVERY ORDER', 'D/O for {{shipment_housebl}}'),
    header: paragraph('Delivery order, {{Shipment.HouseBl}}', { size: 15, colour: QUIET, after: 160 }),
    footer: footer('{{Company.Name}}   ·   Delivery order, job {{Shipment.JobId}}'),
    pictures: { logo: logo() },
    body: instruction() + details() + goods() + signatures(),
  })
}

function instruction(): string {
  return (
    paragraph('To the terminal manager, {{DischargePort.Name}}', { before: 60, bold: true }) +
    paragraph('Shed {{Shipment.ShedNumber}}', { after: 160 }) +
    paragraph(
      run('Please deliver to ') +
        run('{{Consignee.Name | upper}}', { bold: true }) +
        run(' or their clearing agent ') +
        run('{{ClearingAgent.Name}}', { bold: true }) +
        run(
          ' the goods described here, which arrived on {{Shipment.VesselName}}, against this order and payment of all charges due.',
        ),
      { after: 180 },
    )
  )
}

const HALF = PAGE_WIDTH / 2

function details(): string {
  const inner = HALF - 200
  const pair = (title: string, content: string) =>
    row([
      cell(paragraph(title, { size: 15, colour: QUIET }), { width: 1_700 }),
      cell(paragraph(content, { size: 17, bold: true }), { width: inner - 1_700 }),
    ])
  const references = table(
    [
      pair('House B/L', '{{Shipment.Hbl}}'),
      pair('Master B/L', '{{Shipment.Mbl}}'),
      pair('IGM', '{{Shipment.Igm}}'),
      pair('Index number', '{{Shipment.IndexNumber}}'),
      pair('Arrived', '{{Shipment.Eta | date:"dd MMM yyyy"}}'),
    ],
    { widths: [1_700, inner - 1_700], lines: 'rows' },
  )
  const consignee =
    label('CONSIGNEE') +
    paragraph('{{Consignee.Name}}', { bold: true }) +
    paragraph('{{Consignee.Address}}') +
    paragraph('{{Consignee.Telephone}}', { size: 15, colour: QUIET, before: 40 })
  return table(
    [
      row([
        cell(consignee, { width: HALF }),
        cell(label('REFERENCES') + references + paragraph('', { size: 4 }), { width: HALF }),
      ]),
    ],
    { widths: [HALF, HALF] },
  )
}

function goods(): string {
  const list =
    paragraph('{{#Items}}') +
    paragraph(
      run('{{NumberOfPacks}} {{PackingMode}}', { bold: true }) +
        run('  {{Name}}, {{Description}}, gross {{GrossWeight | number:"#,##0.00"}} {{WeightUnit}}'),
      { after: 60 },
    ) +
    paragraph('{{/Items}}')
  const totals = table(
    [
      row([
        cell(label('PACKAGES') + paragraph('{{Shipment.NumberOfPackages}}', { bold: true }), {
          width: HALF,
          shade: SHADE,
        }),
        cell(
          label('GROSS WEIGHT') +
            paragraph('{{Shipment.GrossWeight | number:"#,##0.00"}} {{Shipment.WeightUnit | lower}}', {
              bold: true,
            }),
          { width: HALF, shade: SHADE },
        ),
      ]),
    ],
    { widths: [HALF, HALF] },
  )
  const title = paragraph('Goods', {
    size: 20,
    bold: true,
    colour: ACCENT,
    before: 240,
    after: 80,
    keepNext: true,
  })
  return title + list + paragraph('', { size: 8 }) + totals
}

function signatures(): string {
  const box = (title: string) =>
    cell(
      label(title) +
        paragraph('', { before: 900 }) +
        paragraph('Name, signature and date', { size: 14, colour: QUIET }),
      {
        width: HALF,
      },
    )
  return (
    paragraph('Valid for 14 days from {{Today | date:"d MMMM yyyy"}}.', {
      before: 200,
      after: 200,
      keepNext: true,
    }) +
    table([row([box('FOR {{Company.Name | upper}}'), box('RECEIVED IN GOOD ORDER')])], {
      widths: [HALF, HALF],
    })
  )
}
