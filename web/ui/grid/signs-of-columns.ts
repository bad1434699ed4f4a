import type { GridColumn } from './columns.ts'

/** One sign between digits, with three behind it: thousands or thousandths. */
const EITHER = /^(\D*[1-9]\d{0,2})([.,])(\d{3})((?:[^\d.,].*)?)$/
const SIGNED = /\d[\d.,]*/

/** Which sign parts the fraction in a figure that can be read in one way alone; null where it does not say. */
function decimalSignIn(cell: string): '.' | ',' | null {
  const figure = SIGNED.exec(cell.trim())?.[0].replace(/[.,]$/, '') ?? ''
  const signs = figure.replaceAll(/\d/g, '')
  if (signs === '' || EITHER.test(figure)) return null
  const [first, last] = [signs.charAt(0), signs.charAt(signs.length - 1)]
  // "1,234,567": what stands twice parts thousands, so the other one parts the fraction.
  if (signs.length > 1 && first === last) return first === ',' ? '.' : ','
  return last === ',' ? ',' : '.'
}

const readBy = (sign: '.' | ',') => (cell: string) =>
  cell.replace(EITHER, (_, before: string, found: string, behind: string, end: string) =>
    // With a fourth digit behind its sign a figure is a fraction, whoever reads it.
    found === sign ? `${before}${found}${behind}0${end}` : `${before}${behind}${end}`,
  )

/**
 * The table with its figures as their column writes them: "4,224" is 4.224 beside "0,96", and 4224 beside "0.96". A
 * column of which no figure tells, or two tell different things, stays as it is.
 */
export function withSignsOfColumns(
  table: readonly (readonly string[])[],
  columns: readonly (GridColumn | null)[],
): string[][] {
  const read = columns.map((column, index) => {
    if (column?.kind !== 'number' || column.decimals === 0) return null
    const signs = new Set(table.map(cells => decimalSignIn(cells[index] ?? '')).filter(sign => sign !== null))
    const [only] = signs
    return signs.size === 1 && only ? readBy(only) : null
  })
  return table.map(cells => cells.map((cell, index) => read[index]?.(cell) ?? cell))
}
