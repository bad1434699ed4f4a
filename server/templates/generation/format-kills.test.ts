import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { testCompany } from '#testing/test-company.ts'

const root = join(import.meta.dirname, '../../..')

// Makes one call's documents and stops for good before the given transaction, where it is killed.
const program = `
  import { openDiskStore } from '#server/files/disk.ts'
  import { generateDocuments } from '#server/templates/generation/generate.ts'
  import { openWordPool } from '#server/word/pool.ts'
  import { openTestDatabase } from '#testing/identity-app.ts'
  const { ownerUrl, filesFolder, subject, templateId, jobId, stopAt } = JSON.parse(process.argv[1])
  const database = openTestDatabase(ownerUrl)
  let begun = 0
  let hasMade = false
  const asUser = async work => {
    if (hasMade) begun += 1
    if (hasMade && begun === stopAt) {
      process.stdout.write('.')
      return new Promise(() => setInterval(() => undefined, 1000))
    }
    return (await database.asUser(subject, async session => ({ value: await work(session) }))).value
  }
  const print = async () => {
    hasMade = true
    return new TextEncoder().encode('%PDF-1.7')
  }
  const parts = {
    files: await openDiskStore(filesFolder),
    word: openWordPool({ threads: 1 }),
    pdf: { unavailable: null, print },
    budgets: { take() {}, spend() {} },
  }
  await generateDocuments(parts, asUser, { templateId, jobId, formats: ['word', 'pdf'] })
  process.exit(0)
`

const { product, rows, company } = testCompany({}, buildTemplateCompany)

/** Whether it was killed at its nth transaction after the PDF was made; false where there are not as many. */
async function killedAt(stopAt: number, job: Job, templateId: string): Promise<boolean> {
  const [user] = await rows.select<{ subject: string }>('select subject from memberships limit 1')
  const { ownerUrl, filesFolder } = product
  const parts = { ownerUrl, filesFolder, subject: user?.subject, templateId, jobId: job.id, stopAt }
  const worker = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, '--', JSON.stringify(parts)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(worker, 'exit')
  const stopped = once(worker.stdout, 'data').then(() => worker.kill('SIGKILL'))
  const [code, signal] = (await Promise.race([ended, stopped.then(() => ended)])) as [number | null, string]
  expect([code, signal]).toEqual(signal ? [null, 'SIGKILL'] : [0, null])
  return signal === 'SIGKILL'
}

test('killed before any of its transactions, a call for Word and PDF leaves both documents or none', async () => {
  const { id } = await company.addTemplate('B/L {{Numbers.HouseBill}}', 'Bill.dotx')
  const outcomes: string[] = []
  for (let stopAt = 1; stopAt < 20; stopAt += 1) {
    const job = await buildJob(company, { quote: { commodity: 'Cotton', transportMode: 2 } })
    const isKilled = await killedAt(stopAt, job, id)
    const { body } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    outcomes.push(`${body.documents.length} with ${body.hbl ? 'its' : 'no'} number`)
    if (!isKilled) break
  }
  expect(new Set(outcomes)).toEqual(new Set(['0 with no number', '2 with its number']))
  expect(outcomes[0]).toBe('0 with no number')
}, 180_000)
