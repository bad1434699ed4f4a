import { expect, test } from 'vitest'
import { countEnded, runChecks } from './test-checks.ts'

const names = ['first', 'second'] as const
const node = (program: string) => [process.execPath, ['-e', program]] as const

test('the output of checks that run side by side is shown check by check, and summed up in their own order', async () => {
  const shown: string[] = []
  const checks = runChecks(names, text => shown.push(text.replace(/\d+\.\d s/g, 'N s')))
  const slow = checks.check('first', run =>
    run(...node(`console.log('one'); setTimeout(() => console.error('two'), 1000)`)),
  )
  const quick = checks.check('second', run => run(...node(`console.log('three'); process.exit(1)`)))
  expect(await Promise.all([slow, quick])).toEqual([true, false])
  checks.stop()
  expect(shown).toEqual(['\n── second (N s)\nthree', '\n── first (N s)\none\ntwo'])
  expect(checks.ended().map(({ name, ok }) => [name, ok])).toEqual([
    ['first', true],
    ['second', false],
  ])
})

test('a check that throws, or whose program is missing, has failed with the reason', async () => {
  const shown: string[] = []
  const checks = runChecks(names, text => shown.push(text))
  const throws = () => Promise.reject(new Error('There is no room.'))
  expect(await checks.check('first', throws)).toBe(false)
  expect(await checks.check('second', run => run('no-such-program', []))).toBe(false)
  checks.stop()
  expect(shown).toEqual([
    expect.stringContaining('There is no room.'),
    expect.stringContaining('no-such-program ENOENT'),
  ])
})

test('what failed runs again when the check has ended, and takes its place', async () => {
  const shown: string[] = []
  const checks = runChecks(names, text => shown.push(text.replace(/\d+\.\d s/g, 'N s')))
  const counts = { passed: 4, failed: 1, skipped: 0 }
  await checks.check('first', () => Promise.resolve({ ok: false, counts }))
  await checks.again('first', async (run, first) => {
    expect(first).toMatchObject({ ok: false, counts })
    const { ok } = await run(...node(`console.log('well')`))
    return { ok, counts: { passed: 5, failed: 0, skipped: 0 } }
  })
  checks.stop()
  expect(shown).toEqual(['\n── first (N s)', '\n── first: what failed, by itself (N s)\nwell'])
  expect(checks.ended()).toMatchObject([{ name: 'first', ok: true, counts: { passed: 5, failed: 0 } }])
})

test('files, journeys and rounds that have ended are counted, and not the tests within them', () => {
  const output = [
    ' \u001B[32m✓\u001B[39m node server/a.test.ts (13 tests) 12ms',
    '   ✓ a test within it 300ms',
    ' ❯ node server/b.test.ts (2 tests | 1 failed) 9ms',
    ' ❯ server/b.test.ts:12:3',
    '  ✓  12 e2e/notes.spec.ts:7:1 › a note is kept (1.2s)',
    '  ✘   3 e2e/notes.spec.ts:9:1 › a note is found (3.1m)',
    'Round 4, disk full: 12 acknowledged, in order (3.2 s)',
  ]
  expect(countEnded(output.join('\n'))).toBe(5)
})
