/** The mark by which spreadsheets know UTF-8. */
export const CSV_BEGINNING = '\uFEFF'

// What begins so, a spreadsheet takes for a formula and may run: in some languages the full-width signs too, and with
// blanks, quotes or characters in front that nobody sees. An apostrophe counts too, so that no two texts come out alike.
const formula =
  /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u
const plainNumber = /^-?\d+(\.\d+)?$/
// Where a spreadsheet that is set to another separator begins another cell, whatever quotes stand around it.
const separators = /([;\t\r\n])/

const defused = (text: string) => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text)

/** A value as one cell: nothing in it can become a formula or end the cell. */
export function csvCell(value: string | number | null): string {
  const harmless = String(value ?? '')
    .split(separators)
    .map(defused)
    .join('')
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`

/** What `csvCell` made harmless, as it was: what comes out and in again is the same. */
export const withoutDefusing = (text: string): string =>
  text
    .split(separators)
    .map(part => (part.startsWith("'") && formula.test(part.slice(1)) ? part.slice(1) : part))
    .join('')
