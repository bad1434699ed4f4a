import { textBox } from './drawings.ts'
import { footer, letterhead, logo, PAGE_WIDTH } from './letterhead.ts'
import { ACCENT, cell, label, paragraph, QUIET, row, run, SHADE, table } from './markup.ts'
import { templateFile } from './template-file.ts'

/** Arrival notice: a letter to the consignee with a text box, the voyage and a table of the goods. */
export function arrivalNotice(): Buffer {
  return templateFile({
    title: 'Arrival notice',
    firstHeader: letterhead('ARRIVAL NOTICE', 'Job {{Shipment.JobId}}   ·   {{Today | date:"d MMMM yyyy"}}'),
    header: paragraph('Arrival notice, job {{Shipment.JobId}}', { size: 15, colour: QUIET, after: 160 }),
    footer: footer('{{Company.Name}}   ·   Arrival notice for bill of lading {{Shipment.HouseBl}}'),
    pictures: { logo: logo() },
    body: address() + letter() + voyage() + cargo() + closing(),
  })
}

function address(): string {
  const box =
    paragraph('EXPECTED ARRIVAL', { size: 13, bold: true, colour: QUIET }) +
    paragraph('{{Shipment.Eta | date:“dddd d MMMM yyyy”}}', {
      size: 22,
      bold: true,
      colour: ACCENT,
      before: 30,
    }) +
    paragraph('at {{DischargePort.Name}}, {{DischargePort.Country}}', { size: 17, before: 30 })
  const anchor = textBox(box, { leftMm: 108, topMm: 0, widthMm: 72, heightMm: 21, colour: ACCENT })
  return (
    paragraph(anchor + run('TO THE CONSIGNEE', { size: 13, bold: true, colour: QUIET }), {
      before: 60,
      after: 20,
    }) +
    paragraph('{{Consignee.Name}}', { bold: true, size: 20 }) +
    paragraph('{{Consignee.Address}}') +
    paragraph('For the attention of {{Consignee.ContactName}}', { before: 60 })
  )
}

function letter(): string {
  return (
    paragraph('Dear {{Consignee.ContactName}},', { before: 320, after: 100 }) +
    paragraph(
      run('The goods below, shipped by ') +
        run('{{Shipper.Name}}', { bold: true }) +
        run(' from {{LoadingPort.Name}}, are due to arrive on board ') +
        run('{{Shipment.VesselName}}', { bold: true }) +
        run(
          ' as shown. Please send us the original bill of lading and your customs papers, so that we can release the cargo without delay.',
        ),
      { after: 160 },
    )
  )
}

function voyage(): string {
  const width = PAGE_WIDTH / 4
  const field = (title: string, content: string) =>
    cell(label(title) + paragraph(content, { size: 17 }), { width })
  return table(
    [
      row([
        field('HOUSE BILL OF LADING', '{{Shipment.HouseBl}}'),
        field('MASTER BILL OF LADING', '{{Shipment.MasterBl}}'),
        field('IGM', '{{Shipment.Igm}}'),
        field('INDEX / SHED', '{{Shipment.IndexNumber}} / {{Shipment.ShedNumber}}'),
      ]),
      row([
        field('PORT OF LOADING', '{{LoadingPort.Name}}'),
        field('SAILED', '{{Shipment.Etd | date:"dd MMM yyyy"}}'),
        field('PORT OF DISCHARGE', '{{DischargePort.Name}}'),
        field('DUE', '{{Shipment.Eta | date:"dd MMM yyyy"}}'),
      ]),
      row([
        field('COMMODITY', '{{Quote.Commodity}}'),
        field('SERVICE', '{{Quote.TransportMode}} {{Quote.LoadType}}'),
        field('GROSS WEIGHT', '{{Shipment.GrossWeight | number:"#,##0.00"}} {{Shipment.WeightUnit}}'),
        field('VOLUME', '{{Shipment.Volume | number:"#,##0.000"}} {{Shipment.VolumeUnit}}'),
      ]),
    ],
    { widths: [width, width, width, width] },
  )
}

function cargo(): string {
  const widths = [3_700, 1_100, 2_100, 1_000, 1_150, 1_150]
  const [goods = 0, quantity = 0, packing = 0, packs = 0, gross = 0, net = 0] = widths
  const heading = (title: string, width: number, align: 'left' | 'right' = 'right') =>
    cell(paragraph(title, { size: 13, bold: true, colour: QUIET, align }), { width, shade: SHADE })
  const figure = (content: string, width: number) =>
    cell(paragraph(content, { size: 17, align: 'right' }), { width })
  const title = paragraph('Cargo', {
    size: 20,
    bold: true,
    colour: ACCENT,
    before: 220,
    after: 80,
    keepNext: true,
  })
  const grid = table(
    [
      row(
        [
          heading('GOODS', goods, 'left'),
          heading('QUANTITY', quantity),
          heading('PACKING', packing, 'left'),
          heading('PACKS', packs),
          heading('GROSS', gross),
          heading('NET', net),
        ],
        { isHeading: true },
      ),
      row([
        cell(
          paragraph('{{#Items}}{{Items.Name}}', { size: 17, bold: true }) +
            paragraph('{{Items.Description}}', { size: 15, colour: QUIET }),
          { width: goods },
        ),
        figure('{{Items.Quantity | number:"#,##0"}}', quantity),
        cell(paragraph('{{Items.PackingMode}}', { size: 17 }), { width: packing }),
        figure('{{Items.NumberOfPacks}}', packs),
        figure('{{Items.GrossWeight | number:"#,##0.0"}}', gross),
        figure('{{Items.NetWeight | number:"#,##0.0"}} {{/Items}}', net),
      ]),
    ],
    { widths, lines: 'rows' },
  )
  return title + grid
}

function closing(): string {
  return (
    paragraph('Instructions we hold for this delivery', { bold: true, before: 200, keepNext: true }) +
    paragraph('{{Shipment.CustomerInstructions}}', { after: 160 }) +
    paragraph('Storage and demurrage may be charged once the free time has passed.', {
      size: 15,
      colour: QUIET,
    }) +
    paragraph('Yours faithfully,', { before: 200, keepNext: true }) +
    paragraph('{{Company.Name}}', { bold: true, before: 40 })
  )
}
