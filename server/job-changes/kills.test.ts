import { afterEach, expect, test } from 'vitest'
import type { JobChangeReport } from '#contract/job-changes.ts'
import type { Job } from '#contract/jobs.ts'
import { workerProcesses } from '#testing/background-process.ts'
import { onConnection } from '#testing/own-server.ts'
import { testCompany } from '#testing/test-company.ts'

const JOBS = 250
const within = { timeout: 90_000, interval: 100 }

const { product, rows, company } = testCompany()
const { start, killAll } = workerProcesses(() => product.ownerUrl)
afterEach(killAll)

const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await company.call<JobChangeReport>(method, `/api/job-changes${path}`, body)).body
const countsOf = ({ state, total, waiting, changed, refused }: JobChangeReport) => ({
  ...{ state, total, waiting, changed, refused },
})
const ended = { state: 'ended', total: JOBS, waiting: 0, changed: JOBS, refused: 0 }

/** What all jobs have in common: how many have this ETD and version, and how many entries the action wrote for them. */
const standing = (id: string) =>
  rows.select(
    `select etd::text, version, count(*)::integer as jobs,
      sum((select count(*) from history h where h.record_id = j.id and h.job_change_id = $1))::integer as noted
     from jobs j group by 1, 2 order by 1 nulls first`,
    [id],
  )

/** Does `work` while a worker has changed the jobs of a part, and cannot note that it has. */
const whileHeld = (id: string, position: number, work: () => Promise<void>) =>
  onConnection(product.ownerUrl, async client => {
    await client.query('begin')
    await client.query('select from job_change_jobs where change_id = $1 and position = $2 for update', [
      id,
      position,
    ])
    try {
      await work()
    } finally {
      await client.query('rollback')
    }
  })

/** Statements that wait for a row that another one holds. */
const waiting = async () => (await rows.select('select from pg_locks where not granted')).length

test('a change of many jobs outlives its workers: what was done stands, and the rest is done once', async () => {
  const jobs: Job[] = []
  while (jobs.length < JOBS)
    jobs.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, () => company.call<Job>('POST', '/api/shipment', { name: 'Cotton' })),
      ).then(replies => replies.map(({ body }) => body))),
    )
  const id = crypto.randomUUID()
  const change = { etd: '2027-05-01' }
  await call('POST', '/preview', { id, filter: {}, change })
  expect(countsOf(await call('POST', '', { id }))).toEqual({
    ...{ state: 'underWay', total: JOBS, waiting: JOBS, changed: 0, refused: 0 },
  })
  for (const [position, changed] of [
    [50, 0],
    [150, 100],
  ] as const) {
    await whileHeld(id, position, async () => {
      const worker = await start(product.ownerUrl)
      const underWay = { state: 'underWay', total: JOBS, waiting: JOBS - changed, changed, refused: 0 }
      await expect.poll(async () => countsOf(await call('GET', `/${id}`)), within).toEqual(underWay)
      await expect.poll(waiting, within).toBe(1)
      worker.child.kill('SIGKILL')
      await worker.ended
      expect(countsOf(await call('GET', `/${id}`))).toEqual(underWay)
    })
    await expect.poll(waiting, within).toBe(0)
    expect(await standing(id)).toEqual([
      { etd: null, version: 1, jobs: JOBS - changed, noted: 0 },
      ...(changed > 0 ? [{ etd: '2027-05-01', version: 2, jobs: changed, noted: changed }] : []),
    ])
  }
  await start(product.ownerUrl)
  await expect.poll(async () => countsOf(await call('GET', `/${id}`)), within).toEqual(ended)
  expect(await standing(id)).toEqual([{ etd: '2027-05-01', version: 2, jobs: JOBS, noted: JOBS }])

  const undo = crypto.randomUUID()
  expect((await call('POST', `/${id}/undo`, { id: undo })).state).toBe('underWay')
  await expect.poll(async () => countsOf(await call('GET', `/${undo}`)), within).toEqual(ended)
  expect(await standing(undo)).toEqual([{ etd: null, version: 3, jobs: JOBS, noted: JOBS }])
}, 300_000)
