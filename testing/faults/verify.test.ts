import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Job } from '#contract/jobs.ts'
import { dice } from '#testing/seed/dice.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCompany, buildOrganisation, type Caller } from '#testing/factories.ts'
import { openRows, type Rows } from '#testing/rows.ts'
import { send, type Send, succeeded } from './caller.ts'
import { type Entry, type Ledger, openLedger } from './ledger.ts'
import { type MailOffice, openMailOffice } from './mail-office.ts'
import { listAllJobs, readBack, readBackNumbers } from './read-back.ts'
import type { Finding } from './verify.ts'
import { type InitialRecords, startWriters } from './writers.ts'
import type { WriteKind } from './writes.ts'

let folder: string
let product: TestApp
let rows: Rows
let company: Caller
let stock: InitialRecords
let office: MailOffice
let ledger: Ledger
let place: { url: string; token: string }
let mailLedger: Ledger

const everyKind: WriteKind[] = ['job', 'details', 'charges', 'agent', 'item', 'file', 'paper', 'mail']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-verify-'))
  mailLedger = openLedger(join(folder, 'arrivals.jsonl'))
  office = await openMailOffice(mailLedger)
  product = await startTestApp({
    starters: await readStarterTemplates(),
    mail: {
      smtp: {
        ...{ host: '127.0.0.1', port: Number(office.settings['SMTP_PORT']), security: 'none' as const },
        ...{ ca: undefined, user: undefined, password: undefined, oauth: undefined },
      },
    },
  })
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  rows = await openRows(product)
  company = await buildCompany(product)
  const templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
  const ports = (await company.call<{ id: string }[]>('GET', '/api/port/port')).body
  stock = {
    parties: [(await buildOrganisation(company)).partyId, (await buildOrganisation(company)).partyId],
    ports: ports.map(({ id }) => id),
    templates: templates.map(({ id }) => id),
  }
  const { port } = product.app.server.address() as AddressInfo
  place = { url: `http://127.0.0.1:${port}`, token: company.token }
})
afterAll(async () => {
  await rows.close()
  await product.close()
  await office.close()
  await rm(folder, { recursive: true })
})

const ask: Send = request => send(place, request)
let before: string[]

beforeEach(async () => {
  before = (await listAllJobs(ask)).map(({ id }) => id)
  ledger = openLedger(join(folder, `${crypto.randomUUID()}.jsonl`))
})

/** People write until something of each kind has been acknowledged. */
async function work(through: Send = ask): Promise<void> {
  const writers = startWriters({ send: through, ledger, stock, round: 1, dice: dice(7), clients: 3 })
  const isKept = (what: WriteKind) => ledger.entries.some(({ write, kept }) => kept && write.what === what)
  for (let waited = 0; waited < 500 && !everyKind.every(isKept); waited += 1) await pause(20)
  await writers.stop()
  expect(everyKind.filter(what => !isKept(what))).toEqual([])
}

function keptOf<What extends WriteKind>(
  what: What,
): Entry & { write: Extract<Entry['write'], { what: What }> } {
  const found = ledger.entries.findLast(({ write, kept }) => kept && write.what === what)
  return found as Entry & { write: Extract<Entry['write'], { what: What }> }
}

const faultsIn = (findings: readonly Finding[]) => findings.map(({ fault, words }) => `${fault}: ${words}`)

async function readAll(): Promise<string[]> {
  const { findings } = await readBack(ask, ledger.entries, mailLedger.arrivals)
  return faultsIn([...findings, ...(await readBackNumbers(ask, ledger.entries, before))])
}

test('what stands as it was acknowledged is in order', async () => {
  await work()
  expect(await readAll()).toEqual([])
})

const short = (id: string) => id.slice(0, 8)

// Each plants what a fault may leave of an acknowledged write, and what the harness must say of it.
test.each<[string, () => Promise<string>]>([
  [
    'a job that is gone',
    async () => {
      const gone = crypto.randomUUID()
      ledger.keep(ledger.begin(1, { what: 'job', job: gone }), { number: 99_999 })
      return `lost: job ${short(gone)}: the job is gone`
    },
  ],
  [
    'an earlier save that stands again',
    async () => {
      const { write } = keptOf('details')
      const version = ledger.nextVersion()
      const entry = ledger.begin(1, { ...write, version })
      ledger.keep(entry, {})
      return `lost: details ${version} of job ${short(write.job)}: an earlier one stands`
    },
  ],
  [
    'half a save',
    async () => {
      const { write } = keptOf('details')
      await rows.select("update jobs set vessel_name = 'Another' where id = $1", [write.job])
      return `half: details ${write.version} of job ${short(write.job)}: vesselName differ`
    },
  ],
  [
    'half the charges',
    async () => {
      const { write } = keptOf('charges')
      const { body } = await company.call<Job>('GET', `/api/shipment/${write.job}`)
      await rows.select('update destination_charges set insurance = 1.25 where finance_id = $1', [
        body.quote.financeId,
      ])
      return `half: charges ${write.version} of job ${short(write.job)}: destinationCharge.insurance differ`
    },
  ],
  [
    'an agent who is not there',
    async () => {
      const { write } = keptOf('agent')
      await rows.select("delete from job_parties where job_id = $1 and role = 'agent'", [write.job])
      return `lost: agent of job ${short(write.job)}: an earlier one stands`
    },
  ],
  [
    'an item that is not there',
    async () => {
      const { write } = keptOf('item')
      await rows.select('delete from items where id = $1', [write.item])
      return `lost: item ${write.version} of job ${short(write.job)}`
    },
  ],
  [
    'a file with other bytes',
    async () => {
      const { write } = keptOf('file')
      const [stored] = await rows.select<{ key: string }>(
        'select content_key as key from documents where id = $1',
        [write.document],
      )
      await writeFile(join(product.filesFolder, stored?.key ?? ''), Buffer.alloc(write.size, 7))
      const { body } = await company.call<Job>('GET', `/api/shipment/${write.job}`)
      return `lost: “${write.name}” of job ${body.jobId}: its content is not the one that was stored`
    },
  ],
  [
    'a generated document that is not there',
    async () => {
      const { write, kept } = keptOf('paper')
      await company.call('DELETE', `/api/document/${kept?.document}`)
      return `lost: paper “${write.name}” of job ${short(write.job)}`
    },
  ],
  [
    'an e-mail that is not there',
    async () => {
      const { write } = keptOf('mail')
      await rows.select('delete from mails where id = $1', [write.mail])
      return `lost: mail ${write.version} of job ${short(write.job)}`
    },
  ],
])('%s is found', async (_, plant) => {
  await work()
  const expected = await plant()
  expect(await readAll()).toContain(expected)
})

test('a number that was given twice is found', async () => {
  let first: number | undefined
  await work(async request => {
    const reply = await ask(request)
    if (request.method !== 'POST' || request.path !== '/api/shipment' || !succeeded(reply)) return reply
    const job = JSON.parse(reply.text) as Job
    first ??= job.jobId
    return { ...reply, text: JSON.stringify({ ...job, jobId: first }) }
  })
  const jobs = ledger.entries.filter(({ write, kept }) => kept && write.what === 'job')
  expect(await readAll()).toContain(`twice: number ${first} was given to ${jobs.length} jobs`)
})

test('a job that nobody asked for is found', async () => {
  const { body } = await company.call<Job>('POST', '/api/shipment')
  expect(await readAll()).toEqual([`half: job ${body.jobId}: nobody asked for it`])
})

test('an e-mail that arrived twice is found', async () => {
  await work()
  const { write } = keptOf('mail')
  mailLedger.arrive(write.mail)
  mailLedger.arrive(write.mail)
  expect(await readAll()).toContain(
    `twice: mail ${write.version} of job ${short(write.job)}: arrived 2 times`,
  )
})

test('what was not acknowledged may be there or not', async () => {
  await work(async request => {
    const isDropped = request.path === '/api/item' && ledger.entries.length % 2 === 0
    const reply = await ask(request)
    return isDropped ? { ...reply, status: undefined, failure: 'ECONNRESET' } : reply
  })
  ledger.begin(1, { what: 'job', job: crypto.randomUUID() })
  ledger.begin(1, { what: 'mail', job: keptOf('job').write.job, mail: crypto.randomUUID(), version: 1 })
  expect(await readAll()).toEqual([])
})
