import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const run = (failure: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { surviveComponentFailures } from '#server/survive-failures.ts'
       surviveComponentFailures(line => console.log(line))
       void Promise.reject(${failure})
       setTimeout(() => console.log('lives on'), 50)`,
    ],
    { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' },
  )

test('a database that breaks under work that nobody waits for does not end the server', () => {
  const { status, stdout } = run(`Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })`)
  expect([status, stdout]).toEqual([
    0,
    'Background work: The connection to the database broke. What was being saved may have been saved: check before you try again. (read ECONNRESET)\nlives on\n',
  ])
})

test('a mistake of ours ends it, as before', () => {
  const { status, stdout, stderr } = run(`new Error('a mistake')`)
  expect([status === 0, stdout]).toEqual([false, ''])
  expect(stderr).toContain('a mistake')
})
