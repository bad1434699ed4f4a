import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowed, type Planted, planted } from './planted-imports.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

type Finding = { filename: string; code: string; message: string; help?: string }
type Report = { diagnostics: Finding[]; number_of_files: number; number_of_rules: number }

function oxlint(folder: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = join(root, 'node_modules/oxlint/bin/oxlint')
    const options = { cwd: folder, maxBuffer: 100_000_000 }
    // It ends with 1 where it found something, which is what is hoped for here.
    execFile(process.execPath, [program, ...args], options, (error, stdout) => {
      if (stdout) resolve(stdout)
      else reject(error ?? new Error('oxlint printed nothing.'))
    })
  })
}

// The rules are tried in a copy of the project's shape, so that a run cut short leaves nothing in the project.
let copy: string
let report: Report

beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'lading-lint-')))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  const settings = [
    '.oxlintrc.json',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.json',
    'tsconfig.tools.json',
  ]
  const floors = ['contract', 'server', 'web', 'e2e', 'testing', 'scripts', 'benchmarks'].map(
    floor => `${floor}/tsconfig.json`,
  )
  for (const path of [...settings, ...floors]) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await copyFile(join(root, path), join(copy, path))
  }
  for (const { at, code } of [...planted, ...allowed]) {
    await mkdir(dirname(join(copy, at)), { recursive: true })
    await writeFile(join(copy, at), `${code}\n`)
  }
  report = JSON.parse(await oxlint(copy, '--format=json')) as Report
})

afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
})

const findingsIn = (path: string) => report.diagnostics.filter(finding => finding.filename === path)

describe('a planted violation is reported', () => {
  test.each(planted.map(one => [one.breaks, one] as [string, Planted]))('%s', (_name, { at, rule }) => {
    expect(findingsIn(at).map(finding => finding.code)).toContain(rule)
  })
})

describe('what the rules allow is not reported', () => {
  test.each(allowed.map(one => [`${one.at}: ${one.code.split('\n')[0]}`, one.at]))('%s', (_name, at) => {
    expect(findingsIn(at)).toEqual([])
  })
})

test('the lint of the project reads every source file', async () => {
  const read = new Set((await oxlint(root, '--debug=files')).trim().split('\n'))
  const sources = await sourceFiles()
  expect(sources.length).toBeGreaterThan(30)
  expect(sources.filter(path => !read.has(path) && path !== 'server/db/tables.ts')).toEqual([])
})

test('the lint has its rules', () => {
  expect(report.number_of_files).toBeGreaterThanOrEqual(planted.length)
  expect(report.number_of_rules).toBeGreaterThan(150)
})
