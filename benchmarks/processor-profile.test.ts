import { expect, test } from 'vitest'
import { categoryOf, type CpuProfile, summariseProfile } from './processor-profile.ts'

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber })

test('a function belongs to a package, to Node, to a folder of the product or to the engine', () => {
  const of = (functionName: string, url = '') => categoryOf({ functionName, url })
  expect(of('(garbage collector)')).toBe('garbage collection')
  expect(of('writev')).toBe('built into the engine')
  expect(of('toString')).toBe('built into the engine')
  expect(of('nextTick', 'node:internal/process/task_queues')).toBe('Node')
  expect(of('parseRow', 'file:///a/node_modules/pg/lib/result.js')).toBe('pg')
  expect(of('get', 'file:///a/node_modules/@fastify/static/index.js')).toBe('@fastify/static')
  expect(of('get', 'file:///a/node_modules/fastify/node_modules/ms/index.js')).toBe('ms')
  expect(of('parse', '/a/node_modules/pg/lib/index.js')).toBe('pg')
  expect(of('saveJob', 'file:///a/server/jobs/commands.ts')).toBe('server/jobs')
  expect(of('open', 'file:///a/server/db/embedded/open.ts')).toBe('server/db')
  expect(of('bind', 'file:///a/server/route.ts')).toBe('server')
  expect(of('choice', 'file:///a/contract/choices.ts')).toBe('contract')
})

// Samples at 110, 120, 140, 170, 200 and 300; each runs until the next.
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(idle)') },
    { id: 2, callFrame: frame('(garbage collector)') },
    { id: 3, callFrame: frame('saveJob', 'file:///a/server/jobs/commands.ts', 41) },
    { id: 4, callFrame: frame('', 'file:///a/server/jobs/commands.ts', 8) },
  ],
  startTime: 100,
  timeDeltas: [10, 10, 20, 30, 30, 100],
  samples: [2, 1, 3, 4, 3, 2],
}

test('self time is shared out between two moments, and idle time counted apart', () => {
  expect(summariseProfile(profile, { from: 120, to: 250 })).toEqual({
    // 20 idle, 30 + 100 in saveJob, 30 in the function without a name.
    idle: 20 / 180,
    categories: [{ name: 'server/jobs', share: 1 }],
    functions: [
      { name: 'saveJob (server/jobs/commands.ts:42)', share: 130 / 160 },
      { name: 'anonymous (server/jobs/commands.ts:9)', share: 30 / 160 },
    ],
  })
  expect(summariseProfile(profile, { from: 0, to: 120 }).categories).toEqual([
    { name: 'garbage collection', share: 1 },
  ])
  expect(summariseProfile(profile, { from: 400, to: 500 })).toEqual({
    idle: 0,
    categories: [],
    functions: [],
  })
})
