import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { dateOfSerial } from './cells.ts'
import { isDateFormat } from './date-formats.ts'
import {
  Kept,
  type ReadCell,
  type ReadFile,
  type ReadRow,
  type ReadSheet,
  SHEET_LIMITS,
  SheetError,
} from './sheet.ts'
import { readXlsxText } from './xlsx-text.ts'

const NO_SHEET = 'The file is no Excel file (.xlsx), or it is damaged. Open it and save it as .xlsx or .csv.'
const MACROS = 'The file holds macros, which are not taken. Save it as “Excel Workbook (.xlsx)”.'

type Tag = { name: string; attributes: Record<string, string> }
type Handlers = { open?: (tag: Tag) => void; close?: (name: string) => void; text?: (text: string) => void }

/** The parts of a workbook, each read in a stream that stops where it is more than a file may hold. */
class Parts {
  readonly #zip: ZipFile
  readonly #entries = new Map<string, Entry>()

  constructor(zip: ZipFile) {
    this.#zip = zip
  }

  async list(): Promise<void> {
    for await (const entry of this.#zip.eachEntry()) {
      const name = entry.fileName.replaceAll('\\', '/').toLowerCase()
      if (/vbaproject\.bin$|\/macrosheets\//.test(name)) throw new SheetError(MACROS)
      if (name.endsWith('workbook.bin'))
        throw new SheetError('The file is a binary workbook (.xlsb). Save it as .xlsx or .csv.')
      if (entry.isEncrypted())
        throw new SheetError('The file is protected by a password. Save it without one.')
      this.#entries.set(name, entry)
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase())
  }

  async read(path: string, handlers: Handlers, limit: number = SHEET_LIMITS.partBytes): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase())
    if (!entry) return
    const parser = new SaxesParser({ xmlns: false, position: false })
    const plain = (name: string) => name.slice(name.indexOf(':') + 1)
    parser.on('doctype', () => {
      throw new SheetError(
        'The file defines entities of its own, which no spreadsheet needs. It is not taken.',
      )
    })
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
      handlers.open?.({ name: plain(name), attributes }),
    )
    parser.on('closetag', ({ name }: SaxesTagPlain) => handlers.close?.(plain(name)))
    if (handlers.text) parser.on('text', handlers.text)
    parser.on('error', () => {
      throw new SheetError(NO_SHEET)
    })
    const stream = await this.#zip.openReadStreamPromise(entry)
    const decoder = new TextDecoder()
    let bytes = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > limit)
          throw new SheetError(
            'A part of the file unpacks to far more than a spreadsheet holds. It is not taken.',
          )
        parser.write(decoder.decode(chunk, { stream: true }))
      }
      parser.close()
    } finally {
      stream.destroy()
    }
  }
}

type Relations = Map<string, { type: string; target: string }>

async function relationsOf(parts: Parts, path: string): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relations = new Map()
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: ({ name, attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : resolved(folder, Target)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

async function workbookOf(parts: Parts) {
  const main = [...(await relationsOf(parts, '')).values()].find(({ type }) => type === 'officeDocument')
  const path = main?.target ?? 'xl/workbook.xml'
  if (!parts.has(path)) throw new SheetError(NO_SHEET)
  const named: { name: string; relation: string }[] = []
  let countsFrom1904 = false
  await parts.read(path, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet' || named.length >= SHEET_LIMITS.sheets) return
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      named.push({ name: attributes['name'] ?? '', relation })
    },
  })
  const relations = await relationsOf(parts, path)
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.target
  const sheets = named.flatMap(({ name, relation }) => {
    const found = relations.get(relation)
    return found?.type === 'worksheet' ? [{ name, path: found.target }] : []
  })
  return { sheets, countsFrom1904, strings: partOf('sharedStrings'), styles: partOf('styles') }
}

/** The texts that cells name by their numbers; what is read aloud beside them is left out. */
async function sharedTexts(parts: Parts, path: string | undefined, kept: Kept): Promise<string[]> {
  const texts: string[] = []
  if (!path) return texts
  let text = ''
  let isText = false
  let isAside = false
  await parts.read(path, {
    open: ({ name }) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isAside = true
      isText = name === 't' && !isAside
    },
    close: name => {
      if (name === 'si') texts.push(readXlsxText(text))
      if (name === 'rPh') isAside = false
      if (name === 't') isText = false
    },
    text: more => {
      if (isText) text += kept.text(more)
    },
  })
  return texts
}

/** Whether a cell of each style shows its number as a date. */
async function dateStyles(parts: Parts, path: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = []
  const formats = new Map<number, string>()
  let isInCells = false
  if (path)
    await parts.read(path, {
      open: ({ name, attributes }) => {
        if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
        if (name === 'cellXfs') isInCells = true
        if (name !== 'xf' || !isInCells) return
        const id = Number(attributes['numFmtId'] ?? 0)
        styles.push(isDateFormat(id, formats.get(id)))
      },
      close: name => {
        if (name === 'cellXfs') isInCells = false
      },
    })
  return styles
}

/** "AB12" stands in the 28th column. */
function columnOf(place: string): number {
  let column = 0
  for (const sign of place) {
    const letter = sign.codePointAt(0) ?? 0
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}

type Known = { texts: readonly string[]; dates: readonly boolean[]; countsFrom1904: boolean; kept: Kept }

/** The digits that a spreadsheet shows of a number, without the rests of its binary fraction. */
const numberOf = (text: string) => Number(Number(text).toPrecision(15))

function cellOf(
  { t = 'n', s = '0' }: Record<string, string>,
  value: string,
  inline: string,
  known: Known,
): ReadCell {
  if (t === 'inlineStr') return known.kept.text(readXlsxText(inline)) || null
  if (value === '') return null
  if (t === 's') return known.texts[Number(value)] ?? null
  if (t === 'str') return known.kept.text(readXlsxText(value))
  if (t === 'b') return value === '1'
  if (t === 'e') return { fault: value }
  if (t === 'd') return { date: value.slice(0, 10) }
  const number = numberOf(value)
  if (!Number.isFinite(number)) return known.kept.text(value)
  const date = known.dates[Number(s)] ? dateOfSerial(number, known.countsFrom1904) : null
  return date === null ? number : { date }
}

async function readSheet(parts: Parts, path: string, known: Known): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  let row: ReadRow = { number: 0, cells: [] }
  let column = -1
  let cell: Record<string, string> = {}
  let value = ''
  let inline = ''
  let where: 'value' | 'inline' | undefined
  await parts.read(path, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] }
        column = -1
      } else if (name === 'c') {
        cell = attributes
        column = attributes['r'] ? columnOf(attributes['r']) : column + 1
        value = ''
        inline = ''
      } else if (name === 'v') where = 'value'
      else if (name === 't') where = 'inline'
    },
    text: text => {
      // What a formula says is passed over: only the value that it had is read.
      if (where === 'value') value += text
      else if (where === 'inline') inline += text
    },
    close: name => {
      if (name === 'v' || name === 't') where = undefined
      if (name === 'c') {
        const read = cellOf(cell, value, inline, known)
        if (read === null || (typeof read === 'string' && read.trim() === '')) return
        known.kept.column(column)
        while (row.cells.length < column) row.cells.push(null)
        row.cells[column] = read
      }
      if (name === 'row' && row.cells.length > 0) {
        rows.push(row)
        known.kept.row(rows)
      }
    },
  })
  return rows.sort((one, other) => one.number - other.number)
}

/** The sheets of an Excel file: values alone. Formulas, links, macros and whatever else it holds are not looked at. */
export async function readXlsx(bytes: Buffer): Promise<ReadFile> {
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false })
  } catch {
    throw new SheetError(NO_SHEET)
  }
  if (zip.entryCount > SHEET_LIMITS.entries) throw new SheetError(NO_SHEET)
  try {
    const parts = new Parts(zip)
    await parts.list()
    const { sheets, strings, styles, countsFrom1904 } = await workbookOf(parts)
    const kept = new Kept()
    const texts = await sharedTexts(parts, strings, kept)
    const dates = await dateStyles(parts, styles)
    const read: ReadSheet[] = []
    for (const { name, path } of sheets)
      read.push({ name, rows: await readSheet(parts, path, { texts, dates, countsFrom1904, kept }) })
    return { sheets: read, isText: false, from1904: countsFrom1904 }
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError(NO_SHEET)
  }
}
