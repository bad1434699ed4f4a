import { createHash } from 'node:crypto'
import type { ImportFields } from '#contract/import-fields.ts'
import type { ImportKind } from '#contract/import-kinds.ts'
import type { CellError, ImportSettings } from '#contract/imports.ts'
import { mapYielding } from '#server/map-yielding.ts'
import { foldText } from '#server/search-text.ts'
import { columnLetters } from '#server/sheets/cells.ts'
import type { ReadFile, ReadRow } from '#server/sheets/sheet.ts'
import { plainHeading } from './guess.ts'
import { accepted } from './kinds.ts'
import { cellText, isEmptyCell, readCell } from './read-values.ts'

/** A row of the file with the values of its fields; texts of what names a record. */
export type RowValues = {
  number: number
  values: Map<string, string | number>
  /** By which the same row of the same file is known again. */
  fingerprint: string
}

export type Column = { index: number; name: string; letters: string; heading: string }

const totals = /^(grand |sub ?)?totals?\b|^sum$|^gesamt|^summe/

export const headingAt = (row: ReadRow | undefined, index: number) => cellText(row?.cells[index]).trim()

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
    const error = {
      row,
      column: column?.letters ?? '',
      heading: column?.heading ?? '',
      value: value.slice(0, 200),
      message,
    }
    errors.set(row, [...(errors.get(row) ?? []), error])
  }
  const headings = columns.map(column => plainHeading(column.heading)).join('\n')
  const reading = { ...settings, from1904: file.from1904 === true }
  const seen = new Map<string, number>()
  const readOne = (row: ReadRow): RowValues[] => {
    const filled = columns.filter(({ index }) => !isEmptyCell(row.cells[index]))
    if (filled.length === 0) return []
    if (columns.map(({ index }) => plainHeading(cellText(row.cells[index]))).join('\n') === headings)
      return []
    const values: RowValues['values'] = new Map()
    if (row.cells.some(cell => typeof cell === 'string' && totals.test(foldText(cell).replace(/:$/, ''))))
      refuse(row.number, null, '', 'This looks like a line of totals. It is left out.')
    else
      for (const { index, name } of filled) {
        const cell = row.cells[index] ?? null
        const field = fields[name]
        if (!field) continue
        const read = readCell(field, cell, reading)
        const value = 'value' in read ? accepted(kind, name, field.type, read.value) : read
        if ('value' in value) values.set(name, value.value)
        else refuse(row.number, name, cellText(cell), value.wrong)
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
    return [{ number: row.number, values, fingerprint }]
  }
  return { columns, rows: (await mapYielding(rows, readOne)).flat(), errors, refuse }
}
