import { expect, test } from 'vitest'
import type { ImportReport, ImportSettings } from '#contract/imports.ts'
import type { Job } from '#contract/jobs.ts'
import type { Reference } from '#contract/references.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  buildOrganisation,
  buildReference,
  formWithFile,
} from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { continueImport } from './carrying-out.ts'

const { product, company } = companyPerTest()

const read = (
  content: string | Uint8Array,
  fields: Record<string, string>,
  by = company,
  name = 'jobs.csv',
) => {
  const { payload, headers } = formWithFile({ name, content }, { id: crypto.randomUUID(), ...fields })
  return by.call<ImportReport>('POST', '/api/import', payload, headers)
}

const preview = async (report: ImportReport, change: Partial<ImportSettings> = {}) =>
  (await company.call<ImportReport>('PUT', `/api/import/${report.id}`, { ...report.settings, ...change }))
    .body

/** What the background does. */
async function workOff({ id }: Pick<ImportReport, 'id'>, by = company): Promise<ImportReport> {
  const { account, user } = by.membership
  const look = async () => (await by.call<ImportReport>('GET', `/api/import/${id}`)).body
  let report = await look()
  for (; report.state === 'underWay' || report.state === 'undoing'; report = await look())
    await continueImport(product.database, { account: account.id, import: id, person: user.id })
  return report
}

async function done(report: ImportReport, by = company): Promise<ImportReport> {
  const begun = await by.call<ImportReport>('POST', `/api/import/${report.id}/begin`)
  expect(begun.status).toBe(200)
  return workOff(report, by)
}

async function undone(report: ImportReport): Promise<ImportReport> {
  expect((await company.call('POST', `/api/import/${report.id}/undo`)).status).toBe(200)
  return workOff(report)
}

const jobs = async () => {
  const { body } = await company.call<{ id: string }[]>('GET', '/api/shipment?sort=jobId')
  return Promise.all(
    body.map(async ({ id }) => (await company.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)).body),
  )
}

const sheet = [
  'Open files;;;;;;',
  'Job name;Shipper/Exporter;POL;B/L No;ETD;Gross Weight (KGS);Remark',
  'Towels;Sialkot Surgical;DEHAM;HBL1;24.11.2026;1.234,50;x',
  'Steel;Nobody Ltd;Hamburg;HBL2;31.02.2026;12,5;',
  '=cmd;Sialkot Surgical;;HBL3;01.12.2026;;',
  'Silk;Sialkot Surgical;;HBL4;;;',
  'Total;;;;;1.247,00;',
].join('\r\n')

test('jobs come in: columns are guessed, wrong cells are named, the same file changes nothing, one undo', async () => {
  await buildOrganisation(company, { name: 'Sialkot Surgical' })
  const { body: first, status } = await read(sheet, { kind: 'jobs' })
  expect(status).toBe(201)
  expect(first.settings).toMatchObject({
    headingRow: 2,
    columns: ['name', 'shipper', 'loadingPortId', 'hbl', 'etd', 'grossWeight', null],
    dateOrder: 'dmy',
    decimal: ',',
  })
  expect(first.preview?.counts).toEqual({ make: 3, change: 0, same: 0, wrong: 2, contacts: 0, similar: 0 })
  expect(first.preview?.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
    [4, 'E', '31.02.2026'],
    [4, 'B', 'Nobody Ltd'],
    [7, '', ''],
  ])
  const stop = await preview(first, { wrongRows: 'stop' })
  expectProblem(await company.call('POST', `/api/import/${stop.id}/begin`), 'invalid_input')
  await preview(first)
  const ended = await done(first)
  expect(ended).toMatchObject({ state: 'ended', made: 3, changed: 0, same: 0, refused: 2 })
  const [towels, formula] = await jobs()
  expect(towels).toMatchObject({
    name: 'Towels',
    hbl: 'HBL1',
    etd: '2026-11-24',
    grossWeight: 1234.5,
    weightUnit: 0,
    statusId: 1,
    quote: { loadingPort: 'Hamburg' },
    owner: { displayName: 'Amina Qureshi' },
  })
  expect(towels?.shipmentShipers[0]?.party?.organisation?.name).toBe('Sialkot Surgical')
  expect(formula?.name).toBe('=cmd')
  const { body: history } = await company.call<{ words: string; import?: object }[]>(
    'GET',
    `/api/history?job=${towels?.id}`,
  )
  expect(JSON.stringify(history)).toContain(JSON.stringify({ id: first.id, fileName: 'jobs.csv' }))
  // The same file, then the same with one cell changed.
  const again = (await read(sheet, { kind: 'jobs' })).body
  expect(again.preview?.counts).toEqual({ make: 0, change: 0, same: 3, wrong: 2, contacts: 0, similar: 0 })
  const changed = (await read(sheet.replace('24.11.2026', '25.11.2026'), { kind: 'jobs' })).body
  expect((await company.call<ImportReport>('GET', `/api/import/${changed.id}`)).body).toEqual(changed)
  expect(changed.preview?.counts).toMatchObject({ make: 0, change: 1, same: 2 })
  expect(await done(changed)).toMatchObject({ changed: 1, same: 2 })
  expect((await jobs())[0]?.etd).toBe('2026-11-25')
  expect(await undone(changed)).toMatchObject({ state: 'undone', undone: 1, stayed: 0 })
  expect((await jobs())[0]?.etd).toBe('2026-11-24')
  // What somebody works on since stays.
  await company.call('PUT', '/api/shipment', { id: formula?.id, name: 'Mine' })
  const back = await undone(ended)
  expect(back).toMatchObject({ state: 'undone', undone: 1, stayed: 2 })
  expect((await jobs()).map(({ name }) => name)).toEqual(['Towels', 'Mine'])
})

test('without an Id or a House BL a row is known by itself; contacts are made where that is ticked, and go with the undo', async () => {
  const text = 'Name\tConsignee\tPOD\nWool\tNew Ltd\tKarachi\nWool\tNew Ltd\tKarachi\n'
  const { body } = await read(text, { kind: 'jobs' }, company, 'pasted.txt')
  expect(body.preview?.questions).toMatchObject([{ kind: 'party', text: 'New Ltd', rows: 2 }])
  const ticked = await preview(body, { makeContacts: true })
  expect(ticked.preview?.counts).toEqual({ make: 2, change: 0, same: 0, wrong: 0, contacts: 1, similar: 0 })
  const ended = await done(ticked)
  expect(ended).toMatchObject({ made: 3, refused: 0 })
  expect((await jobs()).map(job => job.shipmentConsignees[0]?.party?.organisation?.name)).toEqual([
    'New Ltd',
    'New Ltd',
  ])
  const again = (await read(text, { kind: 'jobs' }, company, 'pasted.txt')).body
  expect(again.preview?.counts).toMatchObject({ make: 0, same: 2 })
  expect(await undone(ended)).toMatchObject({ undone: 3, stayed: 0 })
  expect((await company.call<unknown[]>('GET', '/api/organisation')).body).toEqual([])
})

test('a job in other writing is named before it is made anew, and can be left out', async () => {
  await buildOrganisation(company, { name: 'Sialkot Surgical' })
  const first = (
    await read('Name\tConsignee\tETD\nPO 4711\tSialkot Surgical\t2026-12-03\n', { kind: 'jobs' })
  ).body
  await done(first)
  const text =
    'Name\tConsignee\tETD\nPo 4711\tSIALKOT SURGICAL (PVT) LTD\t2026-12-04\nPO 4711\tSIALKOT SURGICAL (PVT) LTD\t2026-12-03\nPO 9\tSialkot Surgical\t2026-12-03\nPO 4711\tSialkot Surgical\t2027-01-03\n'
  const { body } = await read(text, { kind: 'jobs' })
  const [question] = body.preview?.questions ?? []
  const answers = { [question?.key ?? '']: question?.choices[0]?.id ?? '' }
  const shown = await preview(body, { answers })
  expect(shown.preview?.counts).toMatchObject({ make: 4, similar: 2 })
  const looks = 'Looks like job 1, PO 4711'
  expect(shown.rows.map(({ row, action, reason }) => [row, action, reason])).toEqual([
    [2, 'make', `${looks}. To change that one, write its Id into the row.`],
    [3, 'make', `${looks}. To change that one, write its Id into the row.`],
    [4, 'make', null],
    [5, 'make', null],
  ])
  const without = await preview(shown, { answers, similarRows: 'leaveOut' })
  expect(without.preview?.counts).toMatchObject({ make: 2, same: 2, similar: 2 })
  expect(without.rows[0]).toMatchObject({ action: 'same', reason: `${looks}: it is left out.` })
  expect(await done(without)).toMatchObject({ made: 2, same: 2, refused: 0 })
  expect((await jobs()).map(({ name }) => name)).toEqual(['PO 4711', 'PO 9', 'PO 4711'])
})

test('of several ports or companies of one name the one that stands on the row’s own job is meant', async () => {
  const port = (countryId: string) =>
    company
      .call<{ id: string }>('POST', '/api/port', { name: 'Valencia', countryId })
      .then(({ body }) => body.id)
  const [spanish, other] = [await port('ES'), await port('VE')]
  const twins = [
    await buildOrganisation(company, { name: 'Twin' }),
    await buildOrganisation(company, { name: 'Twin' }),
  ]
  const fields = { name: 'Oranges', quote: { dischargePortId: other } }
  const job = await buildFullJob(company, fields, { consignee: twins[1] })
  const rows = ['Id;Name;Discharge Port;Loading Port;Consignee', `${job.jobId};Oranges;Valencia;;Twin`]
  const { body: same } = await read(rows.join('\r\n'), { kind: 'jobs' })
  expect([same.preview?.counts, same.preview?.questions]).toEqual([
    { make: 0, change: 0, same: 1, wrong: 0, contacts: 0, similar: 0 },
    [],
  ])
  // In another column, and on another job, it is asked.
  const moved = [rows[0], `${job.jobId};Oranges;Valencia;Valencia;Twin`, ';Lemons;Valencia;;Twin'].join(
    '\r\n',
  )
  const { body: asked } = await read(moved, { kind: 'jobs' })
  expect(asked.preview?.counts).toMatchObject({ make: 0, same: 0, wrong: 2 })
  expect(asked.preview?.questions.map(({ kind, text, rows }) => [kind, text, rows])).toEqual([
    ['party', 'Twin', 1],
    ['port', 'Valencia', 2],
  ])
  expect(asked.preview?.questions[1]?.choices.map(({ id }) => id)).toEqual(
    expect.arrayContaining([spanish, other]),
  )
})

test('companies that are made beside are called by their names, before and once they are gone', async () => {
  const { body } = await read('Name\tConsignee\nWool\tNew Ltd\n', { kind: 'jobs' })
  const consignee = { label: 'Consignee', old: '', new: 'New Ltd' }
  const ticked = await preview(body, { makeContacts: true })
  const ofWool = ({ rows }: ImportReport) => rows.find(({ row }) => row > 0)?.fields
  expect(ofWool(ticked)).toContainEqual(consignee)
  const ended = await done(ticked)
  expect(ofWool(ended)).toContainEqual(consignee)
  expect(ofWool(await undone(ended))).toContainEqual(consignee)
})

test('a company that only refused rows name is not made', async () => {
  const text =
    'Name\tShipper\tConsignee\tETD\nWool\tOld Ltd\tNew Ltd\t2026-12-03\nCotton\tOther Ltd\tNew Ltd\t32.13.2026\n'
  const { body } = await read(text, { kind: 'jobs' })
  const ticked = await preview(body, { makeContacts: true, wrongRows: 'leaveOut' })
  expect(ticked.preview?.counts).toEqual({ make: 1, change: 0, same: 0, wrong: 1, contacts: 2, similar: 0 })
  expect(await done(ticked)).toMatchObject({ made: 3, refused: 1 })
  const { body: contacts } = await company.call<{ name: string }[]>('GET', '/api/organisation')
  expect(contacts.map(({ name }) => name).toSorted()).toEqual(['New Ltd', 'Old Ltd'])
})

test('decimals of both kinds in one file are asked about, and what can be two numbers is named', async () => {
  const text = 'Name;Gross weight\nOne;1.234,5\nTwo;1,234.5\nThree;1.234\nFour;12,5\nFive;1234\n'
  const { body } = await read(text, { kind: 'jobs' })
  expect(body.preview?.ambiguous).toEqual({
    dates: false,
    mixedDates: false,
    decimals: true,
    mixedDecimals: true,
  })
  expect(body.settings.decimal).toBe(',')
  const told = (report: ImportReport) => report.preview?.errors.map(({ value, message }) => [value, message])
  const both =
    'The file has both 1,234.5 and 1.234,5, so this can be two numbers. Write it without thousands.'
  expect(told(body)).toEqual([
    ['1,234.5', 'This is no number. Expected is a number such as 1.234,5.'],
    ['1.234', both],
  ])
  expect(told(await preview(body, { decimal: '.' }))).toEqual([
    ['1.234,5', 'This is no number. Expected is a number such as 1,234.5.'],
    ['1.234', both],
    ['12,5', 'This is no number. Expected is a number such as 1,234.5.'],
  ])
})

test('a second table below, its title, and signs without width in a heading', async () => {
  const text =
    'Job name,ETD\u200b,Gross weight\nCotton,2026-12-03,100\n\nRice,,200\n\nContacts of the month,,\nCompany,City,Telephone\nIndus,Lahore,+92 42 123\n'
  const { body } = await read(text, { kind: 'jobs' })
  expect(body.settings.columns).toEqual(['name', 'etd', 'grossWeight'])
  expect(body.preview?.counts).toMatchObject({ make: 2, wrong: 3 })
  expect(body.preview?.errors[0]).toEqual({
    ...{ row: 6, column: '', heading: '', value: 'Contacts of the month' },
    message: 'Below an empty row this looks like the title of another table or a remark. It is left out.',
  })
  expect(body.rows.filter(({ action }) => action === 'make').map(({ name }) => name)).toEqual([
    'Cotton',
    'Rice',
  ])
})

test('contacts are known by name and city; items by their job and name', async () => {
  await buildOrganisation(company, { name: 'Indus', organisationContacts: [{ contact: { city: 'Lahore' } }] })
  const contacts =
    'Company,City,Country,Phone\nIndus,Lahore,Pakistan,+92 1\nIndus,Karachi,PK,+92 2\nElbe,Hamburg,Atlantis,1\n'
  const { body } = await read(contacts, { kind: 'contacts' })
  expect(body.preview?.counts).toEqual({ make: 1, change: 1, same: 0, wrong: 1, contacts: 0, similar: 0 })
  expect(body.preview?.errors).toMatchObject([{ row: 4, column: 'C', value: 'Atlantis' }])
  expect(await done(body)).toMatchObject({ made: 1, changed: 1 })
  expect((await read(contacts, { kind: 'contacts' })).body.preview?.counts).toMatchObject({
    make: 0,
    change: 0,
    same: 2,
  })
  expect(await undone(body)).toMatchObject({ undone: 2, stayed: 0 })
  const job = await buildJob(company)
  const items = 'Item,Qty,Gross Weight,Packing\nShirts,12,1.5,ctns\nShirts,10,2,ctns\n'
  const { body: read1 } = await read(items, { kind: 'items', shipmentId: job.id })
  expect(await done(read1)).toMatchObject({ made: 2 })
  expect((await read(items, { kind: 'items', shipmentId: job.id })).body.preview?.counts).toMatchObject({
    make: 0,
    same: 2,
  })
  const named = `Job Id,Item,Qty\n${job.jobId},Socks,3\n99,Socks,3\n`
  expect((await read(named, { kind: 'items' })).body.preview?.counts).toMatchObject({ make: 1, wrong: 1 })
  expect(await undone(read1)).toMatchObject({ undone: 2 })
})

test('who may not change jobs brings nothing in; other companies see nothing of an import', async () => {
  const viewer = await buildColleague(product, company, 'viewer')
  expectProblem(await read(sheet, { kind: 'jobs' }, viewer), 'not_allowed')
  const { body } = await read(sheet, { kind: 'jobs' })
  expectProblem(await viewer.call('GET', `/api/import/${body.id}`), 'not_found')
  const stranger = await buildCompany(product)
  for (const [method, more] of [
    ['GET', ''],
    ['POST', '/begin'],
    ['POST', '/undo'],
  ] as const)
    expectProblem(await stranger.call(method, `/api/import/${body.id}${more}`), 'not_found')
})

test('columns that are called as a kind of reference make references, again nothing, and one undo takes them away', async () => {
  const standing = await buildJob(company, { name: 'Standing', hbl: 'HBL9' })
  await buildReference(company, standing.id, { kind: 'booking', number: 'BK0' })
  const file = [
    'Job name;House B/L;Booking No;PO No;Customer’s Reference',
    'Standing;HBL9;BK1;;',
    'Rice;HBL10;BK2;PO1, PO2;C 7',
  ].join('\r\n')
  const { body: report } = await read(file, { kind: 'jobs' })
  expect(report.settings.columns).toEqual(['name', 'hbl', 'booking', 'purchaseOrder', 'customerReference'])
  const ended = await done(await preview(report))
  expect(ended).toMatchObject({ made: 1, changed: 1, refused: 0 })
  const referencesOf = async () =>
    Promise.all(
      (await jobs()).map(async ({ id }) =>
        (await company.call<Reference[]>('GET', `/api/reference?shipmentId=${id}`)).body.map(
          ({ kind, number }) => [kind, number],
        ),
      ),
    )
  const rice = [
    ['booking', 'BK2'],
    ['purchaseOrder', 'PO1'],
    ['purchaseOrder', 'PO2'],
    ['customerReference', 'C 7'],
  ]
  expect(await referencesOf()).toEqual([[['booking', 'BK1']], rice])
  const again = await read(file, { kind: 'jobs' })
  expect(again.body.preview?.counts).toMatchObject({ make: 0, change: 0, same: 2 })
  await undone(ended)
  expect(await referencesOf()).toEqual([[['booking', 'BK0']]])
})

test('columns are of a kind of reference by the abbreviations that the references of a job take too', async () => {
  const { body: report } = await read(
    'Job name;BKG Nr.;P.O. No.;INV;L.C.;Customs Entry No\r\nRice;1;2;3;4;5',
    {
      kind: 'jobs',
    },
  )
  expect(report.settings.columns).toEqual([
    ...['name', 'booking', 'purchaseOrder', 'commercialInvoice', 'letterOfCredit', 'customsDeclaration'],
  ])
})

test('a job that an import made stays where somebody has added a reference since', async () => {
  const { body: report } = await read('Job name;Booking\r\nRice;BK2', { kind: 'jobs' })
  const ended = await done(await preview(report))
  const [made] = await jobs()
  await buildReference(company, made?.id ?? '', { number: 'BK3' })
  expect(await undone(ended)).toMatchObject({ stayed: 1 })
  expect(await jobs()).toHaveLength(1)
})
