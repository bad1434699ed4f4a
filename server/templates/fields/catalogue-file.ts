import type { PaperSize } from '#contract/paper-sizes.ts'
import type { CatalogueField, FieldGroup } from '#contract/template-fields.ts'
import { escapeAttribute, escapeText, XML_DECLARATION } from '#server/word/file/write-xml.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'

const OFFICE = 'http://schemas.openxmlformats.org'
const WORDML = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const NAMESPACES = `xmlns:w="${OFFICE}/wordprocessingml/2006/main"`

// In twentieths of a point; together the width between the margins of a sheet that lies on its side.
const WIDTHS = [2900, 3200, 3200, 2700, 2700]
const PAGES: Readonly<Record<PaperSize, { width: number; height: number; side: number }>> = {
  A4: { width: 16_838, height: 11_906, side: 1020 },
  Letter: { width: 15_840, height: 12_240, side: 570 },
}
const HEADINGS = ['Field', 'Text placeholder', 'Merge field', 'Content control', 'Value']

/** Every field as a Word file: from it, placeholders, fields and controls are copied into templates as they are. */
export function catalogueFile(groups: readonly FieldGroup[], size: PaperSize): Buffer {
  const control = { next: 1 }
  const body = groups.map(group => section(group, control)).join('')
  const { width, height, side } = PAGES[size]
  const page =
    `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}" w:orient="landscape"/>` +
    `<w:pgMar w:top="1020" w:right="${side}" w:bottom="1020" w:left="${side}" w:header="510" w:footer="510" w:gutter="0"/>` +
    '</w:sectPr>'
  const document =
    `${XML_DECLARATION}<w:document ${NAMESPACES}><w:body>${paragraph(TITLE, 'Title')}` +
    `${paragraph(HOW_TO)}${body}${page}</w:body></w:document>`
  return writeZip([
    packEntry('[Content_Types].xml', CONTENT_TYPES),
    packEntry('_rels/.rels', links([['officeDocument', 'word/document.xml']])),
    packEntry('word/document.xml', document),
    packEntry('word/_rels/document.xml.rels', links([['styles', 'styles.xml']])),
    packEntry('word/styles.xml', STYLES),
  ])
}

const TITLE = 'Fields for document templates'
const HOW_TO =
  'Copy a placeholder, a merge field or a content control from this file into your template: each way means the ' +
  'same, and all three may stand in one template. Merge fields show their names here; Alt+F9 shows how they are made.'

function section(group: FieldGroup, control: { next: number }): string {
  const [word, end] = [`{{#${group.name}}}`, `{{/${group.name}}}`]
  const note = group.isList
    ? paragraph(
        `In a row of a table, the row is printed once for each. Elsewhere, put ${word} before and ${end} after.`,
      )
    : ''
  const rows = group.fields.map(field => row(field, control))
  return `${paragraph(group.title, 'Heading1')}${note}${table([headingRow(), ...rows])}`
}

function row(field: CatalogueField, control: { next: number }): string {
  const id = control.next
  control.next += 1
  const { name } = field
  const mergeName = name.replaceAll('.', '_')
  return tableRow([
    run(field.label),
    run(`{{${name}}}`),
    `<w:fldSimple w:instr=" MERGEFIELD ${escapeAttribute(mergeName)} ">${run(`«${mergeName}»`)}</w:fldSimple>`,
    `<w:sdt><w:sdtPr><w:alias w:val="${escapeAttribute(field.label)}"/><w:tag w:val="${escapeAttribute(name)}"/>` +
      `<w:id w:val="${id}"/><w:text/></w:sdtPr><w:sdtContent>${run(name)}</w:sdtContent></w:sdt>`,
    lines(field.value ?? ''),
  ])
}

const headingRow = () =>
  `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${HEADINGS.map((text, index) =>
    cellOf(index, run(text, '<w:b/>'), '<w:shd w:val="clear" w:color="auto" w:fill="EEF2F5"/>'),
  ).join('')}</w:tr>`

const tableRow = (cells: readonly string[]) =>
  `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.map((runs, index) => cellOf(index, runs)).join('')}</w:tr>`

const cellOf = (index: number, runs: string, properties = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="${WIDTHS[index]}" w:type="dxa"/>${properties}</w:tcPr><w:p>${runs}</w:p></w:tc>`

function table(rows: readonly string[]): string {
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  const borders = sides
    .map(side => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="B8C2CC"/>`)
    .join('')
  const total = WIDTHS.reduce((sum, width) => sum + width, 0)
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders>` +
    '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="85" w:type="dxa"/><w:right w:w="85" w:type="dxa"/>' +
    `</w:tblCellMar></w:tblPr><w:tblGrid>${WIDTHS.map(width => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    `${rows.join('')}</w:tbl>`
  )
}

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeText(text)}</w:t></w:r>`

const lines = (text: string) =>
  text
    .split('\n')
    .map(line => run(line))
    .join('<w:r><w:br/></w:r>')

const paragraph = (text: string, style = 'Normal') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`

const links = (targets: readonly (readonly [string, string])[]) =>
  `${XML_DECLARATION}<Relationships xmlns="${OFFICE}/package/2006/relationships">${targets
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const CONTENT_TYPES =
  `${XML_DECLARATION}<Types xmlns="${OFFICE}/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/word/document.xml" ContentType="${WORDML}.document.main+xml"/>` +
  `<Override PartName="/word/styles.xml" ContentType="${WORDML}.styles+xml"/></Types>`

const style = (id: string, name: string, paragraphProperties: string, runProperties: string, rest = '') =>
  `<w:style w:type="paragraph"${rest} w:styleId="${id}"><w:name w:val="${name}"/><w:qFormat/>` +
  `<w:pPr>${paragraphProperties}</w:pPr><w:rPr>${runProperties}</w:rPr></w:style>`

const STYLES =
  `${XML_DECLARATION}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial" w:cs="Arial"/><w:color w:val="16283C"/><w:sz w:val="17"/><w:szCs w:val="17"/>' +
  '<w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  style('Normal', 'Normal', '<w:spacing w:before="30" w:after="30"/>', '', ' w:default="1"') +
  style('Title', 'Title', '<w:spacing w:after="120"/>', '<w:b/><w:sz w:val="36"/><w:szCs w:val="36"/>') +
  style(
    'Heading1',
    'heading 1',
    '<w:keepNext/><w:spacing w:before="320" w:after="100"/><w:outlineLvl w:val="0"/>',
    '<w:b/><w:color w:val="0F4C5C"/><w:sz w:val="24"/><w:szCs w:val="24"/>',
  ) +
  '</w:styles>'
