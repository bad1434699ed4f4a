import type { PaperSize } from '#contract/paper-sizes.ts'
import { escapeText } from '#server/word/file/write-xml.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'
import { PAGE_WIDTH, WIDE_PAGE_WIDTHS } from './markup.ts'
import { stylesXml } from './styles.ts'

const OFFICE = 'http://schemas.openxmlformats.org'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const WORDML = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const NAMESPACES = [
  `xmlns:w="${OFFICE}/wordprocessingml/2006/main"`,
  `xmlns:r="${OFFICE}/officeDocument/2006/relationships"`,
  `xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${OFFICE}/drawingml/2006/main"`,
  `xmlns:pic="${OFFICE}/drawingml/2006/picture"`,
].join(' ')

export type WordFile = {
  title: string
  size: PaperSize
  /** On its side. */
  isWide?: boolean
  body: string
  /** At the head of the first page, and of those that follow. */
  firstHeader: string
  header: string
  footer: string
  /** PNG pictures of the first header, by the name under which it names them. */
  pictures: Readonly<Record<string, Uint8Array>>
}

type Link = { id: string; kind: string; target: string }

/** A Word template (.dotx); an A4 page has margins of 15 mm, Letter those that leave the text as wide. */
export function wordFile(file: WordFile): Buffer {
  const story = (root: string, content: string) =>
    `${DECLARATION}<w:${root} ${NAMESPACES}>${content}</w:${root}>`
  const parts = [
    [
      'word/document.xml',
      `${WORDML}.template.main+xml`,
      story('document', `<w:body>${file.body}${section(file)}</w:body>`),
    ],
    ['word/header1.xml', `${WORDML}.header+xml`, story('hdr', file.firstHeader)],
    ['word/header2.xml', `${WORDML}.header+xml`, story('hdr', file.header)],
    ['word/footer1.xml', `${WORDML}.footer+xml`, story('ftr', file.footer)],
    ['word/styles.xml', `${WORDML}.styles+xml`, story('styles', stylesXml())],
    ['word/settings.xml', `${WORDML}.settings+xml`, story('settings', SETTINGS)],
    [
      'docProps/core.xml',
      'application/vnd.openxmlformats-package.core-properties+xml',
      coreProperties(file.title),
    ],
  ] as const
  const types =
    `${DECLARATION}<Types xmlns="${OFFICE}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
    `${parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`).join('')}</Types>`
  return writeZip([
    packEntry('[Content_Types].xml', types),
    packEntry('_rels/.rels', ROOT_LINKS),
    packEntry('word/_rels/document.xml.rels', links(DOCUMENT_LINKS)),
    packEntry(
      'word/_rels/header1.xml.rels',
      links(Object.keys(file.pictures).map(id => ({ id, kind: 'image', target: `media/${id}.png` }))),
    ),
    ...parts.map(([name, , content]) => packEntry(name, content)),
    ...Object.entries(file.pictures).map(([id, bytes]) => packEntry(`word/media/${id}.png`, bytes)),
  ])
}

const DOCUMENT_LINKS: readonly Link[] = [
  { id: 'header1', kind: 'header', target: 'header1.xml' },
  { id: 'header2', kind: 'header', target: 'header2.xml' },
  { id: 'footer1', kind: 'footer', target: 'footer1.xml' },
  { id: 'styles', kind: 'styles', target: 'styles.xml' },
  { id: 'settings', kind: 'settings', target: 'settings.xml' },
]

function links(all: readonly Link[]): string {
  const lines = all.map(
    ({ id, kind, target }) =>
      `<Relationship Id="${id}" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${OFFICE}/package/2006/relationships">${lines.join('')}</Relationships>`
}

const ROOT_LINKS =
  `${DECLARATION}<Relationships xmlns="${OFFICE}/package/2006/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
  `<Relationship Id="rId2" Type="${OFFICE}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>` +
  '</Relationships>'

/** The shorter and the longer side. */
const SIDES: Readonly<Record<PaperSize, readonly [number, number]>> = {
  A4: [11_906, 16_838],
  Letter: [12_240, 15_840],
}

function section({ size, isWide = false }: WordFile): string {
  const [short, long] = SIDES[size]
  const page = isWide
    ? `<w:pgSz w:w="${long}" w:h="${short}" w:orient="landscape"/>`
    : `<w:pgSz w:w="${short}" w:h="${long}"/>`
  const rest = isWide ? long - WIDE_PAGE_WIDTHS[size] : short - PAGE_WIDTH
  const side = Math.floor(rest / 20) * 10
  return (
    '<w:sectPr><w:headerReference w:type="first" r:id="header1"/><w:headerReference w:type="default" r:id="header2"/>' +
    '<w:footerReference w:type="first" r:id="footer1"/><w:footerReference w:type="default" r:id="footer1"/>' +
    `${page}<w:pgMar w:top="680" w:right="${side}" w:bottom="794" w:left="${side}" w:header="567" w:footer="397" w:gutter="0"/>` +
    '<w:titlePg/></w:sectPr>'
  )
}

const SETTINGS =
  '<w:defaultTabStop w:val="720"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat>' +
  '<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>'

const coreProperties = (title: string) =>
  `${DECLARATION}<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties" ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeText(title)}</dc:title></cp:coreProperties>`
