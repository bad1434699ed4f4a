import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { ImportReport } from '#contract/imports.ts'
import { buildJob, buildOrganisation } from '#testing/factories.ts'
import { importing } from '#testing/importing.ts'
import { companyPerTest } from '#testing/test-company.ts'

// Spreadsheets that nobody made for this product: as Excel and LibreOffice write them, in the languages and styles of
// those who send them.
const { product, company } = companyPerTest()
let by: ReturnType<typeof importing>

beforeEach(async () => {
  by = importing(product)
  for (const name of ['Sialkot Surgical', 'Müller & Söhne']) await buildOrganisation(company, { name })
})

const read = async (name: string, fields: { kind: string; shipmentId?: string }) => {
  const content = await readFile(join(import.meta.dirname, 'foreign', name))
  const reply = await by.read(company, { name, content }, fields)
  expect(reply.status).toBe(201)
  return reply.body
}

const told = ({ settings, preview }: ImportReport) => ({
  headingRow: settings.headingRow,
  columns: settings.columns,
  dates: settings.dateOrder,
  decimal: settings.decimal,
  counts: preview?.counts,
  errors: preview?.errors.map(({ row, column, value, message }) => `${column}${row} ${value}: ${message}`),
  hidden: preview?.hidden,
})

/** What the file is taken for; then in, the same again, which changes nothing, and back out. */
async function comesInOnceAndOut(name: string, fields: { kind: string; shipmentId?: string }, made: number) {
  const first = await read(name, fields)
  expect(await by.done(company, first)).toMatchObject({ state: 'ended', made, changed: 0 })
  const again = await read(name, fields)
  expect(again.preview?.counts).toMatchObject({ make: 0, change: 0, same: made })
  expect(await by.done(company, again)).toMatchObject({ state: 'ended', made: 0, changed: 0, same: made })
  expect(await by.undone(company, first)).toMatchObject({ state: 'undone', undone: made, stayed: 0 })
}

const valuesOf = ({ rows }: ImportReport, row: number) =>
  Object.fromEntries(rows.find(one => one.row === row)?.fields.map(one => [one.label, one.new]) ?? [])

const NO_DATE =
  'This is no date, read as day, month, year. Expected is a date such as 2026-12-03 or 3 Dec 2026.'
const TOTALS = 'This looks like a line of totals. It is left out.'

test('German jobs by LibreOffice: a title, two rows of headings, merged cells, a hidden column, empty rows, sums', async () => {
  const report = await read('german-jobs.xlsx', { kind: 'jobs' })
  expect(told(report)).toEqual({
    headingRow: 4,
    columns: [
      ...[
        null,
        'name',
        'shipper',
        'loadingPortId',
        'dischargePortId',
        'etd',
        'eta',
        'grossWeight',
        'netWeight',
      ],
      ...['numberOfPackages', 'hbl', null],
    ],
    dates: 'dmy',
    decimal: '.',
    counts: { make: 3, change: 0, same: 0, wrong: 3, contacts: 0, similar: 0 },
    errors: [
      `F9 31.02.2026: ${NO_DATE}`,
      "H9 2500: This cell is merged with H8, and whose figure that is cannot be told. Write each row's own.",
      'E9 Nirgendwo: No port has this name or code. Expected is a name or a code such as DEHAM.',
      'H10 #DIV/0!: The spreadsheet shows the error #DIV/0! here. Correct the formula, or type the value.',
      `12 : ${TOTALS}`,
    ],
    hidden: { columns: [], rows: 0 },
  })
  expect(valuesOf(report, 6)).toMatchObject({
    Shipper: 'Müller & Söhne',
    ETA: '2026-12-28',
    'Gross weight': '980',
  })
  expect(valuesOf(report, 8)).toMatchObject({ Shipper: 'Müller & Söhne', 'Weight unit': 'KG' })
  await comesInOnceAndOut('german-jobs.xlsx', { kind: 'jobs' }, 3)
})

test('bookings as Excel writes them: the second sheet, dates of four kinds, formulas, a hidden column and row', async () => {
  const report = await read('excel-bookings.xlsx', { kind: 'jobs' })
  const wrongAnyway = [
    'H6 =1+1: This is no number. Expected is a number such as 1,234.5.',
    'C6 =HYPERLINK("http://evil.example","x"): No contact has this name. Let new contacts be made, or correct the name.',
  ]
  expect(told(report)).toMatchObject({
    headingRow: 2,
    columns: [
      ...[
        'customerReference',
        'shipper',
        'consignee',
        'loadingPortId',
        'dischargePortId',
        'etd',
        'eta',
        'grossWeight',
        'hbl',
      ],
    ],
    // Two of its dates have the month first, and one the day.
    dates: 'mdy',
    counts: { make: 2, change: 0, same: 0, wrong: 4, contacts: 0, similar: 0 },
    errors: [
      ...wrongAnyway,
      `F7 13/01/2027: ${NO_DATE.replace('day, month', 'month, day')}`,
      'I8 ex-1: Row 3 is of the same record. Expected is one row for each.',
      `9 : ${TOTALS}`,
    ],
    hidden: { columns: ['B'], rows: 1 },
  })
  expect(report.preview?.ambiguous).toEqual({
    ...{ dates: true, mixedDates: true },
    ...{ decimals: false, mixedDecimals: false },
  })
  expect(valuesOf(report, 3)).toMatchObject({ ETA: '2026-12-31', 'Gross weight': '1250.5' })
  expect(valuesOf(report, 4)).toMatchObject({ ETD: '2026-12-05', ETA: '2027-01-05', 'Gross weight': '0.3' })
  const turned = await by.preview(company, report, { dateOrder: 'dmy' })
  expect(told(turned)).toMatchObject({
    dates: 'dmy',
    counts: { make: 2, change: 0, same: 0, wrong: 4, contacts: 0, similar: 0 },
    errors: [`G3 12/31/2026: ${NO_DATE}`, ...wrongAnyway, `G7 01/13/2027: ${NO_DATE}`, `9 : ${TOTALS}`],
  })
  expect(valuesOf(turned, 8)).toMatchObject({ 'Gross weight': '123.25', ETA: '2027-01-09' })
  await comesInOnceAndOut('excel-bookings.xlsx', { kind: 'jobs' }, 2)
})

test('a CSV of Windows-1252 with semicolons, decimal commas, lines in a cell, and a company that is called Total', async () => {
  const report = await read('german-jobs.csv', { kind: 'jobs' })
  expect(told(report)).toMatchObject({
    headingRow: 1,
    decimal: ',',
    counts: { make: 2, change: 0, same: 0, wrong: 3, contacts: 0, similar: 0 },
    errors: [
      'G5 1,234.5: This is no number. Expected is a number such as 1.234,5.',
      'B6 Total Lubricants: No contact has this name. Let new contacts be made, or correct the name.',
      `7 : ${TOTALS}`,
    ],
  })
  expect(valuesOf(report, 2)).toMatchObject({
    ETD: '2026-12-03',
    'Gross weight': '1234.5',
    'Weight unit': 'KG',
    'Customer Instructions': 'Zeile eins\r\nZeile "zwei"',
  })
  expect(valuesOf(report, 3)['Customer Instructions']).toBe('’eilig’ – 50 €')
  await comesInOnceAndOut('german-jobs.csv', { kind: 'jobs' }, 2)
})

test('rows pasted from Excel: texts stay what they are, whatever they look like', async () => {
  const report = await read('pasted.txt', { kind: 'jobs' })
  expect(told(report)).toMatchObject({
    counts: { make: 2, change: 0, same: 0, wrong: 1, contacts: 0, similar: 0 },
    errors: ['F4 12.5: This must be a whole number.'],
  })
  expect(valuesOf(report, 2)).toMatchObject({ 'Customer Instructions': 'Call first\nthen "send"' })
  expect(valuesOf(report, 3)).toMatchObject({
    Name: `=cmd|'/C calc'!A0`,
    'Number of packages': '1200',
    'Customer Instructions': '<script>alert(1)</script>',
  })
  await comesInOnceAndOut('pasted.txt', { kind: 'jobs' }, 2)
})

test('French contacts: two of one name in two cities, a country that is none, a hidden row', async () => {
  const report = await read('french-contacts.xlsx', { kind: 'contacts' })
  expect(told(report)).toMatchObject({
    headingRow: 2,
    columns: [...['name', 'contactName', 'street', 'code', 'city', 'countryId', 'telephone', 'email', null]],
    counts: { make: 3, change: 0, same: 0, wrong: 1, contacts: 0, similar: 0 },
    errors: [
      'F6 Helvétie: No country has this name. Expected is a name or a code of two letters, such as DE.',
    ],
    hidden: { columns: [], rows: 1 },
  })
  expect(valuesOf(report, 3)).toMatchObject({
    'Post Code': '06000',
    Street: '12, rue de l’Océan',
    City: 'Nice',
  })
  await comesInOnceAndOut('french-contacts.xlsx', { kind: 'contacts' }, 3)
})

test('a packing list: headings in groups, units in the cells, sums at its end', async () => {
  const { id: shipmentId } = await buildJob(company)
  const fields = { kind: 'items', shipmentId }
  const report = await read('packing-list.xlsx', fields)
  expect(told(report)).toMatchObject({
    headingRow: 3,
    columns: ['description', 'quantity', 'numberOfPacks', 'modeOfPacking', 'grossWeight', 'netWeight'],
    decimal: ',',
    counts: { make: 1, change: 0, same: 0, wrong: 4, contacts: 0, similar: 0 },
    errors: [
      'F5 850 kg: The cell says KG, but another cell of the row another unit. A row has one.',
      'E6 220 lbs: The cell says lbs, and weights are kept in KG or TON. Convert it.',
      'D7 barrel: This is none of the choices. Expected is Bags, Bales, Barrels, Bas Bottles, Baskets, Blocks ….',
      `8 : ${TOTALS}`,
    ],
  })
  expect(valuesOf(report, 4)).toMatchObject({
    'Gross Weight': '1250.5',
    'Weight Unit': 'KG',
    Quantity: '1200',
  })
  await comesInOnceAndOut('packing-list.xlsx', fields, 1)
})

test('headings that no word knows: the person says in which row they are, and what the columns hold', async () => {
  const content = 'Liste\nVienti;Asiakas\nPyyhkeet;Sialkot Surgical\n'
  const { body } = await by.read(company, { name: 'lista.csv', content }, { kind: 'jobs' })
  expect(body.settings.headingRow).toBeNull()
  expect(body.preview?.headingRows[1]).toEqual({ row: 2, text: 'Vienti · Asiakas' })
  const headed = await by.preview(company, body, { headingRow: 2 })
  expect(headed.settings).toMatchObject({ headingRow: 2, columns: [null, null] })
  const mapped = await by.preview(company, headed, { columns: ['name', 'shipper'] })
  expect(mapped.preview?.counts).toMatchObject({ make: 1, wrong: 0 })
  await by.done(company, mapped)
  // The next file with these headings is read the same way, once its row is said.
  const next = (await by.read(company, { name: 'lista.csv', content }, { kind: 'jobs' })).body
  expect((await by.preview(company, next, { headingRow: 2 })).settings.columns).toEqual(['name', 'shipper'])
})
