import { randomBytes } from 'node:crypto'
import { dropTestDatabases } from './database.ts'
import { makeTestServerFolder, removeTestServer } from './test-server.ts'

/**
 * Prepares one database server for a whole test run and returns what ends it. The first test that borrows a
 * database starts it, so a run without such tests does not pay for it.
 */
export async function setup(): Promise<() => Promise<void>> {
  process.env.LADING_TEST_RUN = randomBytes(4).toString('hex')
  if (process.env.LADING_TEST_DATABASE_URL) return dropTestDatabases
  const folder = await makeTestServerFolder()
  process.env.LADING_TEST_DATA_DIR = folder
  return () => removeTestServer(folder)
}
