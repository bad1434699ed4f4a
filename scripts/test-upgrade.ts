import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { upgradeItsData } from './upgrade/data-of-last-release.ts'
import { lastRelease } from './upgrade/last-release.ts'
import { runItsTests } from './upgrade/tests-of-last-release.ts'

/**
 * npm run test:upgrade -- [PATH…]: the code of the last release, with its own HTTP tests, on today's schema, as while
 * servers are replaced one after the other; then an installation of the last release with a company's work, upgraded to
 * today's code. Paths (server/jobs) choose tests and leave the installation out; `--data` leaves the tests out.
 */
const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'boolean', default: false } },
})

async function inFolder(work: (folder: string) => Promise<boolean>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-upgrade-'))
  try {
    if (!(await work(folder))) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  const { version, name } = await lastRelease()
  console.log(`Version ${version} (${name}):`)
  if (!values.data) await inFolder(folder => runItsTests(name, folder, paths))
  if (paths.length === 0) await inFolder(folder => upgradeItsData(name, folder))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
