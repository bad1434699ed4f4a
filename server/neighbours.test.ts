import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob, type Reply } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany, type TemplateCompany } from '#testing/template-company.ts'
import { testProduct } from '#testing/test-company.ts'

// One place for each company and one call behind it.
const shares = { connections: 2, waiting: 1, patience: 60_000 }
const { product } = testProduct({ shares, withoutOffice: true })
let loud: TemplateCompany
let quiet: TemplateCompany
let job: Job
let quietJob: Job
let template: DocumentTemplate
let loudTemplate: DocumentTemplate
let ends: (() => void)[]

beforeAll(async () => {
  loud = await buildTemplateCompany(product)
  quiet = await buildTemplateCompany(product)
  job = await buildJob(loud, { name: 'Loud' })
  quietJob = await buildJob(quiet, { name: 'Quiet' })
  loudTemplate = await loud.addTemplate('Job {{Job.JobId}}', 'Notice.dotx')
  template = await quiet.addTemplate('Job {{Job.JobId}}', 'Notice.dotx')
})
beforeEach(() => {
  ends = []
})

const TOO_MUCH = {
  type: 'about:blank',
  status: 503,
  code: 'unavailable',
  title: 'The service is not available right now',
  detail: 'Your company has too many calls in progress at the moment. Send this one again in a few seconds.',
}
const refused = ({ status, body, headers }: Reply) => ({ status, body, again: headers['retry-after'] })
const asRefused = { status: 503, body: TOO_MUCH, again: '10' }

/** A day's work: whatever the other company does meanwhile, all of it succeeds. */
async function expectDay(): Promise<void> {
  const list = await quiet.call<Job[]>('GET', '/api/shipment?limit=200&search=Quiet')
  expect([list.status, list.body.map(({ id }) => id)]).toEqual([200, [quietJob.id]])
  const read = await quiet.call<Job>('GET', `/api/shipment/${quietJob.id}`)
  expect([read.status, read.body.id]).toEqual([200, quietJob.id])
  const saved = await quiet.call<Job>('PUT', '/api/shipment', {
    id: quietJob.id,
    vesselName: `Vessel ${read.body.version}`,
  })
  expect([saved.status, saved.body.version]).toEqual([200, read.body.version + 1])
  expect((await quiet.call('GET', '/api/mailtemplate')).status).toBe(200)
  expect((await quiet.call('GET', '/api/history/all?limit=10')).status).toBe(200)
  const path = `/api/documenttemplate/generatedocument?shipmentId=${quietJob.id}`
  const made = await quiet.call<Document>('POST', path, { id: template.id })
  expect(made.status).toBe(201)
  expect(await quiet.textOf(made.body)).toContain(`Job ${quietJob.jobId}`)
}

const accountOf = (company: TemplateCompany) => company.membership.account.id

test('a company whose saves hold its share of the connections waits for itself alone', async () => {
  const owner = new Client({ connectionString: product.ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('select from jobs where id = $1 for update', [job.id])
    const save = (name: string) => loud.call<Job>('PUT', '/api/shipment', { id: job.id, name })
    const { transactions } = product.app.shares
    const first = save('First')
    await expect.poll(() => transactions.load.running).toBe(1)
    const second = save('Second')
    await expect.poll(() => transactions.load.waiting).toBe(1)
    expect(refused(await loud.call('GET', `/api/shipment/${job.id}`))).toEqual(asRefused)
    await expectDay()
    expect(transactions.load).toEqual({ running: 1, waiting: 1 })
    await owner.query('commit')
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    expect((await second).body.name).toBe('Second')
  } finally {
    await owner.end()
  }
})

test('large pages, searches, history and exports have turns of their own, beside which the rest goes on', async () => {
  const { longReads } = product.app.shares
  for (let place = 0; place < 2; place += 1) ends.push(await longReads.begin(accountOf(loud)))
  const waiting = loud.call<Job[]>('GET', '/api/shipment?limit=200')
  await expect.poll(() => longReads.load.waiting).toBe(1)
  for (const path of [
    '/api/shipment',
    '/api/shipment?limit=10&search=Loud',
    '/api/history/all?limit=10',
    `/api/history?job=${job.id}`,
    '/api/history/export',
    '/api/history/signins/export',
    '/api/search?text=Loud',
    `/api/documenttemplate/fields/file?shipmentId=${job.id}`,
    `/api/documenttemplate/${loudTemplate.id}/report`,
  ]) {
    const reply = await loud.call('GET', path)
    expect(refused(reply), path).toEqual(asRefused)
  }
  expect((await loud.call('GET', '/api/shipment?limit=50')).status).toBe(200)
  await expectDay()
  for (const end of ends) end()
  const { status, body } = await waiting
  expect([status, body.map(({ id }) => id)]).toEqual([200, [job.id]])
})

test('passwords that one company has hashed are one at a time', async () => {
  const { passwords } = product.app.shares
  ends.push(await passwords.begin(accountOf(loud)))
  const add = (company: TemplateCompany, name: string) =>
    company.call('POST', '/api/register/adduser', {
      displayName: name,
      email: `${name}${Date.now()}@forwarder.example`,
      password: 'a long enough password',
    })
  const waiting = add(loud, 'one')
  await expect.poll(() => passwords.load.waiting).toBe(1)
  expect(refused(await add(loud, 'two'))).toEqual(asRefused)
  expect((await add(quiet, 'three')).status).toBe(201)
  await expectDay()
  for (const end of ends) end()
  expect((await waiting).status).toBe(201)
})

test('large bodies are read one at a time, and the companies take turns', async () => {
  const body = {
    id: quietJob.id,
    items: Array.from({ length: 3000 }, (_, n) => ({ Name: `Item number ${n}` })),
  }
  const { thread } = product.app.shares
  const order: string[] = []
  const all = ['loud', 'loud', 'quiet'].map((company, number) =>
    thread.take(company, () => order.push(`${company} ${number}`)).catch(() => order.push('refused')),
  )
  await Promise.all(all)
  expect(order).toEqual(['loud 0', 'loud 1', 'quiet 2'])
  expect((await quiet.call('PUT', '/api/shipment', body)).status).toBe(200)
  const tooMany = { ...body, items: Array.from({ length: 20_000 }, () => 0) }
  expectProblem(await loud.call('PUT', '/api/shipment', tooMany), 'too_large', {
    detail: 'The body contains more than 20000 values. Send less at a time.',
  })
})

test('whoever leaves gives up the place in the queue, and nothing is done for them', async () => {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo
  const { transactions } = product.app.shares
  ends.push(await transactions.begin(accountOf(loud)))
  const body = JSON.stringify({ id: job.id, name: 'Never' })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `PUT /api/shipment HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${loud.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await expect.poll(() => transactions.load.waiting).toBe(1)
  socket.destroy()
  await expect.poll(() => transactions.load.waiting).toBe(0)
  for (const end of ends) end()
  expect((await loud.call<Job>('GET', `/api/shipment/${job.id}`)).body.name).not.toBe('Never')
  await expectDay()
})
