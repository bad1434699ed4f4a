import { spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { root } from '#testing/step.ts'

const starter = join(root, 'scripts/run.cjs')
let folder: string
let file: string

beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-run-')
  file = join(folder, 'said.ts')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    file,
    `const isMain: boolean = import.meta.main
     console.log(JSON.stringify({ isMain, file: process.argv[1], words: process.argv.slice(2) }))
     if (process.argv[2] === 'fail') throw new Error('It failed.')
     process.exitCode = process.argv[2] === 'seven' ? 7 : 0`,
  )
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const run = (args: string[], ...flags: string[]) =>
  spawnSync(process.execPath, [...flags, starter, ...args], { encoding: 'utf8' })

test('the file is the main one, with the words that follow it', () => {
  const { status, stdout, stderr } = run([file, '--rows', '40'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ isMain: true, file, words: ['--rows', '40'] })
})

test('its exit code and its failure are those of the process', () => {
  expect(run([file, 'seven']).status).toBe(7)
  const { status, stderr } = run([file, 'fail'])
  expect(status).toBe(1)
  expect(stderr).toContain('Error: It failed.')
})

test('a Node that runs no TypeScript is told so in one line', () => {
  const { status, stdout, stderr } = run([file], '--no-strip-types')
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain(`found ${process.versions.node}`)
  expect(stderr).toContain("'npm ci'")
})

test('without a file it says how it is called', () => {
  expect(run([])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'Name the file to run: node scripts/run.cjs FILE.ts [ARGUMENT…]\n',
  })
})

test('every script of package.json that runs TypeScript goes through it', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  // Before anything is installed there is no Node of ours that could run TypeScript.
  const { postinstall: _, ...afterwards } = scripts
  const commands = Object.values(afterwards).filter(command => /\.(ts|cjs)\b/.test(command))
  expect(commands.length).toBeGreaterThan(20)
  for (const command of commands) expect(command).toMatch(/node( --\S+)* scripts\/run\.cjs \S+\.ts/)
})
