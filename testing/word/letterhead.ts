import { picture } from './drawings.ts'
import { ACCENT, cell, INK, LINE, pageOfPages, paragraph, QUIET, row, run, table } from './markup.ts'
import { type Colour, png } from './png.ts'

/** The text area of an A4 page with 15 mm margins, in twentieths of a point. */
export const PAGE_WIDTH = 10_200

const SEA: Colour = [15, 76, 92, 255]
const SAIL: Colour = [226, 149, 60, 255]
const CLEAR: Colour = [255, 255, 255, 0]

/** A sample company's mark: a sail over two waves. */
export function logo(): Buffer {
  return png(240, 240, (x, y) => {
    const wave = (level: number) => Math.abs(y - level - 9 * Math.sin((x / 240) * Math.PI * 4)) < 9
    if (wave(186) || wave(216)) return SEA
    const isSail = y > 14 && y < 160
    const isMain = isSail && x > 118 && x < 118 + (y - 14) * 0.66
    const isJib = isSail && y > 50 && x < 106 && x > 106 - (y - 50) * 0.72
    if (isMain) return SEA
    return isJib ? SAIL : CLEAR
  })
}

/** The first page's head: logo and company on the left, the document's title and number on the right. */
export function letterhead(title: string, number: string): string {
  const [mark, company, name] = [1_000, 4_300, PAGE_WIDTH - 5_300]
  const heading = table(
    [
      row([
        cell(paragraph(picture('logo', 13, 13, 'Company logo')), { width: mark, align: 'center' }),
        cell(
          paragraph('{{Company.Name}}', { size: 26, bold: true, colour: ACCENT }) +
            paragraph('International freight forwarding by sea, air and road', { size: 14, colour: QUIET }),
          { width: company, align: 'center' },
        ),
        cell(
          paragraph(title, { size: 30, bold: true, colour: INK, align: 'right' }) +
            paragraph(number, { size: 17, colour: QUIET, align: 'right', before: 30 }),
          { width: name, align: 'center' },
        ),
      ]),
    ],
    { widths: [mark, company, name], lines: 'none' },
  )
  return heading + paragraph('', { size: 8, borderBelow: ACCENT, after: 120 })
}

/** The head of the following pages, in one line. */
export function runningHead(content: string): string {
  return paragraph(run(content, { size: 15, colour: QUIET }), { borderBelow: LINE, after: 160 })
}

export function footer(content: string): string {
  const style = { size: 14, colour: QUIET }
  return paragraph(`${run(`${content}\t`, style)}${pageOfPages(style)}`, {
    tabs: [{ at: PAGE_WIDTH, kind: 'right' }],
    before: 80,
  })
}
