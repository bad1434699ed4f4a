import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type ImportReport, importReport, type ImportSettings } from '#contract/imports.ts'
import type { Cell, SheetColumn } from '#server/sheets/cells.ts'
import { writeXlsx } from '#server/sheets/write-xlsx.ts'

/** An Excel file of jobs on its way into the product, as a person brings it in. */

type Server = { url: string; headers: Record<string, string> }

const LOOK_AGAIN_MS = 200
/** One row in so many has a cell that is wrong. */
const WRONG_EVERY = 100
const NEW_COMPANIES = 100

const columns = [
  ['Job Name', 'text'],
  ['Shipper/Exporter', 'text'],
  ['Consignee', 'text'],
  ['POL', 'text'],
  ['POD', 'text'],
  ['ETD', 'date'],
  ['ETA', 'date'],
  ['Vessel', 'text'],
  ['Voyage', 'text'],
  ['House B/L No', 'text'],
  ['Gross Weight (KG)', 'number'],
  ['CBM', 'number'],
  ['No. of Packages', 'number'],
  ['Commodity', 'text'],
  ['Mode', 'text'],
  ['Direction', 'text'],
] as const
const sheetColumns: SheetColumn[] = columns.map(([heading, kind]) => ({ heading, kind }))

const ports = ['PKKHI', 'DEHAM', 'NLRTM', 'AEJEA', 'CNSHA', 'SGSIN', 'Felixstowe', 'Antwerp']
const MS_OF_DAY = 86_400_000
const dayAfter = (days: number) => ({
  date: new Date(Date.UTC(2026, 11, 1) + days * MS_OF_DAY).toISOString().slice(0, 10),
})

const isWrong = (row: number) => row % WRONG_EVERY === 0

/** What is wrong in turn: a day that no month has, a port that is nowhere, a weight that is a word. */
function spoilt(row: number, cells: Cell[]): Cell[] {
  const [place, value] = (
    [
      [5, '31.02.2026'],
      [3, 'Port Nowhere'],
      [10, 'heavy'],
    ] as const
  )[(row / WRONG_EVERY) % 3] ?? [5, '']
  return cells.with(place, value)
}

function rowOf(row: number, file: string): Cell[] {
  const cells: Cell[] = [
    `Bed linen, order ${row}`,
    `Exporter ${row % NEW_COMPANIES} (Pvt) Ltd`,
    `Importer ${row % NEW_COMPANIES} GmbH`,
    ports[row % ports.length] ?? null,
    ports[(row + 3) % ports.length] ?? null,
    dayAfter(row % 60),
    dayAfter((row % 60) + 24),
    `Ocean Meridian ${row % 20}`,
    `W${row % 50}`,
    `${file}-${row}`,
    1000 + (row % 400) * 12.5,
    10 + (row % 60) * 0.25,
    100 + (row % 300),
    'Cotton bed linen',
    'Sea',
    'Export',
  ]
  return isWrong(row) ? spoilt(row, cells) : cells
}

async function* inPieces(rows: number, file: string) {
  for (let from = 1; from <= rows; from += 1000)
    yield Array.from({ length: Math.min(1000, rows - from + 1) }, (_, index) => rowOf(from + index, file))
}

export type Imported = { seconds: number; rows: number; made: number; named: number }

/** Sends the file, lets contacts that are missing be made, previews and imports it, and waits until all has been done. */
export async function importJobs(server: Server, rows: number): Promise<Imported> {
  const id = crypto.randomUUID()
  const pieces = inPieces(rows, id.slice(0, 8))
  const file = await buffer(writeXlsx({ name: 'Jobs', columns: sheetColumns, rows: pieces }))
  const ask = async (method: string, path: string, body?: object | FormData): Promise<ImportReport> => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const reply = await fetch(`${server.url}/api/import${path}`, {
      method,
      headers: { ...server.headers, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body && { body: isJson ? JSON.stringify(body) : body }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return importReport.parse(await reply.json())
  }
  const beganAt = performance.now()
  const form = new FormData()
  form.append('id', id)
  form.append('kind', 'jobs')
  form.append('afile', new Blob([new Uint8Array(file)]), 'jobs.xlsx')
  const read = await ask('POST', '', form)
  const settings: ImportSettings = { ...read.settings, makeContacts: true }
  const previewed = await ask('PUT', `/${id}`, settings)
  let report = await ask('POST', `/${id}/begin`)
  while (report.state !== 'ended') {
    await pause(LOOK_AGAIN_MS)
    report = await ask('GET', `/${id}`)
  }
  const seconds = (performance.now() - beganAt) / 1000
  const named = new Set(previewed.preview?.errors.map(({ row }) => row)).size
  const wrong = Array.from({ length: rows }, (_, index) => index + 1).filter(isWrong).length
  if (named !== wrong || report.refused !== wrong)
    throw new Error(`${wrong} rows are wrong, but ${named} were named and ${report.refused} left out.`)
  const made = report.made - (previewed.preview?.counts.contacts ?? 0)
  if (made !== rows - wrong) throw new Error(`${made} of ${rows - wrong} jobs were made.`)
  return { seconds, rows, made, named }
}
