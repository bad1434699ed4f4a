import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#testing/step.ts'

const check = join(root, 'scripts/require-node.cjs')
const start = (...flags: string[]) =>
  spawnSync(process.execPath, [...flags, '-r', check, '-e', 'console.log("started")'], { encoding: 'utf8' })

test('a Node that runs TypeScript may start', () => {
  expect(start()).toMatchObject({ status: 0, stdout: 'started\n', stderr: '' })
})

test('a Node that does not is told so in one line', () => {
  const { status, stdout, stderr } = start('--no-strip-types')
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain(`found ${process.versions.node}`)
  expect(stderr).toContain("'npm ci'")
})
