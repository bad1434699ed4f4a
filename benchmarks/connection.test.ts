import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Connection, encodeCall } from './connection.ts'
import { measure } from './load.ts'

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function open(url: string): Promise<Connection> {
  const connection = await Connection.open(url)
  ended.push(() => connection.close())
  return connection
}

const answerWith = (status: number, text: string): RequestListener => {
  const body = Buffer.from(text)
  return (_request, response) => response.writeHead(status, { 'content-length': body.length }).end(body)
}

test('replies of any size are counted, one after the other on one connection', async () => {
  const large = 'ä'.repeat(300_000)
  const url = await serve((request, response) =>
    answerWith(request.url === '/none' ? 404 : 200, request.url === '/none' ? '' : large)(request, response),
  )
  const connection = await open(url)
  const get = (path: string) =>
    connection.send(encodeCall({ url, headers: { authorization: 'Bearer t' } }, { method: 'GET', path }))
  expect(await get('/')).toEqual({ status: 200, bytes: 600_000 })
  expect(await get('/none')).toEqual({ status: 404, bytes: 0 })
  expect(await get('/')).toEqual({ status: 200, bytes: 600_000 })
})

test('a body arrives as it was written, and a head that comes in pieces is read', async () => {
  const url = await serve((request, response) => {
    void request.toArray().then(chunks => {
      const body = Buffer.concat(chunks as Buffer[]).toString()
      const text = `${request.method} ${request.url} ${request.headers.authorization} ${body}`
      response.socket?.write('HTTP/1.1 201 Created\r\ncontent-')
      setTimeout(() => response.socket?.write(`length: ${text.length}\r\n\r\n${text}`), 20)
      expect(text).toBe('POST /jobs Bearer t {"name":"Zürich"}')
    })
  })
  const connection = await open(url)
  const call = { method: 'POST', path: '/jobs', body: '{"name":"Zürich"}' } as const
  expect(await connection.send(encodeCall({ url, headers: { authorization: 'Bearer t' } }, call))).toEqual({
    status: 201,
    bytes: 37,
  })
})

test('a connection that the server closes fails the request', async () => {
  const url = await serve((_request, response) => response.socket?.destroy())
  const connection = await open(url)
  await expect(
    connection.send(encodeCall({ url, headers: {} }, { method: 'GET', path: '/' })),
  ).rejects.toThrow(/closed the connection|ECONNRESET/)
})

test('a load counts refusals, and what is sent before each read is not timed', async () => {
  const asked = { read: 0, write: 0 }
  const url = await serve((request, response) => {
    const isRead = request.method === 'GET'
    asked[isRead ? 'read' : 'write'] += 1
    setTimeout(() => answerWith(isRead ? 200 : 409, 'text')(request, response), isRead ? 0 : 30)
  })
  const steps = [encodeCall({ url, headers: {} }, { method: 'GET', path: '/' })]
  const before = encodeCall({ url, headers: {} }, { method: 'PUT', path: '/', body: '{}' })
  const started = performance.now()
  const measured = await measure({ url, connections: 1, seconds: 0.3, next: () => ({ steps, before }) })
  const elapsed = performance.now() - started
  expect(measured).toMatchObject({ operations: asked.read, failures: asked.write, bytes: 4 })
  expect(asked.write).toBe(asked.read)
  // A timer may be a little early.
  expect((measured.operations / measured.perSecond) * 1000).toBeLessThan(elapsed - asked.write * 28)
})
