import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import type { Session } from '#server/db/db.ts'
import { withOwner } from '#server/db/owner.ts'
import { AppError } from '#server/errors.ts'
import { openFileStore } from '#server/files/open.ts'
import { embeddedDirectory } from '#server/identity/directory.ts'
import { adoptPorts } from '#server/ports/records.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { startFailure } from '#server/start-failure.ts'
import { addStarters } from '#server/templates/starter-commands.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { registerAccount } from '#server/users/records.ts'
import { airports, dice as rollDice, seaPorts } from './seed-content.ts'
import { believableJob, carrierNames, company, type SeedCompany } from './seed-jobs.ts'
import { insertAll, portIdsByCode, reserveJobNumbers } from './seed-records.ts'

const BATCH = 500

export type SeedOptions = {
  jobs: number
  email: string
  password: string
  company: string
  log: (line: string) => void
}

/** Fills the account of `email` (made if need be) with believable jobs; gives the identity's subject. */
export async function seed(product: ProductDatabase, options: SeedOptions): Promise<string> {
  const { database } = product
  const subject = await personOf(product, options)
  await database.transaction(db =>
    registerAccount(db, {
      accountId: crypto.randomUUID(),
      subject,
      email: options.email,
      name: 'Amina Qureshi',
      company: options.company,
    }),
  )
  const inSession = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    const result = await database.asUser(subject, async session => ({ value: await work(session) }))
    if (!result) throw new Error(`The account of ${options.email} could not be opened.`)
    return result.value
  }
  const started = performance.now()
  const dice = rollDice(options.jobs)
  const { parties, portIds } = await inSession(async ({ db, accountId }) => {
    const make = (count: number) => Array.from({ length: count }, () => company(dice, accountId))
    const parties = {
      customers: make(Math.min(1000, 40 + Math.floor(options.jobs / 40))),
      agents: make(25),
      carriers: carrierNames.map(name => company(dice, accountId, name)),
    }
    const all: SeedCompany[] = Object.values(parties).flat()
    await insertAll(
      db,
      'organisations',
      all.map(one => one.organisation),
    )
    await insertAll(
      db,
      'parties',
      all.map(one => ({ account_id: accountId, id: one.partyId, organisation_id: one.organisation.id })),
    )
    await insertAll(
      db,
      'contacts',
      all.map(one => one.contact),
    )
    const portIds = await portIdsByCode(db, [...seaPorts, ...airports])
    await adoptPorts(db, accountId, [...portIds.values()])
    return { parties, portIds }
  })
  for (let done = 0; done < options.jobs; done += BATCH) {
    const count = Math.min(BATCH, options.jobs - done)
    await inSession(async ({ db, accountId }) => {
      const first = await reserveJobNumbers(db, accountId, count)
      const made = Array.from({ length: count }, (_, index) =>
        believableJob(dice, accountId, first + index, parties, portIds),
      )
      const freight = made.flatMap(one => one.freight ?? [])
      await insertAll(
        db,
        'finances',
        made.map(one => one.finance),
      )
      await insertAll(
        db,
        'jobs',
        made.map(one => one.job),
      )
      await insertAll(
        db,
        'job_parties',
        made.flatMap(one => one.parts),
      )
      await insertAll(
        db,
        'items',
        made.flatMap(one => one.items),
      )
      await insertAll(
        db,
        'destination_charges',
        made.map(one => one.destination),
      )
      if (freight.length > 0) await insertAll(db, 'freight_charges', freight)
    })
    if ((done / BATCH) % 20 === 19) options.log(`${done + count} jobs`)
  }
  await withOwner(product.ownerUrl, owner => owner.query('analyze'))
  const seconds = (performance.now() - started) / 1000
  options.log(
    `${options.jobs} jobs in ${seconds.toFixed(1)} s (${Math.round((options.jobs / seconds) * 60)} a minute)`,
  )
  return subject
}

async function personOf({ database, ownerUrl }: ProductDatabase, options: SeedOptions): Promise<string> {
  const directory = embeddedDirectory(database.signIn, { publicUrl: 'http://127.0.0.1' })
  const { email, password } = options
  try {
    const { subject } = await directory.add({ displayName: 'Amina Qureshi', email, password })
    return subject
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'already_exists')) throw error
  }
  const { rows } = await withOwner(ownerUrl, owner =>
    owner.query<{ subject: string }>('select subject from identity_users where lower(email) = lower($1)', [
      email,
    ]),
  )
  const subject = rows[0]?.subject
  if (!subject) throw new Error(`There is no sign-in for ${email}.`)
  return subject
}

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

if (import.meta.main) {
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
}
