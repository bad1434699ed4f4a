import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ConfigurationError, readConfig } from './config.ts'
import { isLocal } from './plain-http.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'
import { newFoundingLink } from './users/founding-links.ts'

/** npm run invite-company -- EMAIL: prints a link by which this person founds a company, where SIGN_UP is invited. */
const say = (line: string) => process.stdout.write(`${line}\n`)

async function invite(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const email = z.email().safeParse(positionals[0]?.trim())
  if (!email.success || positionals.length !== 1)
    throw new ConfigurationError('Name one e-mail address: npm run invite-company -- anna@example.com')
  const config = readConfig(process.env)
  if (config.signUp.mode === 'closed')
    throw new ConfigurationError(
      'SIGN_UP is closed: no new company can register here. Set SIGN_UP=invited first.',
    )
  const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`
  const product = await openProductDatabase(config, 'command', say)
  try {
    const { link, days } = await newFoundingLink(
      { database: product.database, publicUrl },
      { email: email.data },
    )
    say(
      `With this link ${email.data} can register a company, once, within ${days} days. Send it there:\n${link}`,
    )
    if (isLocal(publicUrl))
      say('The link leads to this machine: set PUBLIC_URL to the address that people use.')
  } finally {
    await product.close()
  }
}

try {
  await invite()
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
