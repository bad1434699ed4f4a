import type { Client } from 'pg'
import type { Session } from '#server/db/db.ts'
import { withOwner } from '#server/db/owner.ts'
import { embeddedDirectory } from '#server/identity/directory/directory.ts'
import { adoptPorts } from '#server/ports/records.ts'
import type { ProductDatabase } from '#server/product-database.ts'
import { noteVerifiedAddress } from '#server/users/address-records.ts'
import { registerAccount } from '#server/users/records.ts'
import { type Author, type JobRows, loadInBulk, mayLoadInBulk, reserveNumbers } from './bulk-records.ts'
import { airports, type Dice, dice as rollDice, seaPorts } from './content.ts'
import { plausibleJob, carrierNames, company, type SeedCompany } from './jobs.ts'
import { countJobs, insertAll, portIdsByCode } from './records.ts'

const BATCH = 500
const TOLD_AFTER = 10_000

export type SeedOptions = {
  jobs: number
  email: string
  password: string
  company: string
  /** So many companies with so many jobs each; one by default. */
  accounts?: number
  /** Through the tables' triggers, as where the login of the owner may not do otherwise. */
  slowly?: boolean
  log: (line: string) => void
}

type Filled = Author & {
  dice: Dice
  parties: Parameters<typeof plausibleJob>[3]
  portIds: Map<string, string>
  inSession: InSession
}
type InSession = <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>

/**
 * Fills the account of `email` (made if need be) with believable jobs, and as many further accounts as are asked for;
 * gives the subject of the first one's identity.
 */
export async function seed(product: ProductDatabase, options: SeedOptions): Promise<string> {
  const { accounts = 1, jobs, log } = options
  const started = performance.now()
  const people = Array.from({ length: accounts }, (_, index) => ownNames(options, index))
  const subjects: string[] = []
  for (const person of people) subjects.push(await personOf(product, person))
  await withOwner(product.ownerUrl, async owner => {
    const companies: Filled[] = []
    for (const [index, subject] of subjects.entries())
      companies.push(await companyOf(product, subject, { ...options, ...people[index] }, index))
    const tell = progress(log)
    if (!options.slowly && (await mayLoadInBulk(owner))) await fillInBulk(owner, companies, jobs, tell)
    else await fillSlowly(owner, companies, jobs, tell)
    await owner.query('vacuum analyze')
  })
  const seconds = (performance.now() - started) / 1000
  const made = jobs * accounts
  log(`${made} jobs in ${seconds.toFixed(1)} s (${Math.round((made / seconds) * 60)} a minute)`)
  const [first = ''] = subjects
  return first
}

/** The first account has the names that were given; the others have them with a number. */
function ownNames({ email, password, company: name }: SeedOptions, index: number) {
  if (index === 0) return { email, password, company: name }
  const [mailbox, domain] = email.split('@')
  return { email: `${mailbox}-${index + 1}@${domain}`, password, company: `${name} ${index + 1}` }
}

type Names = ReturnType<typeof ownNames>

/** The company with its address book and ports. */
async function companyOf(
  { database }: ProductDatabase,
  subject: string,
  names: Names & { jobs: number },
  index: number,
): Promise<Filled> {
  const { email, company: name } = names
  await database.transaction(async db => {
    await registerAccount(db, {
      accountId: crypto.randomUUID(),
      subject,
      email,
      name: 'Amina Qureshi',
      company: name,
    })
    // Whoever runs the server has chosen the address; e-mails can leave with it at once.
    await noteVerifiedAddress(db, subject, email)
  })
  const inSession: InSession = async work => {
    const result = await database.asUser(subject, async session => ({ value: await work(session) }))
    if (!result) throw new Error(`The account of ${email} could not be opened.`)
    return result.value
  }
  return inSession(async ({ db, accountId, userId }) => {
    const { jobs } = names
    const dice = rollDice(jobs + index)
    const make = (count: number) => Array.from({ length: count }, () => company(dice, accountId))
    const parties = {
      customers: make(Math.min(1000, 40 + Math.floor(jobs / 40))),
      agents: make(25),
      carriers: carrierNames.map(carrier => company(dice, accountId, carrier)),
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
    return { accountId, userId, dice, parties, portIds, inSession }
  })
}

type Tell = (made: number) => void

async function fillInBulk(owner: Client, companies: Filled[], jobs: number, tell: Tell): Promise<void> {
  const numbered: { one: Filled; first: number }[] = []
  for (const one of companies) numbered.push({ one, first: await reserveNumbers(owner, one.accountId, jobs) })
  await loadInBulk(owner, async insert => {
    for (const { one, first } of numbered)
      for (const rows of batches(one, first, jobs)) {
        await insert(one, rows)
        tell(rows.jobs.length)
      }
  })
}

/** Through the same role, policies, triggers and constraints as people's requests. */
async function fillSlowly(owner: Client, companies: Filled[], jobs: number, tell: Tell): Promise<void> {
  let isAnalyzed = false
  for (const one of companies) {
    const first = await reserveNumbers(owner, one.accountId, jobs)
    for (const rows of batches(one, first, jobs)) {
      await one.inSession(async ({ db, accountId }) => {
        await insertAll(db, 'finances', rows.finances)
        await insertAll(db, 'jobs', rows.jobs)
        await insertAll(db, 'job_parties', rows.job_parties)
        await insertAll(db, 'items', rows.items)
        await insertAll(db, 'destination_charges', rows.destination_charges)
        await insertAll(db, 'freight_charges', rows.freight_charges)
        await countJobs(db, accountId, rows.jobs.length)
      })
      // Until then the plans are those for empty tables, which read every row of the company for each new one.
      if (!isAnalyzed) await owner.query('analyze')
      isAnalyzed = true
      tell(rows.jobs.length)
    }
  }
}

function* batches(
  { dice, accountId, userId, parties, portIds }: Filled,
  first: number,
  jobs: number,
): Generator<JobRows> {
  for (let done = 0; done < jobs; done += BATCH) {
    const count = Math.min(BATCH, jobs - done)
    const made = Array.from({ length: count }, (_, index) =>
      plausibleJob(dice, accountId, first + done + index, parties, portIds, userId),
    )
    yield {
      finances: made.map(one => one.finance),
      jobs: made.map(one => one.job),
      job_parties: made.flatMap(one => one.parts),
      items: made.flatMap(one => one.items),
      destination_charges: made.map(one => one.destination),
      freight_charges: made.flatMap(one => one.freight ?? []),
    }
  }
}

function progress(log: (line: string) => void): Tell {
  let made = 0
  return count => {
    const before = Math.floor(made / TOLD_AFTER)
    made += count
    if (Math.floor(made / TOLD_AFTER) > before) log(`${made} jobs`)
  }
}

async function personOf({ database, ownerUrl }: ProductDatabase, names: Names): Promise<string> {
  const directory = embeddedDirectory(database.signIn, { publicUrl: 'http://127.0.0.1' })
  const { email, password } = names
  const { subject: made } = await directory.add({ displayName: 'Amina Qureshi', email, password })
  if (made !== null) return made
  const { rows } = await withOwner(ownerUrl, owner =>
    owner.query<{ subject: string }>('select subject from identity_users where lower(email) = lower($1)', [
      email,
    ]),
  )
  const subject = rows[0]?.subject
  if (!subject) throw new Error(`There is no sign-in for ${email}.`)
  return subject
}
