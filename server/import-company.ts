import { parseArgs } from 'node:util'
import { importCompany, type ImportedPerson } from './company-export/import-commands.ts'
import { ImportError } from './company-export/import-error.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { AppError } from './errors.ts'
import { openCheckedStore } from './installation/checked-store.ts'
import { isLocal } from './plain-http.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'

/** npm run import-company -- FILE.zip: takes a company in that another installation exported. */
const say = (line: string) => process.stdout.write(`${line}\n`)

const personText = ({ name, email }: ImportedPerson) => `  ${name} <${email}>`

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [zipPath] = positionals
  if (!zipPath || positionals.length !== 1)
    throw new ConfigurationError('Name one export: npm run import-company -- company.zip')
  const config = readConfig(process.env)
  const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`
  const product = await openProductDatabase(config, 'command', say)
  try {
    const files = await openCheckedStore(config, product, say)
    try {
      const made = await importCompany({ ownerUrl: product.ownerUrl, files, publicUrl }, zipPath)
      const { company, rows, missing, administrators, others, days } = made
      say(`Imported ${company.name} (${company.id}): ${rows} rows and ${made.files} files.`)
      for (const { path } of missing) say(`  The export had no content of ${path}.`)
      if (administrators.length > 0)
        say(`Send each Administrator their link. It works once, within ${days} days:`)
      for (const person of administrators) say(`${personText(person)}\n  ${person.link}`)
      if (others.length > 0) say('An Administrator then invites these people again, on the Users screen:')
      for (const person of others) say(personText(person))
      if (isLocal(publicUrl))
        say('The links lead to this machine: set PUBLIC_URL to the address that people use.')
    } finally {
      await files.close()
    }
  } finally {
    await product.close()
  }
}

try {
  await run()
} catch (error) {
  say(
    error instanceof ImportError || error instanceof AppError
      ? `The company was not imported, and nothing was changed. ${error.message}`
      : startFailure(error),
  )
  process.exitCode = 1
}
