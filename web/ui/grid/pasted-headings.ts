import type { GridColumn } from './columns.ts'
import { unitBehind } from '#web/ui/entry/units-behind.ts'

/** The end of a heading that may say a unit: “Gross Weight (kg)”, “Weight in lbs”, “Gross Weight KGS”. */
const UNIT_AT_END =
  /[\s,]*(?:[([]\s*([^()[\]]+?)\s*[)\]]|\bin\s+(\S+)|[\s,](kgs?|kgm|lbs?|mt|tons?|tonnes?|cbm|m3|m³|cms?)\.?)\s*$/i

/** A heading as it is compared: small letters, no points, one blank. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[._:*#°'’]/g, ' ')
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A column that a heading names, and the unit that the heading says of its figures. */
type Named = { column: GridColumn | null; unit: string }

function named(heading: string, columns: readonly GridColumn[]): Named {
  const [end = '', inBrackets, behindIn, bareUnit] = UNIT_AT_END.exec(heading) ?? []
  const bare = end === '' ? heading : heading.slice(0, heading.length - end.length)
  const found = (text: string) =>
    columns.find(one => [one.label, ...(one.headings ?? [])].some(word => plain(word) === plain(text)))
  const column = found(heading) ?? found(bare)
  return { column: column ?? null, unit: inBrackets ?? behindIn ?? bareUnit ?? '' }
}

/** Units of the trade that no column keeps: a figure under them is never taken for one in another. */
const FOREIGN =
  /^([°º]?f( c\.?c)?|fahrenheit|lbs?|pounds?|oz|g|grams?|mm|m|met(er|re)s?|ft|feet|foot|yd|cft|cbf|ft3|ft³|cubic feet|l|lit(er|re)s?)\.?$/i

function withUnit({ column, unit }: Named, cell: string): string {
  if (unit === '' || column?.kind !== 'number' || !column.measure || !/\d[.,]?$/.test(cell.trim()))
    return cell
  const isKnown = unitBehind(column.measure, `1 ${unit}`) !== null
  return isKnown || FOREIGN.test(unit) ? `${cell.trim()} ${unit}` : cell
}

export type HeadedTable = {
  /** The rows below the headings. */
  rows: string[][]
  /** What each column of the table fills; null for one that is left out. */
  columns: (GridColumn | null)[]
  /** The headings of those that are left out. */
  unknown: string[]
}

/**
 * A copied table whose first row holds headings: two of them at least are columns of the grid, or the only one is the
 * label of the column that is pasted into. Null for any other table.
 */
export function headedTable(
  table: readonly (readonly string[])[],
  columns: readonly GridColumn[],
  into: GridColumn | undefined,
): HeadedTable | null {
  const [first = [], ...rows] = table
  const headings = first.filter(cell => cell.trim() !== '')
  if (headings.length === 0 || first.some(cell => /^[\s\d.,-]*\d[\s\d.,-]*$/.test(cell))) return null
  const taken = new Set<GridColumn>()
  const names = first.map(cell => {
    const one = named(cell, columns)
    if (!one.column || taken.has(one.column)) return { ...one, column: null }
    taken.add(one.column)
    return one
  })
  const [only] = headings
  const isOnly = headings.length === 1 && rows.length > 0 && into && plain(only ?? '') === plain(into.label)
  if (!isOnly && (taken.size < 2 || taken.size * 2 < headings.length)) return null
  return {
    rows: rows.map(cells =>
      cells.map((cell, index) => withUnit(names[index] ?? { column: null, unit: '' }, cell)),
    ),
    columns: names.map(one => one.column),
    unknown: first.filter((cell, index) => cell.trim() !== '' && names[index]?.column === null),
  }
}
