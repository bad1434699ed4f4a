import { escapeText } from '#server/word/file/write-xml.ts'

/** Small builders of Word's markup. Lengths are in twentieths of a point unless a name says otherwise. */

export interface TextStyle {
  size?: number
  bold?: boolean
  italic?: boolean
  colour?: string
  capitals?: boolean
  spacing?: number
}

export interface ParagraphStyle extends TextStyle {
  style?: string
  align?: 'left' | 'center' | 'right' | 'both'
  before?: number
  after?: number
  keepNext?: boolean
  tabs?: readonly { at: number; kind: 'left' | 'right' | 'center' }[]
  borderBelow?: string
}

export const INK = '16283C'
export const ACCENT = '0F4C5C'
export const QUIET = '4A5B6C'
export const LINE = '8A99A8'
export const SHADE = 'EEF2F5'

/** A run of text; a tab or a new line in it becomes Word's own. */
export function run(content: string, style: TextStyle = {}): string {
  const pieces = content.split(/([\t\n])/).filter(piece => piece !== '')
  const inside = pieces.map(piece => {
    if (piece === '\t') return '<w:tab/>'
    if (piece === '\n') return '<w:br/>'
    return `<w:t xml:space="preserve">${escapeText(piece)}</w:t>`
  })
  return `<w:r>${runProperties(style)}${inside.join('')}</w:r>`
}

/** A paragraph of runs made with `run`, or of one plain text. */
export function paragraph(content: string, style: ParagraphStyle = {}): string {
  const runs = content === '' || content.startsWith('<') ? content : run(content, style)
  const properties = [
    style.style === undefined ? '' : `<w:pStyle w:val="${style.style}"/>`,
    style.keepNext ? '<w:keepNext/>' : '',
    style.borderBelow === undefined
      ? ''
      : `<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="2" w:color="${style.borderBelow}"/></w:pBdr>`,
    style.tabs === undefined
      ? ''
      : `<w:tabs>${style.tabs.map(tab => `<w:tab w:val="${tab.kind}" w:pos="${tab.at}"/>`).join('')}</w:tabs>`,
    `<w:spacing w:before="${style.before ?? 0}" w:after="${style.after ?? 0}"/>`,
    style.align === undefined ? '' : `<w:jc w:val="${style.align}"/>`,
    runProperties(style),
  ]
  return `<w:p><w:pPr>${properties.join('')}</w:pPr>${runs}</w:p>`
}

/** A small heading of a box on a form. */
export function label(content: string): string {
  return paragraph(content, { size: 13, colour: QUIET, bold: true, after: 20, keepNext: true })
}

export interface CellStyle {
  width: number
  span?: number
  shade?: string
  align?: 'top' | 'center' | 'bottom'
  merge?: 'restart' | 'continue'
}

export function cell(content: string, style: CellStyle): string {
  const merge =
    style.merge === undefined ? '' : `<w:vMerge${style.merge === 'restart' ? ' w:val="restart"' : ''}/>`
  const properties = [
    `<w:tcW w:w="${style.width}" w:type="dxa"/>`,
    style.span === undefined ? '' : `<w:gridSpan w:val="${style.span}"/>`,
    merge,
    style.shade === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${style.shade}"/>`,
    style.align === undefined ? '' : `<w:vAlign w:val="${style.align}"/>`,
  ]
  return `<w:tc><w:tcPr>${properties.join('')}</w:tcPr>${content}</w:tc>`
}

export interface RowStyle {
  isHeading?: boolean
  height?: number
}

export function row(cells: readonly string[], style: RowStyle = {}): string {
  const height = style.height === undefined ? '' : `<w:trHeight w:val="${style.height}" w:hRule="atLeast"/>`
  const heading = style.isHeading ? '<w:tblHeader/>' : ''
  return `<w:tr><w:trPr><w:cantSplit/>${height}${heading}</w:trPr>${cells.join('')}</w:tr>`
}

export interface TableStyle {
  widths: readonly number[]
  /** Lines around and between all cells, between rows only, or none. */
  lines?: 'grid' | 'rows' | 'none'
}

export function table(rows: readonly string[], style: TableStyle): string {
  const line = (name: string, isDrawn: boolean) =>
    `<w:${name} w:val="${isDrawn ? 'single' : 'nil'}"${isDrawn ? ` w:sz="4" w:space="0" w:color="${LINE}"` : ''}/>`
  const isGrid = (style.lines ?? 'grid') === 'grid'
  const hasRows = style.lines !== 'none'
  const borders = [
    line('top', hasRows),
    line('left', isGrid),
    line('bottom', hasRows),
    line('right', isGrid),
    line('insideH', hasRows),
    line('insideV', isGrid),
  ]
  const total = style.widths.reduce((sum, width) => sum + width, 0)
  const grid = style.widths.map(width => `<w:gridCol w:w="${width}"/>`).join('')
  const margins =
    '<w:tblCellMar><w:top w:w="50" w:type="dxa"/><w:left w:w="85" w:type="dxa"/>' +
    '<w:bottom w:w="50" w:type="dxa"/><w:right w:w="85" w:type="dxa"/></w:tblCellMar>'
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders.join('')}</w:tblBorders>` +
    `<w:tblLayout w:type="fixed"/>${margins}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`
  )
}

/** “1 of 3”, counted by Word. */
export function pageOfPages(style: TextStyle): string {
  const field = (code: string) =>
    `<w:r>${runProperties(style)}<w:fldChar w:fldCharType="begin"/></w:r>` +
    `<w:r>${runProperties(style)}<w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
    `<w:r>${runProperties(style)}<w:fldChar w:fldCharType="separate"/></w:r>${run('1', style)}` +
    `<w:r>${runProperties(style)}<w:fldChar w:fldCharType="end"/></w:r>`
  return `${run('Page ', style)}${field('PAGE')}${run(' of ', style)}${field('NUMPAGES')}`
}

/** The mark in the text of a footnote, counted from 1. */
export function footnoteMark(number: number): string {
  return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${number}"/></w:r>`
}

function runProperties(style: TextStyle): string {
  const properties = [
    style.bold ? '<w:b/>' : '',
    style.italic ? '<w:i/>' : '',
    style.capitals ? '<w:caps/>' : '',
    style.colour === undefined ? '' : `<w:color w:val="${style.colour}"/>`,
    style.spacing === undefined ? '' : `<w:spacing w:val="${style.spacing}"/>`,
    style.size === undefined ? '' : `<w:sz w:val="${style.size}"/><w:szCs w:val="${style.size}"/>`,
  ].join('')
  return properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`
}
