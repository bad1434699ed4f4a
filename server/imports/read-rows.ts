import { createHash } from 'node:crypto'
import { wordBehind } from '#contract/counted.ts'
import type { ImportFields } from '#contract/import-field.ts'
import type { ImportKind } from '#contract/import-kinds.ts'
import type { CellError, ImportSettings } from '#contract/imports.ts'
import { packageKindOf } from '#contract/packing-modes.ts'
import { mapYielding } from '#server/map-yielding.ts'
import { foldText } from '#server/search-text.ts'
import { columnLetters } from '#server/sheets/cells.ts'
import type { ReadCell, ReadFile, ReadRow } from '#server/sheets/sheet.ts'
import { ambiguityOf } from './guess.ts'
import { headingAt, plainHeading } from './headings.ts'
import { accepted } from './kinds.ts'
import { cellText, isEmptyCell, readCell } from './read-values.ts'
import { figureAndUnit, type Unit, unitFieldOf, unitOfHeading } from './units.ts'

/** A row of the file with the values of its fields; texts of what names a record. */
export type RowValues = {
  number: number
  values: Map<string, string | number>
  /** The fields that a word behind a figure says (“20 ctns”): they fill what is empty, and change nothing. */
  implied: ReadonlySet<string>
  /** By which the same row of the same file is known again. */
  fingerprint: string
}

export type Column = { index: number; name: string; letters: string; heading: string }

/** A cell that says no more than that: a company may well be called Total. */
const totals =
  /^(grand |sub[ -]?|overall )?totals?( generale?| geral)?$|^sums?$|^(gesamt|zwischen)?summe$|^gesamt$|^totaal$|^totale$|^suma$|^合计$|^总计$|^المجموع$/
const TOTALS = 'This looks like a line of totals. It is left out.'

const TITLE = 'Below an empty row this looks like the title of another table or a remark. It is left out.'

/** The rows below the headings. */
export function dataRows(
  file: ReadFile,
  { sheet, headingRow }: Pick<ImportSettings, 'sheet' | 'headingRow'>,
) {
  const rows = file.sheets[sheet]?.rows ?? []
  const heading = rows.find(({ number }) => number === headingRow)
  return { heading, rows: rows.filter(({ number }) => number > (headingRow ?? 0)) }
}

export type ReadRows = {
  columns: Column[]
  rows: RowValues[]
  /** By row. */
  errors: Map<number, CellError[]>
  refuse: (row: number, name: string | null, value: string, message: string) => void
}

/** What stands in the columns that have a field, as values; what cannot be read is an error by its cell. */
export async function readRows(
  file: ReadFile,
  { kind, fields, settings }: { kind: ImportKind; fields: ImportFields; settings: ImportSettings },
): Promise<ReadRows> {
  const { heading, rows } = dataRows(file, settings)
  const columns = settings.columns.flatMap((name, index) =>
    name !== null && fields[name]
      ? [{ index, name, letters: columnLetters(index), heading: headingAt(heading, index) }]
      : [],
  )
  const byName = new Map(columns.map(column => [column.name, column]))
  const errors = new Map<number, CellError[]>()
  const refuse: ReadRows['refuse'] = (row, name, value, message) => {
    const column = name === null ? undefined : byName.get(name)
    const found = errors.get(row) ?? []
    // A cell is wrong once, whatever else may be said of it: its unit can be in itself and in its heading.
    if (column && found.some(error => error.column === column.letters)) return
    const error = {
      row,
      column: column?.letters ?? '',
      heading: column?.heading ?? '',
      value: value.slice(0, 200),
      message,
    }
    errors.set(row, [...found, error])
  }
  const headings = columns.map(column => plainHeading(column.heading)).join('\n')
  const { mixedDates, mixedDecimals } = ambiguityOf(rows, settings.columns, fields)
  const reading = { ...settings, mixedDates, mixedDecimals, from1904: file.from1904 === true }
  const seen = new Map<string, number>()
  const measures = measureReader(columns, fields, refuse)
  const followsEmpty = new Set(rows.filter(({ number }, at) => at > 0 && rows[at - 1]?.number !== number - 1))
  const readOne = (row: ReadRow): RowValues[] => {
    const filled = columns.filter(({ index }) => !isEmptyCell(row.cells[index]))
    // What is merged is another row's; a row that has nothing else is none.
    if (!filled.some(({ index }) => !isMerged(row.cells[index]))) return []
    if (columns.map(({ index }) => plainHeading(cellText(row.cells[index]))).join('\n') === headings)
      return []
    const values: RowValues['values'] = new Map()
    const implied = new Set<string>()
    if (isTotal(row, { columns, filled }, fields)) refuse(row.number, null, '', TOTALS)
    else if (columns.length > 2 && filled.length === 1 && followsEmpty.has(row))
      refuse(row.number, null, cellText(row.cells[filled[0]?.index ?? 0]).trim(), TITLE)
    else {
      for (const { index, name } of filled) {
        const cell = row.cells[index] ?? null
        const field = fields[name]
        if (!field) continue
        const read = readCell(field, measures.figure(name, counted(name, cell)?.figure ?? cell), reading)
        const value = 'value' in read ? accepted(kind, name, field.type, read.value) : read
        if ('value' in value) values.set(name, value.value)
        else refuse(row.number, name, cellText(cell), value.wrong)
      }
      measures.addUnits(row, values)
      for (const { index, name } of filled) {
        const kindField = kindFieldOf[name]
        const kind = counted(name, row.cells[index])?.kind
        if (!kindField || kind === undefined || !values.has(name)) continue
        // A cell that says the kind is the row's, be it understood or not.
        if (filled.some(column => column.name === kindField)) continue
        values.set(kindField, kind)
        implied.add(kindField)
      }
    }
    const text = JSON.stringify(
      filled
        .map(({ index, name }) => [name, cellText(row.cells[index]).trim()] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    )
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    // Two rows alike are two records.
    const fingerprint = createHash('sha256').update(`${times} ${text}`).digest('base64url')
    return [{ number: row.number, values, implied, fingerprint }]
  }
  return { columns, rows: (await mapYielding(rows, readOne)).flat(), errors, refuse }
}

/** Numbers of packages, and the field in which the kind of the packages stands; null where there is none. */
const kindFieldOf: Readonly<Record<string, string | null>> = {
  numberOfPacks: 'modeOfPacking',
  numberOfPackages: null,
}

const counted = (name: string, cell: ReadCell | undefined) =>
  typeof cell === 'string' && kindFieldOf[name] !== undefined
    ? wordBehind({ kindOf: packageKindOf }, cell)
    : null

const isMerged = (cell: ReadCell | undefined) => typeof cell === 'object' && cell !== null && 'merged' in cell

const isFigure = (type: string | undefined) => type === 'measure' || type === 'count'

/** The word says it, or that there is nothing but figures, in columns of which others say what is shipped. */
function isTotal(
  row: ReadRow,
  { columns, filled }: { columns: readonly Column[]; filled: readonly Column[] },
  fields: ImportFields,
): boolean {
  if (
    row.cells.some(cell => typeof cell === 'string' && totals.test(foldText(cell).replace(/\s*:?\s*$/, '')))
  )
    return true
  const others = columns.some(({ name }) => !isFigure(fields[name]?.type))
  return others && filled.length > 1 && filled.every(({ name }) => isFigure(fields[name]?.type))
}

/** Reads figures with the units that stand in their cells or headings. */
function measureReader(columns: readonly Column[], fields: ImportFields, refuse: ReadRows['refuse']) {
  const measured = columns.filter(({ name }) => unitFieldOf[name] && fields[name])
  const ofHeading = new Map(measured.map(({ name, heading }) => [name, unitOfHeading(name, heading)]))
  const withUnit = (name: string, cell: ReadCell) =>
    typeof cell === 'string' && ofHeading.has(name) ? figureAndUnit(name, cell) : null
  return {
    /** The cell without its unit. */
    figure: (name: string, cell: ReadCell): ReadCell => withUnit(name, cell)?.figure ?? cell,
    addUnits: (row: ReadRow, values: RowValues['values']): void => {
      for (const { index, name, heading } of measured) {
        const unitField = unitFieldOf[name]
        const cell = row.cells[index] ?? null
        if (unitField === undefined || !values.has(name)) continue
        const said: [Unit | null | undefined, string][] = [
          [withUnit(name, cell)?.unit, 'The cell'],
          [ofHeading.get(name), `The heading “${heading}”`],
        ]
        for (const [unit, where] of said) {
          if (!unit) continue
          const standing = values.get(unitField)
          if ('foreign' in unit)
            refuse(row.number, name, cellText(cell), `${where} says ${unit.foreign}, ${CONVERT[unitField]}`)
          else if (!fields[unitField]) {
            if (unit.value !== 0)
              refuse(
                row.number,
                name,
                cellText(cell),
                `${where} says ${unit.label}, ${CONVERT_OF_ITEM[unitField]}`,
              )
          } else if (standing === undefined) values.set(unitField, unit.value)
          else if (standing !== unit.value)
            refuse(
              row.number,
              name,
              cellText(cell),
              `${where} says ${unit.label}, but another cell of the row another unit. A row has one.`,
            )
        }
      }
    },
  }
}

const CONVERT = {
  weightUnit: 'and weights are kept in KG or TON. Convert it.',
  dimensionUnit: 'and dimensions are kept in cm or in. Convert it.',
  volumeUnit: 'and volumes are kept in Cubic Meter or Cubic Feet. Convert it.',
  temperatureUnit: 'and flashpoints are kept in °C. Convert it.',
} as const
const CONVERT_OF_ITEM = {
  ...CONVERT,
  volumeUnit: 'and volumes of items are kept in cubic metres. Convert it.',
}
