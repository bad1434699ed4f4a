import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { beginExport, exportCompany } from './company-export/commands.ts'
import { findCompanyName } from './company-export/export-records.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { AppError, codeFrom } from './errors.ts'
import { openCheckedStore } from './installation/checked-store.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'

/** npm run export-company -- COMPANY-ID FILE.zip: everything that one company keeps, as one zip. */
const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const company = z.guid().safeParse(positionals[0])
  const target = positionals[1]
  if (!company.success || !target || positionals.length !== 2)
    throw new ConfigurationError(
      'Name one company by its id, and a file: npm run export-company -- COMPANY-ID company.zip\n' +
        'npm run company-limits -- "NAME" tells the id of a company.',
    )
  const config = readConfig(process.env)
  const product = await openProductDatabase(config, 'command', say)
  try {
    const files = await openCheckedStore(config, product, say)
    try {
      await writeExport(company.data, target, { ...config, files, database: product.database })
    } finally {
      await files.close()
    }
  } finally {
    await product.close()
  }
}

/** The file has its name only once it is whole. */
async function writeExport(
  accountId: string,
  target: string,
  dependencies: Parameters<typeof exportCompany>[0],
): Promise<void> {
  const { database } = dependencies
  const name = await database.asAccount(accountId, null, ({ db }) => findCompanyName(db, accountId))
  if (name === undefined) throw new ConfigurationError(`No company here has the id ${accountId}.`)
  const part = `${target}.part`
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    if (codeFrom(error) === 'ENOENT')
      throw new ConfigurationError(`There is no folder for ${target}. Make it first.`)
    if (codeFrom(error) !== 'EEXIST') throw error
    throw new ConfigurationError(
      `${part} exists: another export writes it, or one was interrupted. Delete it first.`,
    )
  })
  try {
    const id = await database.asAccount(accountId, null, beginExport)
    const made = await exportCompany(dependencies, { accountId, id })
    await Promise.all([pipeline(made.content, file.createWriteStream({ flush: true })), made.done])
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  say(`Exported ${name} (${accountId}) to ${target}.`)
}

try {
  await run()
} catch (error) {
  say(error instanceof AppError ? error.message : startFailure(error))
  process.exitCode = 1
}
