import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openFileStore } from '#server/files/open.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { startFailure } from '#server/start-failure.ts'
import { addStarters } from '#server/templates/starter-commands.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { seed } from '#testing/seed/seed.ts'

async function addStarterTemplates({ database }: ProductDatabase, subject: string): Promise<void> {
  const files = await openFileStore(readConfig(process.env))
  const starters = await readStarterTemplates()
  await addStarters({ files, starters }, async work => {
    const result = await database.asUser(subject, async session => ({ value: await work(session) }))
    if (!result) throw new Error('The account could not be opened.')
    return result.value
  })
  await files.close()
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100' },
    email: { type: 'string', default: 'demo@lading.example' },
    password: { type: 'string', default: 'lading demonstration' },
    company: { type: 'string', default: 'Harbour Forwarding' },
  },
})
const jobs = Number(values.jobs)
if (!Number.isInteger(jobs) || jobs < 1) {
  say('npm run seed -- --jobs N: N is a whole number of jobs, such as 1000.')
  process.exit(2)
}
try {
  const product = await openProductDatabase(readConfig(process.env), 'command', say)
  try {
    const subject = await seed(product, { ...values, jobs, log: say })
    await addStarterTemplates(product, subject)
    say(`Sign in as ${values.email} with the password “${values.password}”.`)
  } finally {
    await product.close()
  }
} catch (error) {
  say(startFailure(error))
  process.exitCode = 1
}
