import { readConfig } from './config.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'

/** npm run migrate: brings the database to this version's schema and ends, before servers that may not do it start. */
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const product = await openProductDatabase(readConfig({ ...process.env, BACKGROUND: 'on' }), 'command', say)
  await product.close()
  say('The database is at this version’s schema.')
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
