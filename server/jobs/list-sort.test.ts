import { beforeAll, expect, test } from 'vitest'
import { jobSorts, type JobSortKey } from '#contract/job-columns.ts'
import type { JobRow } from '#contract/jobs.ts'
import { joinWithOwnValues } from '#testing/houses.ts'
import { buildCompanies, buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'

const { company, rows } = testCompany()
let jobs: JobRow[]
let found: string[]

const sorted = async (query: string) => (await company.call<JobRow[]>('GET', `/api/shipment?${query}`)).body

beforeAll(async () => {
  const companies = Object.values(
    await buildCompanies(company, ['alpha', 'Beta', 'Ängström', 'zeta', '10 Ltd', 'Beta Ltd']),
  )
  const ports = Object.values(await buildPorts(company, ['antwerp', 'Bremen', 'Århus', 'Zadar']))
  const texts = ['beta', 'Alpha', 'Émile', 'alpha 2', '10', '9', 'Alpha']
  // Steps that share no factor with the lists' lengths: every column has its own order, ties and gaps.
  const pick = <Value>(values: readonly Value[], at: number) =>
    at % 5 === 4 ? null : (values[at % values.length] ?? null)
  const party = (at: number) => pick(companies, at) ?? undefined
  const people = ['Sana', 'amina', 'Sana'].map(name => ({ id: crypto.randomUUID(), name }))
  await rows.select(
    `insert into users (account_id, id, subject, display_name, email, role, joined_at)
     select $1, id, id::text, name, '', 'staff', now() from unnest($2::uuid[], $3::text[]) as person (id, name)`,
    [company.membership.account.id, people.map(({ id }) => id), people.map(({ name }) => name)],
  )
  const owners = [...people.map(({ id }) => id), company.membership.user.id]
  for (let n = 0; n < 16; n += 1)
    await buildFullJob(
      company,
      {
        name: pick(texts, n * 3 + 1),
        statusId: pick([2, 0, 3, 1], n * 3),
        etd: pick(['2026-03-01', '2025-12-31', '2026-03-01', '9999-12-31'], n + 1),
        eta: pick(['2026-05-01', '2026-04-30', '0001-01-01'], n + 2),
        grossWeight: pick([2, 1500, 0.5, 150, 30], n + 3),
        netWeight: pick([0, 9_999_999_999, 12.0001, 12], n),
        weightUnit: pick([0, 1], n * 3 + 1),
        volume: pick([30, 1, 2, 100], n + 2),
        volumeUnit: pick([1, 0], n * 3 + 2),
        numberOfPackages: pick([10, 9, 100, 0], n + 1),
        mbl: pick(texts, n + 1),
        hbl: pick(texts, n * 2),
        igm: pick(texts, n * 3),
        indexNumber: pick(texts, n * 4 + 1),
        shedNumber: pick(texts, n * 6 + 1),
        direction: pick([0, 1, null], n),
        voyage: pick(texts, n * 2 + 1),
        ownerId: pick(owners, n * 3 + 2),
        quote: {
          commodity: pick(texts, n * 2 + 1),
          transportMode: pick([1, 0, 2], n),
          quoteType: pick([2, 0, 1], n + 1),
          clType: pick([1, 0], n + 2),
          loadingPortId: pick(ports, n),
          viaPortId: pick(ports, n * 3 + 1),
          dischargePortId: pick(ports, n + 2),
          destinationPortId: pick(ports, n * 3),
        },
      },
      { consignee: party(n), shipper: party(n * 3 + 1), agent: party(n + 2), carrier: party(n * 3) },
    )
  const [one, two, three, ...others] = await sorted('')
  const masters = [one, two, three].map(job => job?.id)
  for (const [n, { id }] of others.entries())
    await joinWithOwnValues(company, id, pick(masters, n * 2) ?? undefined)
  jobs = await sorted('')
  found = (await sorted('search=alpha')).map(row => row.id)
})

type Value = string | number | null
type Links = { party: { organisation: { name: string | null } } }[]

const small = (text: string | null) => text?.toLowerCase() ?? null
const nameIn = (links: Links) => small(links[0]?.party.organisation.name ?? null)
const times = (value: number | null, factor: number) => (value === null ? null : value * factor)

/** What each column sorts by, from the row as people see it. */
const keys: Record<JobSortKey, (row: JobRow) => Value> = {
  jobId: row => row.jobId,
  name: row => small(row.name),
  status: row => row.statusId,
  consignee: row => nameIn(row.shipmentConsignees),
  transportMode: row => row.quote.transportMode,
  loadType: row => row.quote.clType,
  etd: row => row.etd,
  eta: row => row.eta,
  shipper: row => nameIn(row.shipmentShipers),
  agent: row => nameIn(row.shipmentAgents),
  carrier: row => nameIn(row.shipmentCarriers),
  commodity: row => small(row.quote.commodity),
  quoteType: row => row.quote.quoteType,
  loadingPort: row => small(row.quote.loadingPort),
  destinationPort: row => small(row.quote.destinationPort),
  viaPort: row => small(row.quote.viaPort),
  dischargePort: row => small(row.quote.dischargePort),
  grossWeight: row => times(row.grossWeight, row.weightUnit === 1 ? 1000 : 1),
  netWeight: row => times(row.netWeight, row.weightUnit === 1 ? 1000 : 1),
  volume: row => times(row.volume, row.volumeUnit === 1 ? 0.0283168 : 1),
  numberOfPackages: row => row.numberOfPackages,
  mbl: row => small(row.mbl),
  hbl: row => small(row.hbl),
  igm: row => small(row.igm),
  indexNumber: row => small(row.indexNumber),
  shedNumber: row => small(row.shedNumber),
  direction: row => row.direction,
  master: row => row.master?.jobId ?? null,
  voyage: row => small(row.voyage),
  owner: row => small(row.owner?.displayName ?? null),
}

/** Empty values last in both directions; among equals the newest job first. */
function inOrder(sort: string): JobRow[] {
  const falling = sort.startsWith('-')
  const key = keys[sort.replace('-', '') as JobSortKey]
  return jobs.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    if (a === b) return other.jobId - one.jobId
    if (a === null) return 1
    if (b === null) return -1
    return a < b === falling ? 1 : -1
  })
}

test('26 columns and the four that are hidden at first, each with its own order, ties and empty values', () => {
  expect(jobSorts).toHaveLength(60)
  expect(jobs).toHaveLength(16)
  for (const [column, key] of Object.entries(keys)) {
    const values = jobs.map(key)
    if (column === 'jobId') continue
    expect(values, column).toContain(null)
    expect(new Set(values).size, column).toBeLessThan(16)
    expect(new Set(values).size, column).toBeGreaterThan(2)
  }
})

test.each(jobSorts)('sorted by %s', async sort => {
  const expected = inOrder(sort)
  expect(await sorted(`sort=${sort}`)).toEqual(expected)
  expect(await sorted(`sort=${sort}&limit=5&offset=6`)).toEqual(expected.slice(6, 11))
  // The same order among what a filter or a search leaves.
  expect(await sorted(`sort=${sort}&mode=1,2`)).toEqual(
    expected.filter(row => [1, 2].includes(row.quote.transportMode ?? 0)),
  )
  expect(found.length).toBeGreaterThan(5)
  expect(await sorted(`sort=${sort}&search=alpha`)).toEqual(expected.filter(row => found.includes(row.id)))
})
