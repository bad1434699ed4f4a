import { execFile } from 'node:child_process'
import { chmod, chown, cp, lstat, readFile, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '#testing/held-database.ts'
import { chooseAccount, asAccount } from './system-account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { completeBinaries, findPostgresBinaries } from './binaries.ts'
import { clusterExists, clusterIn } from './cluster.ts'
import { createCluster } from './init.ts'

let folder: string
let native: string

/** A copy of the package as npm leaves it when it runs no install scripts. */
beforeEach(async () => {
  folder = await makeFolder()
  native = join(folder, 'native')
  const installed = await findPostgresBinaries(folder)
  await cp(dirname(dirname(installed.postgres)), native, { recursive: true, verbatimSymlinks: true })
  for (const name of await readdir(join(native, 'lib'))) {
    const path = join(native, 'lib', name)
    if ((await lstat(path)).isSymbolicLink()) await rm(path)
  }
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function version({ postgres, environment }: PostgresBinaries): Promise<string> {
  return (await promisify(execFile)(postgres, ['--version'], { env: environment })).stdout.trim()
}

test('missing library links are made, by two starts at once too', async () => {
  await expect(promisify(execFile)(join(native, 'bin', 'postgres'), ['--version'])).rejects.toThrow(
    'error while loading shared libraries',
  )
  const spare = join(folder, 'spare')
  const found = await Promise.all([completeBinaries(native, spare), completeBinaries(native, spare)])
  for (const binaries of found) expect(await version(binaries)).toMatch(/^postgres \(PostgreSQL\) 18\./)
  expect(await readdir(folder)).not.toContain('spare')
})

test('where the package cannot be written to, the links stand in a folder of their own', async () => {
  const spare = join(folder, 'spare')
  await chmod(join(native, 'lib'), 0o555)
  // Root can write everywhere: then another user asks.
  const account = await chooseAccount(folder, folder, { path: process.execPath, environment: {} })
  if (account.owner) await chown(folder, account.owner.uid, account.owner.gid)
  const module = join(import.meta.dirname, 'binaries.ts')
  const script = `const { completeBinaries } = await import(process.argv[1])
    console.log(JSON.stringify(await completeBinaries(process.argv[2], process.argv[3])))`
  const args = ['--input-type=module', '--eval', script, module, native, spare]
  const [command, rest] = asAccount(account, process.execPath, args)
  for (const start of ['first', 'second']) {
    const { stdout } = await promisify(execFile)(command, rest, { ...account.identity })
    expect(await version(JSON.parse(stdout) as PostgresBinaries), start).toMatch(
      /^postgres \(PostgreSQL\) 18\./,
    )
  }
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  expect((await readdir(spare)).sort()).toEqual(list.map(link => basename(link.target)).sort())
  await chmod(join(native, 'lib'), 0o755)
})

test('programs in a folder that only its owner can enter make a database there', async () => {
  await chmod(folder, 0o700)
  const binaries = await completeBinaries(native, join(folder, 'spare'))
  const program = { path: binaries.postgres, environment: binaries.environment }
  const account = await chooseAccount(folder, folder, program)
  const cluster = clusterIn(join(folder, 'postgres'))
  await createCluster(cluster, binaries, account, { durable: false })
  expect(await clusterExists(cluster)).toBe(true)
  expect((await stat(cluster.data)).uid).not.toBe(0)
})
