import type { PaperSize } from '#contract/paper-sizes.ts'
import { escapeAttribute, escapeText } from '#server/word/file/write-xml.ts'

/** Word's markup in small pieces. Lengths are in twentieths of a point. */

/** The text area of an A4 page with 15 mm margins, and of a Letter page with margins of 18 mm. */
export const PAGE_WIDTH = 10_206
/** The same of a page on its side, with 15 mm margins. */
export const WIDE_PAGE_WIDTHS: Readonly<Record<PaperSize, number>> = { A4: 15_136, Letter: 14_140 }
export const WIDE_PAGE_WIDTH = WIDE_PAGE_WIDTHS.A4

export const INK = '14233B'
export const ACCENT = '0F4C5C'
export const QUIET = '51606F'
export const LINE = '9AA7B4'
export const SHADE = 'EDF1F4'

/** The styles that every paper has; see styles.ts. */
export type StyleName =
  | 'Value'
  | 'Strong'
  | 'Label'
  | 'Heading'
  | 'PaperTitle'
  | 'PaperNumber'
  | 'CompanyName'
  | 'Letterhead'
  | 'Column'
  | 'Figure'
  | 'Entry'
  | 'Clause'
  | 'Gap'

export type ParagraphOptions = {
  align?: 'center' | 'right'
  before?: number
  after?: number
  bold?: boolean
  keepNext?: boolean
  keepLines?: boolean
  pageBreakBefore?: boolean
  /** Text after a tab stands at the right edge of a line this long. */
  rightTab?: number
  ruleBelow?: string
}

/** Text with tabs and line ends, as runs; `*text*` is bold. */
export function runs(content: string, bold = false): string {
  return content
    .split(/(\*[^*]+\*|[\t\n])/)
    .filter(piece => piece !== '')
    .map(piece => {
      if (piece === '\t') return '<w:r><w:tab/></w:r>'
      if (piece === '\n') return '<w:r><w:br/></w:r>'
      const isBold = bold || (piece.length > 2 && piece.startsWith('*'))
      const text = piece.startsWith('*') && piece.length > 2 ? piece.slice(1, -1) : piece
      const properties = isBold ? '<w:rPr><w:b/><w:bCs/></w:rPr>' : ''
      return `<w:r>${properties}<w:t xml:space="preserve">${escapeText(text)}</w:t></w:r>`
    })
    .join('')
}

/** A paragraph of text, or of runs that are markup already. */
export function paragraph(style: StyleName, content: string, options: ParagraphOptions = {}): string {
  const { align, before, after, bold, keepNext, keepLines, pageBreakBefore, rightTab, ruleBelow } = options
  const spacing =
    before === undefined && after === undefined
      ? ''
      : `<w:spacing${before === undefined ? '' : ` w:before="${before}"`}${after === undefined ? '' : ` w:after="${after}"`}/>`
  const properties = [
    `<w:pStyle w:val="${style}"/>`,
    keepNext ? '<w:keepNext/>' : '',
    keepLines ? '<w:keepLines/>' : '',
    pageBreakBefore ? '<w:pageBreakBefore/>' : '',
    ruleBelow
      ? `<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="3" w:color="${ruleBelow}"/></w:pBdr>`
      : '',
    rightTab ? `<w:tabs><w:tab w:val="right" w:pos="${rightTab}"/></w:tabs>` : '',
    spacing,
    align ? `<w:jc w:val="${align}"/>` : '',
  ].join('')
  const inside = content.startsWith('<w:r>') ? content : runs(content, bold)
  return `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`
}

/** White space of a given height that stays one paragraph. */
export const gap = (height: number, options: { keepNext?: boolean } = {}) =>
  paragraph('Gap', '', { before: height, ...options })

export type CellOptions = {
  width: number
  span?: number
  shade?: string
  align?: 'center' | 'bottom'
  /** Edges that are drawn although the table's are not, or the other way round. */
  edges?: Partial<Record<'top' | 'left' | 'bottom' | 'right', boolean>>
}

const edge = (name: string, isDrawn: boolean) =>
  isDrawn ? `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="${LINE}"/>` : `<w:${name} w:val="nil"/>`

export function cell(content: string, { width, span, shade, align, edges }: CellOptions): string {
  const drawn = (['top', 'left', 'bottom', 'right'] as const).flatMap(name => {
    const isDrawn = edges?.[name]
    return isDrawn === undefined ? [] : [edge(name, isDrawn)]
  })
  const properties = [
    `<w:tcW w:w="${width}" w:type="dxa"/>`,
    span ? `<w:gridSpan w:val="${span}"/>` : '',
    drawn.length > 0 ? `<w:tcBorders>${drawn.join('')}</w:tcBorders>` : '',
    shade ? `<w:shd w:val="clear" w:color="auto" w:fill="${shade}"/>` : '',
    align ? `<w:vAlign w:val="${align}"/>` : '',
  ].join('')
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
}

export type RowOptions = { isHeading?: boolean; height?: number }

export function row(cells: readonly string[], { isHeading, height }: RowOptions = {}): string {
  const properties = [
    '<w:cantSplit/>',
    height ? `<w:trHeight w:val="${height}" w:hRule="atLeast"/>` : '',
    isHeading ? '<w:tblHeader/>' : '',
  ].join('')
  return `<w:tr><w:trPr>${properties}</w:trPr>${cells.join('')}</w:tr>`
}

export type Lines = 'boxes' | 'rows' | 'none'

export function table(widths: readonly number[], rows: readonly string[], lines: Lines = 'boxes'): string {
  const isBoxes = lines === 'boxes'
  const borders = [
    edge('top', isBoxes),
    edge('left', isBoxes),
    edge('bottom', lines !== 'none'),
    edge('right', isBoxes),
    edge('insideH', lines !== 'none'),
    edge('insideV', isBoxes),
  ].join('')
  const total = widths.reduce((sum, width) => sum + width, 0)
  const margin = { boxes: 85, rows: 60, none: 0 }[lines]
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders>` +
    '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="40" w:type="dxa"/>' +
    `<w:left w:w="${margin}" w:type="dxa"/><w:bottom w:w="45" w:type="dxa"/><w:right w:w="${margin}" w:type="dxa"/>` +
    `</w:tblCellMar></w:tblPr><w:tblGrid>${widths.map(width => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    `${rows.join('')}</w:tbl>`
  )
}

/** A number that Word itself counts: PAGE, NUMPAGES. */
export const counted = (code: string) =>
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
  `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'

const EMU_PER_MM = 36_000

/** A picture in the line of text, of which the product puts in what `alternative` names, fitted into this size. */
export function picture(
  link: string,
  number: number,
  size: { width: number; height: number },
  alternative: string,
) {
  const [cx, cy] = [size.width * EMU_PER_MM, size.height * EMU_PER_MM]
  const name = escapeAttribute(alternative)
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/>` +
    `<wp:docPr id="${number}" name="Picture ${number}" descr="${name}"/><wp:cNvGraphicFramePr/>` +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${link}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>' +
    '</wp:inline></w:drawing></w:r>'
  )
}
