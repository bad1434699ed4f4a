import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { startTestApp } from '#testing/app.ts'
import { buildJob } from '#testing/factories.ts'
import { openRows } from '#testing/rows.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'

const root = join(import.meta.dirname, '../../..')

// Makes documents as fast as it can, in a process that can be killed.
const program = `
  import { openDiskStore } from '#server/files/disk.ts'
  import { generateDocuments } from '#server/templates/generation/generate.ts'
  import { openWordPool } from '#server/word/pool.ts'
  import { openTestDatabase } from '#testing/identity-app.ts'
  const { ownerUrl, filesFolder, subject, templates, jobs } = JSON.parse(process.argv[1])
  const database = openTestDatabase(ownerUrl)
  const asUser = async work => (await database.asUser(subject, async session => ({ value: await work(session) }))).value
  const parts = { files: await openDiskStore(filesFolder), word: openWordPool({ threads: 1 }), pdf: { unavailable: 'none' }, budgets: { take() {}, spend() {} } }
  const oneOf = list => list[Math.floor(Math.random() * list.length)]
  const make = async () => {
    for (;;) {
      await generateDocuments(parts, asUser, { templateId: oneOf(templates), jobId: oneOf(jobs), formats: ['word'] })
      process.stdout.write('.')
    }
  }
  await Promise.all([make(), make(), make()])
`

/** `npm run test:kills` kills thirty times. */
const KILLS = process.env['LADING_KILLS'] === 'complete' ? 30 : 3
const JOBS = 24

test('killed again and again while it makes documents, the product leaves no gap and gives no number twice', async () => {
  const product = await startTestApp()
  const company = await buildTemplateCompany(product)
  const rows = await openRows(product)
  const jobs: Job[] = []
  for (let count = 0; count < JOBS; count += 1)
    jobs.push(await buildJob(company, { quote: { commodity: 'Cotton', transportMode: 2 } }))
  const bill = await company.addTemplate('{{Numbers.HouseBill}}|{{Shipment.HouseBl}}', 'Bill.dotx')
  const order = await company.addTemplate('{{Numbers.HouseBill}}|{{Numbers.DeliveryOrder}}', 'Order.dotx')
  const [user] = await rows.select<{ subject: string }>('select subject from memberships limit 1')
  const parts = {
    ownerUrl: product.ownerUrl,
    filesFolder: product.filesFolder,
    subject: user?.subject,
    templates: [bill.id, order.id],
    jobs: jobs.map(({ id }) => id),
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker: ChildProcess = spawn(
      process.execPath,
      ['--input-type=module', '-e', program, '--', JSON.stringify(parts)],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = once(worker, 'exit')
    // From the first document on, at any moment.
    await Promise.race([once(worker.stdout as NonNullable<ChildProcess['stdout']>, 'data'), ended])
    await pause(Math.random() * 40)
    worker.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  const begun = await rows.select<{ number: string }>(
    `select number from job_numbers where kind = 'houseBill'`,
  )
  expect(begun.length).toBeGreaterThan(0)

  // Every job's papers are made once more: what was taken before a kill is used now.
  for (const { id } of jobs)
    for (const template of [bill, order]) {
      const url = `/api/documenttemplate/generatedocument/?shipmentId=${id}`
      expect((await company.call('POST', url, { id: template.id })).status).toBe(201)
    }
  const numbers: string[] = []
  for (const { id } of jobs) {
    const { body } = await company.call<Job>('GET', `/api/shipment/${id}`)
    numbers.push(body.hbl ?? '')
    for (const document of body.documents)
      expect((await company.textOf(document)).split('|')[0]).toBe(body.hbl)
  }
  const expected = Array.from({ length: JOBS }, (_, index) => `HBL-${String(index + 1).padStart(5, '0')}`)
  expect(numbers.toSorted()).toEqual(expected)
  expect(
    await rows.select(
      `select next_number::integer as next from number_series where kind = 'houseBill'
       union all select 0 from returned_numbers`,
    ),
  ).toEqual([{ next: JOBS + 1 }])
  await rows.close()
  await product.close()
}, 180_000)
