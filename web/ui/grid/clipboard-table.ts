const QUOTED = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)/y
const PLAIN = /[^\t\r\n]*/y
const BREAK = /\r\n|\r|\n/y
const NEEDS_QUOTES = /["\t\r\n]/

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * A table as spreadsheets copy it: tabs between cells, line breaks between rows. A cell that holds any of these
 * stands in quotes, its own quotes doubled; quotes around anything else are the person's own.
 */
export function readTable(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const quoted = matchAt(QUOTED, text, at)
    const inside = quoted?.[1] ?? ''
    const isQuoted = quoted !== null && NEEDS_QUOTES.test(inside)
    const whole = isQuoted ? quoted[0] : (matchAt(PLAIN, text, at)?.[0] ?? '')
    row.push(isQuoted ? inside.replaceAll('""', '"').replaceAll('\r\n', '\n') : whole)
    at += whole.length
    if (text[at] === '\t') {
      at += 1
      continue
    }
    rows.push(row)
    row = []
    const lineEnd = matchAt(BREAK, text, at)
    at += lineEnd?.[0].length ?? 0
    // Spreadsheets end the last row with a line break too.
    if (lineEnd === null || at === text.length) return rows
  }
}

export const writeTable = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row =>
      row.map(cell => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\r\n')

/** A pasted table as it fills what is selected: one cell stands in each of the selected ones. */
export function filling(table: string[][], selected: { rows: number; columns: number }): string[][] {
  const [row] = table
  const [only] = row ?? []
  if (only === undefined || table.length > 1 || row?.length !== 1) return table
  return Array.from({ length: selected.rows }, () => Array.from({ length: selected.columns }, () => only))
}

/** Control characters but tab and line breaks, marks that turn text round for those behind them, halves of a character. */
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu

/**
 * A pasted text without what nobody sees and what can make a paper show another text than is stored. The marks that
 * Arabic and Hebrew need (U+200E, U+200F, U+061C) stay; where a word processor breaks a line, a blank stands.
 */
export const withoutUnseen = (text: string): string =>
  text.replaceAll(/[\u000b\u000c]/g, ' ').replaceAll(UNSEEN, '')
