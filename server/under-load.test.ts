import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createServer } from './app.ts'

/** Keeps the process from everything else, as a machine does that has stopped it. */
function hold(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

async function server(busyAfterMs: number) {
  const app = await createServer({
    logLevel: 'silent',
    trustedProxies: [],
    publicUrl: 'http://x',
    busyAfterMs,
  })
  app.get('/hello', () => 'hello')
  await app.ready()
  return app
}

test('who is far behind its work refuses in words and says when to come back', async () => {
  const app = await server(50)
  for (let round = 0; round < 15; round += 1) {
    hold(100)
    await turn()
  }
  const reply = await app.inject('/hello')
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
    503,
    '10',
    {
      type: 'about:blank',
      status: 503,
      code: 'unavailable',
      title: 'The service is not available right now',
      detail: 'The server is under heavy load; try again in a moment.',
    },
  ])
  await app.close()
})

test('a process that the machine has stopped for seconds answers when it goes on', async () => {
  const app = await server(300_000)
  for (let round = 0; round < 3; round += 1) {
    hold(1100)
    await turn()
  }
  expect((await app.inject('/hello')).body).toBe('hello')
  await app.close()
})
