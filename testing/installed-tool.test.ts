import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installedTool } from './installed-tool.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

let folder: string
let cache: string

/** Stands in for npm; `work` runs with the folder that it is to install in as `prefix`. */
async function useNpm(work: string): Promise<void> {
  const lines = [
    `#!${process.execPath}`,
    "const fs = require('node:fs')",
    "const prefix = process.argv[process.argv.indexOf('--prefix') + 1]",
    `fs.appendFileSync(${JSON.stringify(join(folder, 'calls'))}, process.argv[2] + '\\n')`,
    work,
  ]
  await writeFile(join(folder, 'npm'), lines.join('\n'), { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
}

const calls = () => readFile(join(folder, 'calls'), 'utf8')

beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-tool-')
  cache = join(folder, 'cache')
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('a tool is fetched once, by its lock file, and found from then on', async () => {
  await useNpm(
    "fs.mkdirSync(prefix + '/node_modules'); fs.copyFileSync(prefix + '/package-lock.json', prefix + '/node_modules/lock')",
  )
  const modules = await installedTool('axe', cache)
  expect(await readFile(join(modules, 'lock'), 'utf8')).toBe(
    await readFile(join(import.meta.dirname, 'tools/axe/package-lock.json'), 'utf8'),
  )
  expect(await installedTool('axe', cache)).toBe(modules)
  expect(await calls()).toBe('ci\n')
})

test('two runs that fetch at the same time both get it', async () => {
  await useNpm("fs.mkdirSync(prefix + '/node_modules')")
  const [one, other] = await Promise.all([installedTool('axe', cache), installedTool('axe', cache)])
  expect(one).toBe(other)
  expect(await readdir(cache)).toHaveLength(1)
})

test('where npm cannot fetch it, nothing half stays and the error says what to do', async () => {
  await useNpm("fs.mkdirSync(prefix + '/node_modules'); console.error('no network'); process.exit(1)")
  await expect(installedTool('axe', cache)).rejects.toThrow(
    /^npm could not fetch the axe of testing\/tools\/axe\. Check that the npm registry can be reached, then run this again\.\nno network$/,
  )
  expect(await readdir(cache)).toEqual([])
})
