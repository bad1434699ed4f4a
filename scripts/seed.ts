import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { openFileStore } from '#server/files/open.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { startFailure } from '#server/start-failure.ts'
import { addStarters } from '#server/templates/starter-commands.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import type { AsUser } from '#server/route.ts'
import { openWordPool } from '#server/word/pool.ts'
import { dice } from '#testing/seed/dice.ts'
import { addPapers } from '#testing/seed/papers.ts'
import { seed } from '#testing/seed/seed.ts'
import { addTalk } from '#testing/seed/talk.ts'

/** What a company has beside its jobs: templates, documents made from them, notes. */
async function addPapersAndNotes({ database }: ProductDatabase, subject: string): Promise<void> {
  const files = await openFileStore(readConfig(process.env))
  const word = openWordPool()
  try {
    const asUser: AsUser = async work => {
      const result = await database.asUser(subject, async session => ({ value: await work(session) }))
      if (!result) throw new Error('The account could not be opened.')
      return result.value
    }
    const starters = await readStarterTemplates()
    await addStarters({ files, starters }, asUser)
    await addPapers({ files, word }, asUser)
    await asUser(session => addTalk(session, dice(1)))
  } finally {
    await word.close()
    await files.close()
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100' },
    accounts: { type: 'string', default: '1' },
    email: { type: 'string', default: 'demo@lading.example' },
    password: { type: 'string', default: 'lading demonstration' },
    company: { type: 'string', default: 'Harbour Forwarding' },
  },
})
const [jobs, accounts] = [Number(values.jobs), Number(values.accounts)]
if (![jobs, accounts].every(count => Number.isInteger(count) && count >= 1)) {
  say(
    'npm run seed -- --jobs N --accounts M: N is a whole number of jobs, such as 1000, and M of companies with so many ' +
      'jobs each.',
  )
  process.exit(2)
}
try {
  const config = readConfig(process.env)
  const product = await openProductDatabase(config, 'command', say)
  try {
    const subject = await seed(product, { ...values, jobs, accounts, log: say })
    await addPapersAndNotes(product, subject)
    // Or so much would have to be written at the end that PostgreSQL is ended before it is done, and its next start recovers.
    if (!config.databaseUrl) await withOwner(product.ownerUrl, client => client.query('checkpoint'))
    if (accounts > 1)
      say(`The other companies have the same address with a number before the @, from -2 to -${accounts}.`)
    say(`Sign in as ${values.email} with the password “${values.password}”.`)
  } finally {
    await product.close()
  }
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
