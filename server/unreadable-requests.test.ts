import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from './app.ts'

let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = await createServer({ logLevel: 'silent', trustedProxies: [], publicUrl: 'http://127.0.0.1:3000' })
  app.get('/webapp', async () => 'the application')
  app.post('/json', async request => ({ got: request.body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app?.close())

/** The status, the headers by name, and the body of what a socket is answered. */
async function send(text: string) {
  const said = await new Promise<string>(resolve => {
    let all = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', chunk => (all += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(all))
  })
  const [head = '', body = ''] = said.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const HOST = 'Host: x\r\n'
const END = 'Connection: close\r\n\r\n'

test.each([
  [
    'a long header',
    `GET /webapp HTTP/1.1\r\n${HOST}Authorization: ${'a'.repeat(60_000)}\r\n${END}`,
    431,
    '16 kB',
  ],
  ['a long address', `GET /${'a'.repeat(30_000)} HTTP/1.1\r\n${HOST}${END}`, 431, '16 kB'],
  ['a garbage line', 'garbage\r\n\r\n', 400, 'cannot be read as HTTP/1.1'],
  [
    'two lengths',
    `POST /json HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n${END}{}`,
    400,
    'cannot be read as HTTP/1.1',
  ],
  [
    'a NUL in a header',
    `GET /webapp HTTP/1.1\r\n${HOST}X-A: a\0b\r\n${END}`,
    400,
    'cannot be read as HTTP/1.1',
  ],
  ['no host', `GET /webapp HTTP/1.1\r\n${END}`, 400, 'no Host header'],
  ['another expectation', `POST /json HTTP/1.1\r\n${HOST}Expect: miracles\r\n${END}`, 417, '100-continue'],
])('%s is answered by problem+json in words', async (_what, text, status, words) => {
  const reply = await send(text)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  expect(Number(reply.headers.get('content-length'))).toBe(Buffer.byteLength(reply.body))
  expect(JSON.parse(reply.body)).toMatchObject({
    type: 'about:blank',
    status,
    code: status === 431 ? 'too_large' : 'bad_request',
    detail: expect.stringContaining(words),
  })
})

test('what is well-formed goes on: HTTP/1.0 without a host, and 100-continue', async () => {
  expect(await send('GET /webapp HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: 'the application' })
  const asked = `POST /json HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n${END}{}`
  expect(await send(asked)).toMatchObject({ status: 100 })
})
