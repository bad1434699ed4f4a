import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { rotateProviderKeys } from '#server/identity/store/keys.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'

/** npm run rotate-keys [-- --at-once]: new keys for the embedded sign-in, while any number of servers run. */
const say = (line: string) => process.stdout.write(`${line}\n`)

async function rotate(): Promise<void> {
  const { values } = parseArgs({ options: { 'at-once': { type: 'boolean', default: false } } })
  const config = readConfig(process.env)
  const product = await openProductDatabase(config, 'command', say)
  try {
    const { signsFrom, acceptedUntil } = await rotateProviderKeys(
      product.database.signIn,
      createSeal(config.key),
      { atOnce: values['at-once'] },
    )
    say(
      values['at-once']
        ? 'New keys sign from now on. Running servers take them within 30 seconds and refuse what the earlier ones signed; browsers fetch new tokens by themselves.'
        : `New keys sign from ${signsFrom.toISOString()}, when every server knows them; the earlier ones are accepted until ${acceptedUntil.toISOString()}. Nobody is signed out.`,
    )
  } finally {
    await product.close()
  }
}

try {
  await rotate()
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
