import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from './app.ts'
import { registerUploads } from './files/uploads.ts'

// Short enough to wait for, long enough for a busy machine between two bytes.
const limits = { headersMs: 1000, bodyMs: 1500, stallMs: 1500, connections: 20, ofOneAddress: 100 }

let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = await createServer({
    logLevel: 'silent',
    trustedProxies: [],
    publicUrl: 'http://127.0.0.1:3000',
    limits,
  })
  await registerUploads(app, { limitBytes: 1024 * 1024 })
  app.post('/json', async request => ({ got: request.body }))
  app.post('/file', async request => {
    let bytes = 0
    for await (const part of request.parts())
      if (part.type === 'file') for await (const chunk of part.file) bytes += (chunk as Buffer).length
    return { bytes }
  })
  app.get('/webapp', async () => 'the application')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app?.close())

function open(): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', chunk => (said += String(chunk)))
  socket.on('error', () => undefined)
  // `once` would reject where the server cuts a connection that is still being written to.
  const ended = new Promise<string>(resolve => {
    socket.once('close', () => resolve(said))
  })
  return { socket, ended }
}

const send = async (text: string) => {
  const { socket, ended } = open()
  socket.write(text)
  return await ended
}

test('a whole address as the target, or a second Host header, is refused and leads nowhere', async () => {
  const end = 'Connection: close\r\n\r\n'
  const here = `127.0.0.1:${port}`
  for (const head of [
    `GET http://evil.example/webapp HTTP/1.1\r\nHost: ${here}\r\n`,
    `GET http://${here}/webapp HTTP/1.1\r\nHost: ${here}\r\n`,
    `GET HTTPS://evil.example/webapp HTTP/1.1\r\nHost: localhost:${port}\r\n`,
    `GET /webapp HTTP/1.1\r\nHost: ${here}\r\nHost: evil.example\r\n`,
    `GET /webapp HTTP/1.1\r\nhost: evil.example\r\nHost: ${here}\r\n`,
  ]) {
    const reply = await send(head + end)
    expect(reply, head).toMatch(/^HTTP\/1\.1 400 /)
    expect(reply).toContain('application/problem+json')
    expect(reply.toLowerCase()).not.toContain('location:')
  }
  expect(await send(`GET /webapp HTTP/1.1\r\nHost: ${here}\r\n${end}`)).toContain('the application')
})

test('headers and bodies that do not come are waited for no longer than is said', async () => {
  const json = 'Content-Type: application/json\r\n'
  const form = 'Content-Type: multipart/form-data; boundary=b\r\n'
  const waiting = [
    '',
    'GET /webapp HTTP/1.1\r\nHost: x\r\n',
    `POST /json HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 100\r\n\r\n{"a":`,
    `POST /file HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 1000\r\n\r\n--b\r\n`,
    `POST /file HTTP/1.1\r\nHost: x\r\n${form}Transfer-Encoding: chunked\r\n\r\n5\r\n--b\r\n`,
  ]
  const replies = await Promise.all(waiting.map(send))
  for (const [index, reply] of replies.entries())
    expect(reply, waiting[index]).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a body in drops does not buy more time', async () => {
  const { socket, ended } = open()
  socket.write(
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n',
  )
  const drops = setInterval(() => socket.write(' '), 100)
  await ended
  clearInterval(drops)
  const dripped = open()
  dripped.socket.write(
    'POST /file HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900\r\n\r\n',
  )
  const more = setInterval(() => dripped.socket.write('-'), 100)
  await dripped.ended
  clearInterval(more)
})

test('a file on a slow line arrives, however long it takes in all', async () => {
  const piece = 'x'.repeat(600)
  const head = '--b\r\nContent-Disposition: form-data; name="afile"; filename="a.txt"\r\n\r\n'
  const body = [head, ...Array.from({ length: 20 }, () => piece), '\r\n--b--\r\n']
  const { socket, ended } = open()
  socket.write(
    `POST /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${body.join('').length}\r\n\r\n`,
  )
  for (const text of body) {
    socket.write(text)
    await pause(170)
  }
  expect(await ended).toContain('{"bytes":12000}')
})

/** A server on which each address may hold two connections and everybody together four. */
async function small(given: object = {}) {
  const one = await createServer({
    ...{ logLevel: 'silent', trustedProxies: [], publicUrl: 'http://127.0.0.1:3000' },
    limits: { ...limits, headersMs: 60_000, bodyMs: 60_000, connections: 4, ofOneAddress: 2, ...given },
  })
  one.get('/webapp', async () => 'the application')
  one.get('/readyz', async () => 'ready')
  one.get('/healthz', async () => 'healthy')
  one.post('/json', async () => 'taken')
  await one.listen({ port: 0, host: '127.0.0.1' })
  const { port: here } = one.server.address() as AddressInfo
  const from = async () => {
    const socket = connect(here, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  /** With a request under way, whose body never comes. */
  const busyFrom = async () => {
    const socket = await from()
    socket.write(
      'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    )
    socket.write('{"a":')
    await once(one.server, 'request')
    return socket
  }
  const ask = async (socket: Socket, path = '/webapp') => {
    let said = ''
    socket.on('data', chunk => (said += String(chunk)))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await once(socket, 'close')
    return said
  }
  return { one, from, busyFrom, ask }
}

const refusedFor = (detail: string) => ({
  type: 'about:blank',
  status: 503,
  code: 'unavailable',
  title: 'The service is not available right now',
  detail,
})
const YOURS = 'Your network has too many connections to this server. Close some, and try again.'
const ALL = 'The server has too many connections at the moment. Try again in a minute.'

test('one address that holds too many connections is told so, and those that stand go on', async () => {
  const { one, from, busyFrom, ask } = await small()
  const [first, second] = [await busyFrom(), await busyFrom()]
  const refused = await ask(await from())
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused.toLowerCase()).toContain('retry-after: 30')
  expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toEqual(refusedFor(YOURS))
  for (const socket of [first, second]) {
    socket.write('"b"}')
    expect(String((await once(socket, 'data'))[0])).toContain('taken')
  }
  first.destroy()
  expect(await ask(await from())).toContain('the application')
  second.destroy()
  await one.close()
})

test('the connection that has stood longest without a request makes room for a new one', async () => {
  const { one, from, busyFrom, ask } = await small()
  const [busy, idle] = [await busyFrom(), await from()]
  const ended = once(idle, 'close')
  expect(await ask(await from())).toContain('the application')
  await ended
  busy.write('"b"}')
  expect(String((await once(busy, 'data'))[0])).toContain('taken')
  busy.destroy()
  await one.close()
})

test('whoever watches the server is answered while all connections are taken, and others are told', async () => {
  const { one, from, busyFrom, ask } = await small({ ofOneAddress: 10 })
  const held: Socket[] = []
  for (let count = 0; count < 4; count += 1) held.push(await busyFrom())
  expect(await ask(await from(), '/readyz')).toContain('ready')
  expect(await ask(await from(), '/healthz')).toContain('healthy')
  // Above every limit the new connection takes the place of one that was to be refused itself.
  const above = await from()
  const ended = once(above, 'close')
  expect(await ask(await from(), '/readyz')).toContain('ready')
  await ended
  const told = await ask(await from())
  expect(JSON.parse(told.split('\r\n\r\n')[1] ?? '')).toEqual(refusedFor(ALL))
  for (const socket of held) {
    socket.write('"b"}')
    expect(String((await once(socket, 'data'))[0])).toContain('taken')
    socket.destroy()
  }
  await one.close()
})

test('a trusted proxy holds as many connections as it likes', async () => {
  const behind = await createServer({
    ...{ logLevel: 'silent', trustedProxies: ['127.0.0.0/8'], publicUrl: 'http://127.0.0.1:3000' },
    limits: { ...limits, ofOneAddress: 1 },
  })
  behind.get('/webapp', async () => 'the application')
  const url = await behind.listen({ port: 0, host: '127.0.0.1' })
  const all = await Promise.all(Array.from({ length: 6 }, () => fetch(`${url}/webapp`)))
  expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200))
  await behind.close()
})

test('a reply that nobody takes is ended, and one that is taken slowly arrives whole', async () => {
  const reader = await createServer({
    ...{ logLevel: 'silent', trustedProxies: [], publicUrl: 'http://127.0.0.1:3000' },
    // A busy machine takes a long reply off the server in lumps of more than a megabyte.
    limits: { ...limits, stallMs: 5000 },
  })
  const size = 16 * 1024 * 1024
  reader.get('/large', async () => Buffer.alloc(size))
  await reader.listen({ port: 0, host: '127.0.0.1' })
  const { port: here } = reader.server.address() as AddressInfo
  const ask = () => {
    const socket = connect(here, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    return socket
  }
  const idle = ask()
  idle.pause()
  const slow = ask()
  // So many bytes in a millisecond, however late a busy machine wakes it: what it was late for it takes at once.
  const pace = 3_000
  const began = performance.now()
  let taken = 0
  slow.on('data', chunk => {
    taken += chunk.length
    const isAhead = () => taken > (performance.now() - began) * pace
    if (!isAhead()) return
    slow.pause()
    const waiting = setInterval(() => {
      if (isAhead()) return
      clearInterval(waiting)
      slow.resume()
    }, 5)
  })
  const held = () =>
    new Promise<number>(resolve => reader.server.getConnections((_, count) => resolve(count)))
  await once(slow, 'close')
  expect(taken).toBeGreaterThan(size)
  await expect.poll(held, { timeout: 50_000 }).toBe(0)
  idle.destroy()
  await reader.close()
})
