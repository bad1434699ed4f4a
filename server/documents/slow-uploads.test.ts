import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FairQueue } from '#server/fair-queue.ts'
import { SlowUploads } from './slow-uploads.ts'

let turns: FairQueue
let server: Server
let sockets: Socket[]

beforeEach(async () => {
  turns = new FairQueue({ atOnce: 2, ofOneCompany: 1, waiting: 5, full: () => new Error('full') })
  const uploads = new SlowUploads(turns, { measureMs: 300, leastBytesASecond: 4096 })
  sockets = []
  const receive = async (request: IncomingMessage) => {
    const unwatch = uploads.watch(request)
    try {
      let bytes = 0
      for await (const chunk of request) bytes += (chunk as Buffer).length
      return bytes
    } finally {
      unwatch()
    }
  }
  server = createServer((request, response) => {
    const company = request.url ?? ''
    turns
      .take(company, () => receive(request))
      .then(
        bytes => response.end(String(bytes)),
        () => undefined,
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** An upload of which nothing comes but what the test writes. */
function begin(company: string, length: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  let said = ''
  socket.on('data', chunk => (said += String(chunk)))
  socket.write(`POST /${company} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
  return { socket, said: () => said }
}

test('the slowest upload gives up its place to a company that waits, and is told so', async () => {
  const fast = begin('fast', 1_000_000)
  const pour = setInterval(() => fast.socket.write(Buffer.alloc(8192)), 20)
  const slow = begin('slow', 1_000_000)
  await expect.poll(() => turns.load).toEqual({ running: 2, waiting: 0 })
  const waiting = begin('waiting', 5)
  waiting.socket.write('hello')
  await expect.poll(waiting.said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n5$/)
  await expect.poll(slow.said).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[^]*Retry-After: 60\r\n/)
  expect(JSON.parse(slow.said().split('\r\n\r\n')[1] ?? '')).toEqual({
    type: 'about:blank',
    status: 503,
    code: 'unavailable',
    title: 'The service is not available right now',
    detail:
      'The server has no room for slow uploads at the moment, and this one was stopped. Nothing was saved. Send the file again in a minute.',
  })
  expect(fast.said()).toBe('')
  clearInterval(pour)
})

test('a slow upload keeps its place while nobody waits, and while a company waits for its own uploads', async () => {
  const slow = begin('slow', 3)
  await expect.poll(() => turns.load).toEqual({ running: 1, waiting: 0 })
  const own = begin('slow', 3)
  await expect.poll(() => turns.load).toEqual({ running: 1, waiting: 1 })
  const other = begin('other', 3)
  await expect.poll(() => turns.load).toEqual({ running: 2, waiting: 1 })
  // Several times as long as uploads are measured.
  await new Promise(resolve => setTimeout(resolve, 1500))
  for (const { socket } of [slow, own, other]) socket.write('abc')
  for (const { said } of [slow, own, other]) await expect.poll(said).toMatch(/^HTTP\/1\.1 200 [^]*\r\n3$/)
})
