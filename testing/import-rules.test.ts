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

function lint(folder: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const program = join(root, 'node_modules/oxlint/bin/oxlint')
    const options = { cwd: folder, maxBuffer: 100_000_000 }
    execFile(process.execPath, [program, '--format=json'], options, (error, stdout) => {
      if (stdout) resolve(JSON.parse(stdout) as Report)
      else reject(error)
    })
  })
}

// The rules are tried in a copy of the project's shape, so that a run cut short leaves nothing in the project.
let copy: string
let report: Report

beforeAll(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'lading-lint-')))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  const settings = ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json']
  const floors = ['contract', 'server', 'web', 'e2e'].map(floor => `${floor}/tsconfig.json`)
  for (const path of [...settings, ...floors]) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await copyFile(join(root, path), join(copy, path))
  }
  for (const { at, code } of [...planted, ...allowed]) {
    await mkdir(dirname(join(copy, at)), { recursive: true })
    await writeFile(join(copy, at), `${code}\n`)
  }
  report = await lint(copy)
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

test('the lint reads every source file of the project, with its rules', async () => {
  const { number_of_files: files, number_of_rules: rules } = await lint(root)
  const sources = await sourceFiles()
  expect(sources.length).toBeGreaterThan(30)
  expect(files).toBeGreaterThanOrEqual(sources.filter(path => path !== 'server/db/tables.ts').length)
  expect(rules).toBeGreaterThan(150)
})
