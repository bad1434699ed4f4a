import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { json } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'

const MB = 1024 * 1024

const { product, rows, company } = testCompany({ uploadLimitBytes: 8 * MB })
let address: string
let job: Job

beforeAll(async () => {
  address = await product.app.listen({ host: '127.0.0.1', port: 0 })
  job = await buildJob(company)
})

const boundary = 'lading'
const opening = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="afile"; filename="${name}"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n'
const closing = () =>
  `\r\n--${boundary}\r\nContent-Disposition: form-data; name="shipmentId"\r\n\r\n${job.id}\r\n--${boundary}--\r\n`

type Sent = { sender: ClientRequest; answer: Promise<IncomingMessage> }

/** Begins an upload on a real connection, in pieces of unknown length as a browser's stream has. */
function begin(headers: Record<string, string> = { authorization: `Bearer ${company.token}` }): Sent {
  const sender = request(`${address}/api/document`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
  const answer = once(sender, 'response').then(([response]) => response as IncomingMessage)
  answer.catch(() => undefined)
  return { sender, answer }
}

async function write({ sender }: Sent, content: string | Uint8Array): Promise<void> {
  if (!sender.write(content)) await once(sender, 'drain')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isSo()) return
    await pause(25)
  }
  throw new Error('It did not come about within five seconds.')
}

const openTransactions = () =>
  rows.select(
    `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
const drafts = () => readdir(`${product.filesFolder}/.tmp`)
const started = () => rows.select('select content_key from started_uploads')
const storedFiles = async () =>
  (await readdir(product.filesFolder, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile(),
  )

test('a file of several megabytes goes through while the database is free for others', async () => {
  const upload = begin()
  await write(upload, opening('large.bin'))
  await write(upload, Buffer.alloc(2 * MB, 1))
  await until(async () => (await drafts()).length === 1)
  // Others' transactions end by themselves; one that waits for the sender would not.
  await until(async () => (await openTransactions()).length === 0)
  await write(upload, Buffer.alloc(3 * MB, 2))
  upload.sender.end(closing())
  const response = await upload.answer
  const document = (await json(response)) as Document
  expect({ status: response.statusCode, size: document.size }).toEqual({ status: 201, size: 5 * MB })
})

test('a sender who goes away in the middle leaves no file, no draft and no note', async () => {
  const before = (await storedFiles()).length
  const upload = begin()
  await write(upload, opening('broken.bin'))
  await write(upload, Buffer.alloc(MB, 1))
  await until(async () => (await drafts()).length === 1)
  expect(await started()).toHaveLength(1)
  upload.sender.destroy()
  await until(async () => (await started()).length === 0)
  expect(await drafts()).toEqual([])
  expect((await storedFiles()).length).toBe(before)
})

// Over a bare connection, as Node's own client stops sending once it has its answer.
test('a sender of too much is told so, though it has not sent all, and the connection stays whole', async () => {
  const before = (await storedFiles()).length
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', data => {
    received += data.toString()
  })
  const send = async (content: string | Uint8Array) => {
    if (!socket.write(content)) await once(socket, 'drain')
  }
  const chunk = (content: string | Uint8Array) => {
    const bytes = Buffer.from(content)
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  }
  const signedIn = `Host: lading.example\r\nAuthorization: Bearer ${company.token}\r\n`
  await send(
    `POST /api/document HTTP/1.1\r\n${signedIn}Transfer-Encoding: chunked\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
  )
  await send(chunk(opening('large.bin')))
  for (let megabyte = 0; megabyte < 30; megabyte += 1) await send(chunk(Buffer.alloc(MB, 1)))
  await send(chunk(closing()))
  await send('0\r\n\r\n')
  await until(async () => received.includes('"too_large"'))
  expect(received).toMatch(/^HTTP\/1\.1 413 /)
  await send(`GET /api/document/${job.id} HTTP/1.1\r\n${signedIn}\r\n`)
  await until(async () => /HTTP\/1\.1 404 /.test(received))
  socket.destroy()
  await until(async () => (await started()).length === 0)
  expect(await drafts()).toEqual([])
  expect((await storedFiles()).length).toBe(before)
})

test('a length that is too large is refused before a byte of it is stored', async () => {
  const upload = begin({ authorization: `Bearer ${company.token}`, 'content-length': String(500 * MB) })
  await write(upload, opening('large.bin'))
  const response = await upload.answer
  expect(response.statusCode).toBe(413)
  upload.sender.destroy()
  expect(await drafts()).toEqual([])
})

test('a stranger’s bytes are not stored at all', async () => {
  const before = (await storedFiles()).length
  const upload = begin({})
  await write(upload, opening('large.bin'))
  await write(upload, Buffer.alloc(MB, 1))
  const response = await upload.answer
  expect(response.statusCode).toBe(401)
  upload.sender.destroy()
  expect(await drafts()).toEqual([])
  expect((await storedFiles()).length).toBe(before)
})
