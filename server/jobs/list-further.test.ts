import { beforeAll, expect, test } from 'vitest'
import {
  type FurtherPart,
  furtherParts,
  type JobTableRow,
  membersOfPart,
  partsIn,
  partsOfColumns,
} from '#contract/job-table.ts'
import { stageText } from '#contract/container-stages.ts'
import { jobColumnKeys, jobSortKeys, listedJobColumns } from '#contract/job-columns.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { jobSheet } from '#server/job-changes/export.ts'
import {
  buildContainer,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  buildReference,
  buildReferenceKind,
} from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { fewestStatements } from '#testing/statements.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany()
let whole: JobTableRow[]

const table = (query: string) => company.call<JobTableRow[]>('GET', `/api/shipment/table${query}`)

beforeAll(async () => {
  const { id } = await buildJob(company, {
    name: 'Everything that is not usual',
    ...{ placeOfReceipt: 'Lahore', originals: 3, atd: '2026-11-02', documentsCutOff: '2026-11-01T16:00' },
    ...{ vesselName: 'Ever Given', insuranceAmount: 1200.5 },
  })
  const bank = await buildOrganisation(company, { name: 'Bank of Bremen' })
  await buildParty(company, id, 'notifyParty', bank.partyId)
  await buildContainer(company, id, {
    ...{ number: 'MSKU1234565', sizeType: '45G1', seals: ['SL1', 'SL2'], vgm: 21000, vgmDate: '2026-11-02' },
    ...{ gatedIn: '2026-11-03', emptyReturned: '2026-11-20' },
  })
  await buildContainer(company, id, { number: 'MSKU7654321', seals: ['SL3'], gatedIn: '2026-11-05' })
  const kind = await buildReferenceKind(company, 'Dossier')
  for (const [reference, number] of [
    ['booking', 'EGLV149600'],
    ['commercialInvoice', 'INV-7'],
    ['letterOfCredit', 'LC 44'],
    ['customsDeclaration', 'KAPE-HC-1'],
    ['agentReference', 'A-9'],
    ['commercialInvoice', 'INV-8'],
    [kind.id, 'D1'],
  ])
    await buildReference(company, id, { kind: reference, number })
  await buildItem(company, id, { marksAndNumbers: 'ACME\nHAMBURG', hsCode: '6302.10', unNumber: '1263' })
  await buildItem(company, id, { marksAndNumbers: ' ', hsCode: '6302.10', unNumber: '1090' })
  await buildItem(company, id, { hsCode: '5205.12' })
  await buildJob(company, { name: 'Nothing of it' })
  whole = (await table('')).body
})

const combinations = furtherParts.reduce<FurtherPart[][]>(
  (sets, part) => [...sets, ...sets.map(set => [...set, part])],
  [[]],
)

test('without the parameter a row has every part, filled in or null', () => {
  const members = furtherParts.flatMap(membersOfPart)
  expect(whole.map(row => members.filter(name => !(name in row)))).toEqual([[], []])
  expect(whole[0]).toMatchObject({
    ...{ containers: null, bookings: null, parties: null, originals: null },
    ...{ seals: null, vgm: null, gatedIn: null, otherReferences: null, marks: null, unNumbers: null },
  })
  expect(whole[1]).toMatchObject({
    containers: 'MSKU1234565, MSKU7654321',
    seals: 'SL1, SL2, SL3',
    vgm: { done: 1, of: 2, last: '2026-11-02' },
    emptyPickedUp: { done: 0, of: 2, last: null },
    gatedIn: { done: 2, of: 2, last: '2026-11-05' },
    emptyReturned: { done: 1, of: 2, last: '2026-11-20' },
    bookings: 'EGLV149600',
    purchaseOrders: null,
    commercialInvoices: 'INV-7, INV-8',
    lettersOfCredit: 'LC 44',
    customsDeclarations: 'KAPE-HC-1',
    agentReferences: 'A-9',
    otherReferences: 'Dossier D1',
    marks: 'ACME HAMBURG',
    hsCodes: '6302.10, 5205.12',
    unNumbers: '1263, 1090',
    parties: { notifyParty: 'Bank of Bremen' },
    originals: 3,
    seldom: { vesselName: 'Ever Given', insuranceAmount: 1200.5 },
  })
})

test.for(combinations)('with the parts %j a row is the whole row without the others', async parts => {
  const left = furtherParts.filter(part => !parts.includes(part)).flatMap(membersOfPart)
  const expected = whole.map(row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !left.some(one => one === name))),
  )
  const named = parts.toReversed()
  for (const query of [parts.join(',') || 'none', [...named, ...named].join(',') || 'none'])
    expect(await table(`?further=${query}`)).toMatchObject({ status: 200, body: expected })
})

test('what nobody asks for is not read', async () => {
  const parts = {
    containers: 'boxes_by_type',
    containerStages: 'stages as',
    items: 'join items',
    references: 'join job_references',
    parties: 'json_object_agg',
  }
  for (const asked of ['none', ...Object.keys(parts)]) {
    const [sent = ''] = await fewestStatements(product, () => table(`?further=${asked}&limit=9`))
    for (const [part, words] of Object.entries(parts))
      expect([asked, part, sent.includes(words)]).toEqual([asked, part, part === asked])
  }
})

test('the next page is asked for with the same parts', async () => {
  const { headers } = await table('?further=containers,parties&limit=1')
  expect(headers['link']).toContain('further=containers%2Cparties')
})

test.for(['', 'all', 'none,containers', 'containers,', 'seals', 'containers;parties', 'x'.repeat(201)])(
  'a part “%s” that there is not is refused',
  async further => {
    const { body } = await table('')
    expectProblem(await table(`?further=${encodeURIComponent(further)}`), 'invalid_input')
    expect((await table('')).body).toEqual(body)
  },
)

test('each column of the dashboard and of its export has all that it shows', async () => {
  expect(partsOfColumns(jobSortKeys)).toEqual([])
  expect(partsOfColumns(jobColumnKeys)).toEqual(furtherParts)
  for (const column of keysOf(listedJobColumns)) {
    const sheet = jobSheet([column])
    expect(sheet.parts).toEqual(partsOfColumns([column]))
    expect(sheet.parts).toHaveLength(1)
    const { body } = await table(`?further=${sheet.parts.join(',')}`)
    expect([column, body.map(sheet.cells)]).toEqual([column, whole.map(sheet.cells)])
  }
})

test('a text that names no parts asks for none', () => {
  expect(partsIn('none')).toEqual([])
  expect(partsIn('references,containers,references')).toEqual(['containers', 'references'])
  expect(partsIn('seals')).toEqual([])
})

test('a stage says its last day where all containers have reached it, and how many have before', () => {
  expect(stageText({ done: 2, of: 2, last: '2026-11-05' })).toBe('2026-11-05')
  expect(stageText({ done: 1, of: 2, last: '2026-11-02' })).toBe('1 of 2')
  expect(stageText({ done: 0, of: 2, last: null })).toBe('0 of 2')
  // A verified mass without its date.
  expect(stageText({ done: 2, of: 2, last: null })).toBe('2 of 2')
  expect(stageText(null)).toBe('')
})

test('marks stand in the order of the items, each where it is said first', async () => {
  const { id } = await buildJob(company)
  for (const marksAndNumbers of ['1/480', '481/700', '1061/1100', '481/700', '1/480'])
    await buildItem(company, id, { marksAndNumbers })
  const [row] = (await table('?further=items&limit=1')).body
  expect(row).toMatchObject({ marks: '1/480; 481/700; 1061/1100', hsCodes: null })
})

test('long marks of many items are cut', async () => {
  const { id } = await buildJob(company)
  for (const letter of ['A', 'B', 'C'])
    await buildItem(company, id, { marksAndNumbers: letter.repeat(300), hsCode: '1' })
  const [row] = (await table('?further=items&limit=1')).body
  expect(row).toMatchObject({
    marks: `${'A'.repeat(300)}; ${'B'.repeat(197)}…`,
    hsCodes: '1',
    unNumbers: null,
  })
})
