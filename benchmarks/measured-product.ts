import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { type ProductProcess, startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import type { Server } from './same-answers.ts'
import { accountOf, lastJobNumber } from './samples-records.ts'

/** The product as it is measured: its data folder, its company and how it is started. */

export const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }

// Counted as they are where nobody set limits, and never reached.
const UNREACHED = '1000000000'
const environment = {
  COMPANY_REQUESTS_PER_MINUTE: UNREACHED,
  COMPANY_WORK_SECONDS_PER_HOUR: UNREACHED,
  COMPANY_UPLOAD_MB_PER_DAY: UNREACHED,
  COMPANY_DOCUMENTS_PER_HOUR: UNREACHED,
  ADDRESS_REQUESTS_PER_MINUTE: UNREACHED,
  LOG_LEVEL: undefined,
  NODE_ENV: undefined,
}

export type Place = { dataDir: string; opened: ProductDatabase; owner: pg.Client }

/** PostgreSQL runs as long as `work` does, and starts again for the next. */
export async function inPlace<Result>(
  { dataDir, log }: { dataDir: string; log: (line: string) => void },
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', log)
  try {
    return await withOwner(opened.ownerUrl, owner => work({ dataDir, opened, owner }))
  } finally {
    await opened.close()
  }
}

/** Fills the company up to so many jobs; gives its id. */
export async function fill(
  { opened, owner }: Place,
  jobs: number,
  log: (line: string) => void,
): Promise<string> {
  const company = { ...person, company: 'Benchmark Forwarding', log }
  await seed(opened, { ...company, jobs: 0, log: () => undefined })
  const accountId = await accountOf(owner, person.email)
  const existing = await lastJobNumber(owner, accountId)
  if (existing > jobs)
    throw new Error(`There are ${existing} jobs already: choose another data folder for ${jobs}.`)
  if (existing < jobs) await seed(opened, { ...company, jobs: jobs - existing })
  return accountId
}

export type MeasuredProduct = ProductProcess & Server

/** Starts it as `npm start` does, and signs in. */
export async function startMeasured(
  dataDir: string,
  flags: readonly string[] = [],
): Promise<MeasuredProduct> {
  const product = await startProduct({ ...environment, DATA_DIR: dataDir }, flags)
  const { accessToken } = await signIn(product.url, person)
  return { ...product, headers: { authorization: `Bearer ${accessToken}` } }
}
