import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Job } from '#contract/jobs.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildJob, buildOrganisation, buildParty, callerWith } from '#testing/factories.ts'
import { sharedByTests, testCompany } from '#testing/test-company.ts'

// Two servers on one database, each with the pages that it remembers: nobody may see a page that is older than a
// change of which they can know. LADING_TEST_RACE_SECONDS=60 races for a minute.
const SECONDS = Number(process.env['LADING_TEST_RACE_SECONDS'] ?? 3)
const JOBS = 4
const LONGEST_PAUSE_MS = 150

const { product, company } = testCompany()
const second: TestApp = sharedByTests(() => startTestApp({ beside: product }))
const jobs: Job[] = []
let acme: { id: string; partyId: string }

beforeAll(async () => {
  acme = await buildOrganisation(company, { name: 'Acme 0' })
  for (let count = 0; count < JOBS; count++) jobs.push(await buildJob(company, { name: 'Job 0' }))
  await buildParty(company, jobs[0]?.id ?? '', 'consignee', acme.partyId)
})

/** The number at the end of a name, which each change makes one greater. */
const counted = (name: string | null | undefined) => Number(name?.split(' ').at(-1))

test(
  'no page is older than a change that was answered before it was asked for',
  async () => {
    const servers = [product, second].map(one => callerWith(one, company.token))
    const end = performance.now() + SECONDS * 1000
    const isOver = () => performance.now() > end
    /** How far each job's name, the company's and the number of jobs had come in what was answered. */
    const known = { names: jobs.map(() => 0), company: 0, jobs: JOBS }
    let writes = 0
    let reads = 0
    let unchanged = 0
    const stale: string[] = []

    async function write(change: (number: number, call: (typeof servers)[number]) => Promise<unknown>) {
      for (let number = 1; !isOver(); number++) {
        const call = servers[number % servers.length]
        if (call) await change(number, call)
        writes += 1
        // In a moment in which nobody writes, no later change hides that one was missed.
        await pause(Math.random() * LONGEST_PAUSE_MS)
      }
    }
    const saveJob = (index: number) =>
      write(async (number, call) => {
        const saved = await call('PUT', '/api/shipment', { id: jobs[index]?.id, name: `Job ${number}` })
        expect(saved.status).toBe(200)
        known.names[index] = number
      })
    const rename = () =>
      write(async (number, call) => {
        const saved = await call('PUT', '/api/organisation', { id: acme.id, name: `Acme ${number}` })
        expect(saved.status).toBe(200)
        known.company = number
      })
    const make = () =>
      write(async (_, call) => {
        expect((await call('POST', '/api/shipment')).status).toBe(201)
        known.jobs += 1
      })

    async function read(path: string, call: (typeof servers)[number]) {
      let tag = ''
      let before: JobTableRow[] = []
      while (!isOver()) {
        const expected = { ...known, names: [...known.names] }
        const reply = await call<JobTableRow[]>('GET', path, undefined, tag ? { 'if-none-match': tag } : {})
        reads += 1
        if (reply.status === 304) unchanged += 1
        else before = reply.body
        tag = String(reply.headers['etag'])
        const rows = new Map(before.map(row => [row.id, row]))
        for (const [index, job] of jobs.entries()) {
          const seen = counted(rows.get(job.id)?.name)
          if (!(seen >= (expected.names[index] ?? 0)))
            stale.push(`job ${index}: ${seen} of ${expected.names[index]}`)
        }
        const consignee = counted(rows.get(jobs[0]?.id ?? '')?.consignee)
        if (!(consignee >= expected.company)) stale.push(`company: ${consignee} of ${expected.company}`)
        const total = Number(reply.headers['x-total-count'])
        if (!(total >= expected.jobs)) stale.push(`total: ${total} of ${expected.jobs}`)
      }
    }

    async function readJob(index: number, call: (typeof servers)[number]) {
      while (!isOver()) {
        const expected = { ...known, names: [...known.names] }
        const { body } = await call<Job>('GET', `/api/shipment/${jobs[index]?.id}?stakeholder=true`)
        reads += 1
        const seen = counted(body.name)
        if (!(seen >= (expected.names[index] ?? 0)))
          stale.push(`whole job ${index}: ${seen} of ${expected.names[index]}`)
        for (const link of body.shipmentConsignees) {
          const consignee = counted(link.party?.organisation?.name)
          if (!(consignee >= expected.company))
            stale.push(`company of a whole job: ${consignee} of ${expected.company}`)
        }
      }
    }

    const sorted = '/api/shipment/table?sort=jobId&limit=10'
    const found = '/api/shipment/table?sort=jobId&limit=10&search=job'
    await Promise.all([
      ...jobs.map((_, index) => saveJob(index)),
      rename(),
      make(),
      ...servers.flatMap(call => [
        read(sorted, call),
        read(sorted, call),
        readJob(0, call),
        readJob(1, call),
      ]),
    ])
    expect(stale).toEqual([])
    expect(Math.min(writes, reads)).toBeGreaterThan(SECONDS)
    // At rest, both servers remember what they read, and it is the same.
    for (const path of [sorted, found]) {
      const tags = []
      for (const call of [...servers, ...servers]) tags.push((await call('GET', path)).headers['etag'])
      expect(new Set(tags).size).toBe(1)
    }
    if (SECONDS > 3)
      console.log(`${writes} changes, ${reads} pages, ${unchanged} of them unchanged, none stale`)
  },
  SECONDS * 1000 + 60_000,
)
