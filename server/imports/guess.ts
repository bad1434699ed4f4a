import type { ImportFields } from '#contract/import-field.ts'
import { importFields } from '#contract/import-fields.ts'
import { type ImportKind } from '#contract/import-kinds.ts'
import { type DateOrder, dateOrders } from '#contract/date-orders.ts'
import type { DecimalSign, ImportSettings } from '#contract/imports.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { ReadFile, ReadRow } from '#server/sheets/sheet.ts'
import { type KnownWords, knownWords, mapped, namedColumns } from './headings.ts'
import { cellText, isEmptyCell, orderIn, type Reading, readCell, signIn } from './read-values.ts'

const LOOKED_AT = 30

/** The columns that an import of this kind can have; items of one job do not name it. */
export function fieldsOf(kind: ImportKind, isOfOneJob: boolean): ImportFields {
  if (kind !== 'items' || !isOfOneJob) return importFields[kind]
  const { job: _, jobHbl: __, ...fields } = importFields.items
  return fields
}

/** Where the row stands that knows the most fields; -1 where none knows two, or the only one. */
function headingPlace(rows: readonly ReadRow[], words: KnownWords): number {
  let best = { place: -1, known: 0 }
  for (const [place, row] of rows.slice(0, LOOKED_AT).entries()) {
    const named = namedColumns(row, rows[place - 1])
    const known = mapped(named, words).filter(one => one !== null).length
    if (known > best.known && known >= Math.min(2, row.cells.length)) best = { place, known }
  }
  return best.place
}

const someOf = (rows: readonly ReadRow[], column: number) =>
  rows.flatMap(({ cells }) => {
    const cell = cells[column]
    return typeof cell === 'string' && cell.trim() !== '' ? [cell.trim()] : []
  })

/** In which order most texts of date columns have day and month; null where every one, or as many, can be read the other way. */
export function dateOrderOf(
  texts: readonly string[],
  companyOrder?: DateOrder,
): {
  order: DateOrder | null
  isInDoubt: boolean
  isMixed: boolean
} {
  const found = { dmy: 0, mdy: 0, ymd: 0, dayOrYear: 0 }
  let isInDoubt = false
  for (const text of texts) {
    const order = orderIn(text)
    if (order === 'either') isInDoubt = true
    else if (order) found[order] += 1
  }
  // "26-12-03" begins with a year where "96-12-03" stands in the same file, or the company says so.
  found[found.ymd > 0 || companyOrder === 'ymd' ? 'ymd' : 'dmy'] += found.dayOrYear
  const most = Math.max(found.dmy, found.mdy, found.ymd)
  const orders = dateOrders.filter(order => found[order] > 0)
  const [first, ...others] = orders.filter(order => found[order] === most)
  return {
    order: first && others.length === 0 ? first : null,
    isInDoubt,
    isMixed: orders.length > 1,
  }
}

/** Which sign begins the decimals of most; null where every number can be read either way. */
export function decimalOf(texts: readonly string[]): {
  sign: DecimalSign | null
  isInDoubt: boolean
  isMixed: boolean
} {
  const found = { '.': 0, ',': 0 }
  let isInDoubt = false
  for (const text of texts) {
    const sign = signIn(text)
    if (sign === 'either') isInDoubt = true
    else if (sign) found[sign] += 1
  }
  const most = found['.'] < found[','] ? ',' : '.'
  return {
    sign: found[most] > 0 ? most : null,
    isInDoubt,
    isMixed: found['.'] > 0 && found[','] > 0,
  }
}

const textsOf = (
  rows: readonly ReadRow[],
  columns: readonly (string | null)[],
  fields: ImportFields,
  types: string[],
) =>
  columns.flatMap((name, column) =>
    name !== null && types.includes(fields[name]?.type ?? '') ? someOf(rows, column) : [],
  )

/** What of the file can be read in two ways. */
export function ambiguityOf(
  rows: readonly ReadRow[],
  columns: readonly (string | null)[],
  fields: ImportFields,
  companyOrder?: DateOrder,
) {
  const dates = dateOrderOf(textsOf(rows, columns, fields, ['date']), companyOrder)
  const decimals = decimalOf(textsOf(rows, columns, fields, ['measure', 'count']))
  return {
    dates: dates.isMixed || (dates.order === null && dates.isInDoubt),
    mixedDates: dates.isMixed,
    decimals: decimals.isMixed || (decimals.sign === null && decimals.isInDoubt),
    mixedDecimals: decimals.isMixed,
    order: dates.order,
    sign: decimals.sign,
  }
}

/** A column without a known heading may be known by what stands in it: dates alone, and only one field left for them. */
function byContent(
  columns: (string | null)[],
  rows: readonly ReadRow[],
  fields: ImportFields,
  reading: Reading,
) {
  const left = keysOf(fields).filter(
    name => !columns.includes(name) && ['etd', 'eta', 'email'].includes(name),
  )
  const looks: Readonly<Record<string, (text: string) => boolean>> = {
    email: text => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  }
  return columns.map((name, column) => {
    if (name !== null) return name
    const cells = rows
      .slice(0, LOOKED_AT)
      .flatMap(({ cells: all }) => (isEmptyCell(all[column]) ? [] : [all[column]]))
    if (cells.length < 2) return null
    const fits = left.find(field => {
      const look = looks[field]
      return look
        ? cells.every(cell => look(cellText(cell)))
        : columns.length > 2 &&
            cells.every(
              cell =>
                typeof cell !== 'number' &&
                'value' in readCell(fields[field] as never, cell ?? null, reading),
            )
    })
    if (fits === undefined) return null
    left.splice(left.indexOf(fits), 1)
    return fits
  })
}

type What = { kind: ImportKind; fields: ImportFields; companyOrder: DateOrder }
/** What a person has said already: the sheet, and the row of the headings, null for none. */
type Said = { sheet?: number; headingRow?: number | null }

/** The sheet, the headings, the columns and how figures are read, as far as the file tells. */
export function guess(file: ReadFile, { kind, fields, companyOrder }: What, said: Said = {}): ImportSettings {
  const words = knownWords(kind, fields)
  const looked = file.sheets.flatMap(({ rows }, sheet) => {
    if (said.sheet !== undefined && said.sheet !== sheet) return []
    const place =
      said.headingRow === undefined
        ? headingPlace(rows, words)
        : rows.findIndex(({ number }) => number === said.headingRow)
    const width = Math.max(0, ...rows.slice(0, place + LOOKED_AT).map(({ cells }) => cells.length))
    const named = namedColumns(rows[place], rows[place - 1])
    const columns = mapped(
      Array.from({ length: width }, (_, index) => named[index] ?? { heading: '', group: '' }),
      words,
    )
    return [{ sheet, heading: rows[place], rows, columns, known: columns.filter(one => one !== null).length }]
  })
  const best = looked.reduce((one, other) => (other.known > one.known ? other : one))
  const data = best.rows.filter(({ number }) => number > (best.heading?.number ?? 0))
  const { order, sign } = ambiguityOf(data, best.columns, fields, companyOrder)
  const reading = {
    dateOrder: order ?? companyOrder,
    decimal: sign ?? ('.' as const),
    mixedDates: false,
    mixedDecimals: false,
    from1904: false,
  }
  return {
    sheet: best.sheet,
    headingRow: best.heading?.number ?? null,
    columns: byContent(best.columns, data, fields, reading),
    dateOrder: reading.dateOrder,
    decimal: reading.decimal,
    makeContacts: false,
    wrongRows: 'leaveOut',
    answers: {},
  }
}
