import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { openFileStore } from '#server/files/open.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { openOwnPrinter } from '#server/pdf/own-printer.ts'
import { startFailure } from '#server/start-failure.ts'
import { addStarters } from '#server/templates/starter-commands.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import type { FileStore } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import { openWordPool, type WordPool } from '#server/word/pool.ts'
import { dice } from '#testing/seed/dice.ts'
import { addPapers } from '#testing/seed/papers.ts'
import { addSamplePapers } from '#testing/seed/samples/sample-papers.ts'
import { addLogo } from '#testing/seed/samples/logo.ts'
import { addSamples, sampleJobNumbers } from '#testing/seed/samples/lay-out.ts'
import { seed } from '#testing/seed/seed.ts'
import { addTalk } from '#testing/seed/talk.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

type Wanted = { config: Config; subject: string; hasRandomJobs: boolean; hasSamples: boolean }

/** What a company has beside its jobs: templates, documents made from them, notes; and the sample jobs. */
async function addPapersAndNotes({ database }: ProductDatabase, wanted: Wanted): Promise<void> {
  const { config, subject, hasRandomJobs, hasSamples } = wanted
  const files = await openFileStore(config)
  const word = openWordPool()
  try {
    const asUser: AsUser = async work => {
      const result = await database.asUser(subject, async session => ({ value: await work(session) }))
      if (!result) throw new Error('The account could not be opened.')
      return result.value
    }
    const starters = await readStarterTemplates()
    await addStarters({ files, starters }, asUser)
    if (hasRandomJobs) {
      await addPapers({ files, word }, asUser)
      await asUser(session => addTalk(session, dice(1)))
    }
    if (hasSamples) await addSampleJobs(config, { files, word }, asUser)
  } finally {
    await word.close()
    await files.close()
  }
}

async function addSampleJobs(
  config: Config,
  { files, word }: { files: FileStore; word: WordPool },
  asUser: AsUser,
): Promise<void> {
  const added = await addSamples(asUser)
  if (added > 0) await addLogo(files, asUser)
  const numbers = (await asUser(sampleJobNumbers)).join(', ')
  say(
    added > 0
      ? `Sample jobs: ${numbers}.`
      : `The sample jobs are there already: ${numbers}. They stay as they are.`,
  )
  const pdf = openOwnPrinter(config, () => undefined)
  try {
    if (pdf.unavailable) say(`Their papers are made as Word documents alone. ${pdf.unavailable}`)
    const made = await addSamplePapers({ files, word, pdf: pdf.unavailable ? null : pdf }, asUser)
    say(`${made} papers of the sample jobs were made.`)
  } finally {
    await pdf.close()
  }
}

const { values } = parseArgs({
  options: {
    jobs: { type: 'string' },
    samples: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '1' },
    email: { type: 'string', default: 'demo@lading.example' },
    password: { type: 'string', default: 'lading demonstration' },
    company: { type: 'string', default: 'Harbour Forwarding' },
  },
})
// Samples alone come without random jobs beside them.
const [jobs, accounts] = [Number(values.jobs ?? (values.samples ? 0 : 100)), Number(values.accounts)]
const isWhole = (count: number, least: number) => Number.isInteger(count) && count >= least
if (!isWhole(jobs, values.samples && values.jobs === undefined ? 0 : 1) || !isWhole(accounts, 1)) {
  say(
    'npm run seed -- --jobs N --accounts M: N is a whole number of jobs, such as 1000, and M of companies with so many ' +
      'jobs each. --samples adds five sample jobs with all their papers to the first company; without --jobs, these alone.',
  )
  process.exit(2)
}
try {
  const config = readConfig(process.env)
  const product = await openProductDatabase(config, 'command', say)
  try {
    const subject = await seed(product, { ...values, jobs, accounts, log: say })
    await addPapersAndNotes(product, {
      ...{ config, subject, hasRandomJobs: jobs > 0 },
      hasSamples: values.samples,
    })
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
