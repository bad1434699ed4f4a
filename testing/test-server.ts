import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBinaries } from '#server/db/embedded/binaries.ts'
import { clusterIn } from '#server/db/embedded/cluster.ts'
import { isAlive, isPostmasterOf, readPostmaster, stopPostmaster } from '#server/db/embedded/process.ts'
import { makeTemporaryFolder, temporaryParent } from './temporary-folder.ts'

const prefix = 'lading-test-'

/** A folder for one test run's PostgreSQL; what earlier runs left when they were killed is removed. */
export async function makeTestServerFolder(): Promise<string> {
  await removeAbandoned()
  return makeTemporaryFolder(`${prefix}${process.pid}-`)
}

/** Removes what runs of tests and journeys left when they were killed: in memory it would take room until the next boot. */
export async function removeAbandoned(): Promise<void> {
  for (const parent of new Set([await temporaryParent(), tmpdir()]))
    for (const name of await readdir(parent)) {
      const pid = Number(name.match(/^lading-(?:test|e2e)-(\d+)-/)?.[1])
      if (Number.isInteger(pid) && !isAlive(pid)) await removeTestServer(join(parent, name))
    }
}

/** Stops the PostgreSQL of a test run, whoever may still be connected, and removes its files. */
export async function removeTestServer(folder: string): Promise<void> {
  const { data } = clusterIn(join(folder, 'postgres'))
  const running = await readPostmaster(data)
  if (running !== undefined && (await isPostmasterOf(running.pid, data))) {
    const { pgCtl } = await findPostgresBinaries(folder)
    await stopPostmaster(running.pid, data, pgCtl)
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
