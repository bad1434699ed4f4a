import { beforeAll, expect, test } from 'vitest'
import {
  type FurtherPart,
  furtherParts,
  type JobTableRow,
  membersOfPart,
  partsIn,
  partsOfColumns,
} from '#contract/job-table.ts'
import { jobColumnKeys, jobSortKeys, listedJobColumns } from '#contract/job-columns.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { jobSheet } from '#server/job-changes/export.ts'
import {
  buildContainer,
  buildJob,
  buildOrganisation,
  buildParty,
  buildReference,
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
  await buildContainer(company, id, { number: 'MSKU1234565', sizeType: '45G1' })
  await buildReference(company, id, { kind: 'booking', number: 'EGLV149600' })
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
  expect(whole[0]).toMatchObject({ containers: null, bookings: null, parties: null, originals: null })
  expect(whole[1]).toMatchObject({
    containers: 'MSKU1234565',
    bookings: 'EGLV149600',
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
    containers: 'join containers',
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

test.for(['', 'all', 'none,containers', 'containers,', 'seals', 'containers;parties', 'x'.repeat(101)])(
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
