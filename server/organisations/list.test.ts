import { describe, expect, test } from 'vitest'
import { JobStatus } from '#contract/choices.ts'
import { contactSorts, type ListedOrganisation, type OrganisationJob } from '#contract/contact-list.ts'
import type { Organisation } from '#contract/organisations.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { buildPorts } from '#testing/job-fixtures.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()
const list = (query = '') => company.call<ListedOrganisation[]>('GET', `/api/organisation${query}`)
const jobsOf = (id: string, query = '') =>
  company.call<OrganisationJob[]>('GET', `/api/organisation/${id}/jobs${query}`)
const statuses = (statusId: number | null) => buildJob(company, { statusId })

describe('the list of contacts', () => {
  test('tells the roles of each in one order, and its open jobs, each once', async () => {
    const [indus, coral, idle] = [
      await buildOrganisation(company, { name: 'Indus' }),
      await buildOrganisation(company, { name: 'Coral' }),
      await buildOrganisation(company, { name: 'Idle' }),
    ]
    const [open, without, done] = [
      await statuses(JobStatus.inProgress),
      await statuses(null),
      await statuses(JobStatus.completed),
    ]
    await buildParty(company, open.id, 'clearingAgent', indus.partyId)
    await buildParty(company, open.id, 'consignee', indus.partyId)
    await buildParty(company, without.id, 'shipper', indus.partyId)
    await buildParty(company, done.id, 'carrier', indus.partyId)
    await buildParty(company, done.id, 'agent', coral.partyId)

    const told = ({ partyId: _, ...organisation }: Organisation & { partyId: string }, more: object) => ({
      ...organisation,
      ...more,
    })
    const { body, headers } = await list()
    expect(headers['x-total-count']).toBe('3')
    expect(body).toEqual([
      told(coral, { roles: ['agent'], openJobs: 0 }),
      told(idle, { roles: [], openJobs: 0 }),
      told(indus, { roles: ['consignee', 'shipper', 'carrier', 'clearingAgent'], openJobs: 2 }),
    ])
  })

  test('is sorted by name or open jobs, either way, page by page', async () => {
    const names = ['amber', 'Bronze', 'Copper', null]
    const made = []
    for (const name of names) made.push(await buildOrganisation(company, { name }))
    for (const count of [1, 2])
      for (let n = 0; n < count; n++) {
        const job = await statuses(JobStatus.inProgress)
        await buildParty(company, job.id, 'consignee', made[count]?.partyId ?? '')
      }
    const shown = async (query: string) => (await list(query)).body.map(({ name }) => name)
    expect(await shown('')).toEqual(['amber', 'Bronze', 'Copper', null])
    expect(await shown('?sort=-name')).toEqual(['Copper', 'Bronze', 'amber', null])
    expect(await shown('?sort=openJobs')).toEqual(['amber', null, 'Bronze', 'Copper'])
    expect(await shown('?sort=-openJobs')).toEqual(['Copper', 'Bronze', 'amber', null])
    for (const sort of contactSorts) {
      const paged = []
      for (let offset = 0; offset < 4; offset++)
        paged.push(...(await shown(`?sort=${sort}&limit=1&offset=${offset}`)))
      expect(paged).toEqual(await shown(`?sort=${sort}`))
    }
    const beyond = await list('?sort=-openJobs&offset=9')
    expect(beyond).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '4' } })
    expect(await shown('?search=opp&sort=-openJobs')).toEqual(['Copper'])
    expectProblem(await list('?sort=city'), 'invalid_input')
  })
})

describe('the jobs of a contact', () => {
  test('are told with its roles on each, the open ones first', async () => {
    const ports = await buildPorts(company, ['Karachi', 'Hamburg', 'Prague'])
    const { id, partyId } = await buildOrganisation(company)
    const older = await buildJob(company, {
      name: 'Older',
      statusId: JobStatus.inProgress,
      etd: '2026-12-03',
      eta: '2026-12-24',
      quote: {
        loadingPortId: ports['Karachi'],
        dischargePortId: ports['Hamburg'],
        destinationPortId: ports['Prague'],
      },
    })
    const newer = await buildJob(company, { name: 'Newer', statusId: JobStatus.completed })
    await buildJob(company, { name: 'Of others' })
    await buildParty(company, older.id, 'clearingAgent', partyId)
    await buildParty(company, older.id, 'consignee', partyId)
    await buildParty(company, newer.id, 'carrier', partyId)
    const { status, body, headers } = await jobsOf(id)
    const nothing = { etd: null, eta: null, loadingPort: null, dischargePort: null, destinationPort: null }
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        {
          id: older.id,
          jobId: older.jobId,
          name: 'Older',
          roles: ['consignee', 'clearingAgent'],
          statusId: JobStatus.inProgress,
          etd: '2026-12-03',
          eta: '2026-12-24',
          loadingPort: 'Karachi',
          dischargePort: 'Hamburg',
          destinationPort: 'Prague',
        },
        { id: newer.id, jobId: newer.jobId, name: 'Newer', roles: ['carrier'], statusId: 2, ...nothing },
      ],
    })
    expect(headers['x-total-count']).toBe('2')
    expect((await jobsOf(id, '?limit=1&offset=1')).body.map(({ name }) => name)).toEqual(['Newer'])
    expect(await jobsOf((await buildOrganisation(company)).id)).toMatchObject({ status: 200, body: [] })
  })

  test('of another company’s contact, or none, are not there', async () => {
    const other = await buildCompany(product)
    const { id } = await buildOrganisation(other)
    expectProblem(await jobsOf(id), 'not_found')
    expectProblem(await jobsOf(crypto.randomUUID()), 'not_found')
    for (const bad of ['abc', "' or 1=1 --"])
      expectProblem(await jobsOf(encodeURIComponent(bad)), 'invalid_input')
  })
})
