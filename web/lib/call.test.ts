import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadDocument, uploadDocument } from '#contract/documents.ts'
import { deleteItem } from '#contract/items.ts'
import { getJob, listJobs, updateJob } from '#contract/jobs.ts'
import { call, callFile, callList, type ListPage } from './call.ts'
import { ApiProblem, ConnectionProblem, isAbort, messageOf } from './problem.ts'
import { connectCalls } from './transport.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Answer = { status?: number; headers?: Record<string, string>; body?: string }

const id = '7b0f6a52-3f8e-4a64-9d2a-6f3f0a6c1d11'
let server: Server
let base = ''
let seen: Seen[] = []
let answer: Answer = {}
let events: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(parts).toString() })
      response.writeHead(answer.status ?? 200, answer.headers)
      response.end(answer.body ?? '')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const connect = (to: string) =>
  connectCalls({
    base: to,
    tokenFor: (address, method) => Promise.resolve(`token for ${method} ${address.slice(to.length)}`),
    onSignInRequired: () => events.push('sign in'),
    onAccountRequired: () => events.push('register'),
    onVerificationRequired: () => undefined,
  })

beforeEach(() => {
  seen = []
  events = []
  answer = {}
  connect(base)
})

test('a NUL that was pasted along does not travel', async () => {
  answer = { body: '{}' }
  await call(updateJob, { body: { id, name: 'Cot\u0000ton \\u0000', quote: { commodity: '\u0000Yarn' } } })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    ...{ id, name: 'Cotton \\u0000' },
    quote: { commodity: 'Yarn' },
  })
})

const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: JSON.stringify({
    type: 'about:blank',
    status,
    code,
    title: 'Title',
    detail: 'What happened.',
    ...more,
  }),
})
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  test('fills the address, sends the token and answers what the server says', async () => {
    answer = { body: JSON.stringify({ id, jobId: 7 }) }
    const job = await call(getJob, { params: { id }, query: { stakeholder: 'true' } })
    expect(job.jobId).toBe(7)
    const url = `/api/shipment/${id}?stakeholder=true`
    expect(seen).toMatchObject([
      { method: 'GET', url, headers: { authorization: `Bearer token for GET ${url}` } },
    ])
    expect(seen[0]?.headers['content-type']).toBeUndefined()
  })

  test('sends its body as JSON with the version that it builds on', async () => {
    answer = { body: '{}' }
    await call(updateJob, { body: { id, name: 'Tea' }, ifMatch: 4 })
    expect(seen[0]?.headers).toMatchObject({ 'if-match': '"4"', 'content-type': 'application/json' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ id, name: 'Tea' })
  })

  test('sends the fields of a form before its file', async () => {
    answer = { status: 201, body: '{}' }
    const file = new File(['bill of lading'], 'BL 7.pdf')
    await call(uploadDocument, { body: { shipmentId: id }, file })
    const { body = '', headers } = seen[0] ?? {}
    expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(body.indexOf('name="shipmentId"')).toBeGreaterThan(-1)
    expect(body.indexOf('name="afile"; filename="BL 7.pdf"')).toBeGreaterThan(body.indexOf(id))
  })

  test('answers nothing for 204, a list with its whole count, a file as a blob', async () => {
    answer = { status: 204 }
    expect(await call(deleteItem, { params: { id } })).toBeUndefined()
    answer = { headers: { 'x-total-count': '1200' }, body: '[{"jobId":9}]' }
    const page = await callList(listJobs, { query: { sort: '-jobId', limit: 50, offset: 0 } })
    expect(page).toEqual({ rows: [{ jobId: 9 }], total: 1200, tag: null })
    expect(seen[1]?.url).toBe('/api/shipment?sort=-jobId&limit=50&offset=0')
    answer = { body: 'bytes' }
    expect(await (await callFile(downloadDocument, { params: { id } })).text()).toBe('bytes')
  })

  test('for a list that is known is answered by what is known, where nothing has changed', async () => {
    const ask = (known?: ListPage) => callList(listJobs, { query: { limit: 50 }, known })
    answer = { headers: { 'x-total-count': '1200', etag: 'W/"one"' }, body: '[{"jobId":9}]' }
    const first = await ask()
    answer = { status: 304, headers: { etag: 'W/"one"' } }
    expect(await ask(first)).toBe(first)
    answer = { headers: { 'x-total-count': '1201', etag: 'W/"two"' }, body: '[{"jobId":10}]' }
    expect(await ask(first)).toEqual({ rows: [{ jobId: 10 }], total: 1201, tag: 'W/"two"' })
    expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"one"', 'W/"one"'])
  })

  test('refuses an address without its parameter before anything is sent', async () => {
    const error = await failure(call(getJob, { params: { id: '' } }))
    expect(messageOf(error)).toContain("needs a value for 'id'")
    expect(seen).toEqual([])
  })
})

describe('a refused call', () => {
  test('says what the server said', async () => {
    const changes = [{ field: 'name', old: 'Tea', new: 'Coffee', by: 'Anna', at: '2026-11-20T10:00:00Z' }]
    answer = refusal(412, 'changed_meanwhile', { current: { version: 5 }, changes })
    const error = await failure(call(updateJob, { body: { id } }))
    expect(error).toBeInstanceOf(ApiProblem)
    expect((error as ApiProblem).code).toBe('changed_meanwhile')
    expect((error as ApiProblem).problem).toMatchObject({ current: { version: 5 }, changes })
    expect(messageOf(error)).toBe('What happened.')
  })

  test('names the fields at fault', async () => {
    answer = refusal(400, 'invalid_input', { errors: [{ path: 'etd', message: 'No such day.' }] })
    const error = await failure(call(updateJob, { body: { id } }))
    expect(messageOf(error)).toBe('What happened. etd: No such day.')
  })

  test('leads to the sign-in or to the registration', async () => {
    answer = refusal(401, 'sign_in_required')
    await failure(call(getJob, { params: { id } }))
    answer = refusal(403, 'account_required')
    await failure(call(getJob, { params: { id } }))
    expect(events).toEqual(['sign in', 'register'])
  })

  test('is told in words when the answer is not the API’s own', async () => {
    answer = { status: 502, body: '<html>Bad gateway</html>' }
    const error = await failure(call(getJob, { params: { id } }))
    expect(error).toBeInstanceOf(ConnectionProblem)
    expect(messageOf(error)).toContain('502')
    answer = { status: 503, body: '' }
    expect(messageOf(await failure(call(getJob, { params: { id } })))).toBe(
      'The server is busy. Try again in a moment.',
    )
  })
})

test('a server that is not there is a connection problem in words', async () => {
  connect('http://127.0.0.1:1')
  const error = await failure(call(getJob, { params: { id } }))
  expect(error).toBeInstanceOf(ConnectionProblem)
  expect(messageOf(error)).toContain('could not be reached')
})

test('a call that was given up is told apart from a failed one', async () => {
  const giveUp = new AbortController()
  giveUp.abort()
  expect(isAbort(await failure(call(getJob, { params: { id }, signal: giveUp.signal })))).toBe(true)
})
