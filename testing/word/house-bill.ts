import { line } from './drawings.ts'
import { footer, letterhead, logo, PAGE_WIDTH, runningHead } from './letterhead.ts'
import { ACCENT, cell, footnoteMark, label, paragraph, QUIET, row, run, SHADE, table } from './markup.ts'
import { templateFile } from './template-file.ts'

/** House bill of lading: four parties, voyage, a table of goods that repeats, header, footer and a footnote. */
export function houseBillOfLading(): Buffer {
  return templateFile({
    title: 'House bill of lading',
    firstHeader: letterhead('BILL OF LADING', 'No. {{Shipment.HouseBl}}   ·   Job {{Shipment.JobId}}'),
    header: runningHead('Bill of lading {{Shipment.HouseBl}}   ·   {{Shipment.VesselName}}   ·   continued'),
    footer: footer('{{Company.Name}}   ·   House bill of lading {{Shipment.HouseBl}}'),
    footnotes: [
      run(
        ' Weights and measures as declared by {{Shipper.Name}}; the carrier has not verified them. Master bill {{Shipment.MasterBl}}.',
        { size: 14 },
      ),
    ],
    pictures: { logo: logo() },
    body: parties() + voyage() + goods() + closing(),
  })
}

const HALF = PAGE_WIDTH / 2

function party(title: string, role: string, reference: string): string {
  return (
    label(title) +
    paragraph(`{{${role}.Name}}`, { bold: true }) +
    paragraph(`{{${role}.Address}}`) +
    paragraph(reference, { size: 15, colour: QUIET, before: 30 })
  )
}

function parties(): string {
  const contact = (role: string) => `{{${role}.ContactName}}   {{${role}.Telephone}}`
  return table(
    [
      row(
        [
          cell(party('SHIPPER', 'Shipper', contact('Shipper')), { width: HALF }),
          cell(party('CARRIER', 'Carrier', '{{Carrier.Email}}'), { width: HALF }),
        ],
        { height: 1_500 },
      ),
      row(
        [
          cell(party('CONSIGNEE', 'Consignee', contact('Consignee')), { width: HALF }),
          cell(party('FOR DELIVERY OF GOODS APPLY TO', 'Agent', contact('Agent')), { width: HALF }),
        ],
        { height: 1_500 },
      ),
    ],
    { widths: [HALF, HALF] },
  )
}

function voyage(): string {
  const width = PAGE_WIDTH / 3
  const field = (title: string, content: string) => cell(label(title) + paragraph(content), { width })
  const grid = table(
    [
      row([
        field('VESSEL AND VOYAGE', '{{Shipment.VesselName}}'),
        field('PORT OF LOADING', '{{LoadingPort.Name}} ({{LoadingPort.Code}})'),
        field('VIA', '{{ViaPort.Name}}'),
      ]),
      row([
        field('PORT OF DISCHARGE', '{{DischargePort.Name}} ({{DischargePort.Code}})'),
        field('PLACE OF DELIVERY', '{{DestinationPort.Name}}, {{DestinationPort.Country}}'),
        field('SAILING ON', '{{Shipment.Etd | date:“dd MMM yyyy”}}'),
      ]),
    ],
    { widths: [width, width, width] },
  )
  return paragraph('', { size: 8 }) + grid
}

const GOODS = [2_200, 2_100, 3_400, 1_250, 1_250]

function goods(): string {
  const [marks = 0, packs = 0, description = 0, gross = 0, net = 0] = GOODS
  const heading = (title: string, width: number, align: 'left' | 'right' = 'left') =>
    cell(paragraph(title, { size: 13, bold: true, colour: QUIET, align }), {
      width,
      shade: SHADE,
      align: 'center',
    })
  const figure = (content: string, width: number, bold = false) =>
    cell(paragraph(content, { align: 'right', size: 17, bold }), { width })
  const total = { width: marks, shade: SHADE }
  const grid = table(
    [
      row(
        [
          heading('MARKS AND NUMBERS', marks),
          heading('PACKAGES', packs),
          heading('DESCRIPTION OF GOODS', description),
          heading('GROSS KG', gross, 'right'),
          heading('NET KG', net, 'right'),
        ],
        { isHeading: true },
      ),
      row([
        cell(paragraph('{{#Items}}{{Name}}', { size: 17 }), { width: marks }),
        cell(paragraph('{{NumberOfPacks}} {{PackingMode}}', { size: 17 }), { width: packs }),
        cell(paragraph('{{Description}}', { size: 17 }), { width: description }),
        figure('{{GrossWeight | number:"#,##0.00"}}', gross),
        figure('{{NetWeight | number:"#,##0.00"}}{{/Items}}', net),
      ]),
      row([
        cell(paragraph('TOTAL', { size: 15, bold: true }), total),
        cell(paragraph('{{Shipment.NumberOfPackages | number:"#,##0"}} packages', { size: 17, bold: true }), {
          width: packs,
          shade: SHADE,
        }),
        cell(
          paragraph('{{Shipment.Volume | number:"#,##0.000"}} {{Shipment.VolumeUnit}}', {
            size: 17,
            bold: true,
          }),
          {
            width: description,
            shade: SHADE,
          },
        ),
        figure('{{Shipment.GrossWeight | number:"#,##0.00"}}', gross, true),
        figure('{{Shipment.NetWeight | number:"#,##0.00"}}', net, true),
      ]),
    ],
    { widths: GOODS },
  )
  const heading2 = paragraph(
    line(['PARTICULARS FURNISHED BY SHIPPER', { size: 15, bold: true, colour: ACCENT }]) + footnoteMark(1),
    { before: 120, after: 60, keepNext: true },
  )
  return heading2 + grid
}

const CLAUSE =
  'Received in apparent good order and condition, unless noted otherwise, the goods described above for carriage ' +
  'from the port of loading to the place of delivery. One of the original bills must be given up, duly endorsed, ' +
  'in exchange for the goods or a delivery order. In witness of this the number of originals stated has been signed; ' +
  'when one is accomplished the others are void.'

function closing(): string {
  const width = PAGE_WIDTH / 3
  const field = (title: string, content: string) => cell(label(title) + paragraph(content), { width })
  const grid = table(
    [
      row([
        field('FREIGHT TERMS', '{{Quote.QuoteType}}'),
        field('SERVICE', '{{Quote.TransportMode}}, {{Quote.LoadType}}'),
        field('NUMBER OF ORIGINALS', 'Three (3)'),
      ]),
      row(
        [
          cell(label('COMMODITY') + paragraph('{{Quote.Commodity}}'), { width }),
          field('PLACE AND DATE OF ISSUE', '{{LoadingPort.Name | upper}}, {{Today | date:"d MMMM yyyy"}}'),
          cell(label('SIGNED FOR THE CARRIER BY') + paragraph('{{Company.Name}}', { bold: true }), { width }),
        ],
        { height: 1_250 },
      ),
    ],
    { widths: [width, width, width] },
  )
  return (
    paragraph(CLAUSE, { size: 14, colour: QUIET, align: 'both', before: 140, after: 140, keepNext: true }) +
    grid
  )
}
