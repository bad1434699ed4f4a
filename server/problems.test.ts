import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildJob, formWithFile, send } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()

const diskFull = { detail: expect.stringMatching(/^The server’s disk is full and nothing was saved\./) }

// /dev/full answers every write as a full disk does.
test.runIf(process.platform === 'linux')(
  'a full disk is told to whoever uploads, and nothing is kept',
  async () => {
    const job = await buildJob(company)
    const put = product.files.put.bind(product.files)
    product.files.put = async () => {
      await writeFile('/dev/full', 'x')
      throw new Error('/dev/full took something')
    }
    try {
      const { payload, headers } = formWithFile({ name: 'a.txt', content: 'x' }, { shipmentId: job.id })
      await expectNoChange(rows, company, async () => {
        const authorization = `Bearer ${company.token}`
        const request = { method: 'POST', url: '/api/document', payload } as const
        expectProblem(
          await send(product, { ...request, headers: { ...headers, authorization } }),
          'storage_full',
          diskFull,
        )
      })
    } finally {
      product.files.put = put
    }
  },
)

test('a full disk of the database, and one without memory or connections, are told', async () => {
  const job = await buildJob(company)
  const failWith = (code: string) =>
    rows.select(`
      create or replace function fail() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)
  await failWith('53100')
  await rows.select('create trigger fail before update on jobs for each row execute function fail()')
  try {
    await expectNoChange(rows, company, async () => {
      const save = () => company.call('PUT', '/api/shipment', { id: job.id, name: 'Never' })
      expectProblem(await save(), 'storage_full', diskFull)
      for (const code of ['53200', '53300', '57P02']) {
        await failWith(code)
        expectProblem(await save(), 'unavailable')
      }
    })
  } finally {
    await rows.select('drop trigger fail on jobs')
  }
})

test('calls whose connection to the database breaks are 503, and those after them work', async () => {
  const cut = () =>
    rows.select(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'lading'`)
  const call = async () => {
    const reply = await company.call('POST', '/api/shipment')
    if (reply.status !== 201) expectProblem(reply, 'unavailable')
    return reply.status
  }
  const statuses: number[] = []
  for (let round = 0; round < 15; round += 1) {
    const calls = Array.from({ length: 12 }, call)
    await cut()
    statuses.push(...(await Promise.all(calls)))
  }
  expect(statuses).toContain(503)
  expect(await call()).toBe(201)
})
