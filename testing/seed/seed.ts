import type { Client } from 'pg'
import type { Session } from '#server/db/db.ts'
import { withOwner } from '#server/db/owner.ts'
import { embeddedDirectory } from '#server/identity/directory/directory.ts'
import { adoptPorts } from '#server/ports/records.ts'
import type { ProductDatabase } from '#server/product-database.ts'
import { noteVerifiedAddress } from '#server/users/address-records.ts'
import { registerAccount } from '#server/users/records.ts'
import { type Author, type JobRows, loadInBulk, mayLoadInBulk, reserveNumbers } from './bulk-records.ts'
import { carrierNames } from './carriers.ts'
import { agent, carrier, customers, type SeedCompany } from './companies.ts'
import { type Dice, dice as rollDice } from './dice.ts'
import { CONSOLIDATION, consolidation, type Office, plausibleJob, type SeededJob } from './jobs.ts'
import { countryIds, portCodes } from './places.ts'
import { countJobs, insertAll, peopleOf, portsByCode, takeIn } from './records.ts'
import { dayNumber } from './schedule.ts'

const BATCH = 500
const TOLD_AFTER = 10_000
/** The jobs were booked in the last so many days, the one with the highest number today. */
const BOOKED_WITHIN = 330
/** One of so many jobs begins a consolidation. */
const CONSOLIDATED_EVERY = 40

export type SeedOptions = {
  jobs: number
  email: string
  password: string
  company: string
  /** So many companies with so many jobs each; one by default. */
  accounts?: number
  /** Through the tables' triggers, as where the login of the owner may not do otherwise. */
  slowly?: boolean
  /** Today, which the jobs' dates and states are told by. */
  today?: Date
  log: (line: string) => void
}

type Filled = Author & {
  dice: Dice
  office: Omit<Office, 'people'>
  inSession: InSession
}
type Staffed = Filled & { people: string[] }
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
    const companies: Staffed[] = []
    for (const [index, subject] of subjects.entries()) {
      const own = { ...options, ...people[index] }
      const filled = await companyOf(product, subject, own, index)
      for (const colleague of await colleaguesOf(product, own)) await takeIn(owner, filled, colleague)
      companies.push({ ...filled, people: await peopleOf(owner, filled.accountId) })
    }
    const tell = progress(log)
    if (!options.slowly && (await mayLoadInBulk(owner))) await fillInBulk(owner, companies, jobs, tell)
    else await fillSlowly(owner, companies, jobs, tell)
    await owner.query('vacuum analyze')
  })
  const seconds = (performance.now() - started) / 1000
  const made = jobs * accounts
  if (made > 0) log(`${made} jobs in ${seconds.toFixed(1)} s (${Math.round((made / seconds) * 60)} a minute)`)
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
  names: Names & { jobs: number; today?: Date },
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
    const taken = new Set<string>()
    const bought = customers(dice, accountId, taken, Math.min(1000, 40 + Math.floor(jobs / 40)))
    const agents = countryIds.map(country => agent(dice, accountId, taken, country))
    const carrying = carrierNames.map(carrierName => carrier(dice, accountId, carrierName))
    // Without jobs nobody has need of them.
    const all: SeedCompany[] = jobs === 0 ? [] : [...bought, ...agents, ...carrying]
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
    const ports = await portsByCode(db, portCodes)
    await adoptPorts(
      db,
      accountId,
      ports.map(({ id }) => id),
    )
    const byCountry = (wanted: (one: SeedCompany) => boolean) =>
      Map.groupBy(bought.filter(wanted), ({ country }) => country)
    return {
      ...{ accountId, userId, dice, inSession },
      office: {
        accountId,
        makers: byCountry(({ goods }) => goods.length > 0),
        buyers: byCountry(({ goods }) => goods.length === 0),
        agents: new Map(agents.map(one => [one.country, one])),
        carriers: new Map(carrying.map(one => [one.organisation.name, one])),
        portIds: new Map(ports.map(({ code, id }) => [code, id])),
        portNames: new Map(ports.map(({ code, name: portName }) => [code, portName])),
        today: dayNumber(names.today ?? new Date()),
      },
    }
  })
}

type Tell = (made: number) => void

async function fillInBulk(owner: Client, companies: Staffed[], jobs: number, tell: Tell): Promise<void> {
  const numbered: { one: Staffed; first: number }[] = []
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
async function fillSlowly(owner: Client, companies: Staffed[], jobs: number, tell: Tell): Promise<void> {
  let isAnalyzed = false
  for (const one of companies) {
    const first = await reserveNumbers(owner, one.accountId, jobs)
    for (const rows of batches(one, first, jobs)) {
      await one.inSession(async ({ db, accountId }) => {
        await insertAll(db, 'finances', rows.finances)
        await insertAll(db, 'jobs', rows.jobs)
        await insertAll(db, 'job_parties', rows.job_parties)
        await insertAll(db, 'items', rows.items)
        await insertAll(db, 'origin_charges', rows.origin_charges)
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

function* jobsOf({ dice, office, people }: Staffed, first: number, jobs: number): Generator<SeededJob> {
  const staffed = { ...office, people }
  for (let done = 0; done < jobs; done += 1) {
    const jobNumber = first + done
    const booked = office.today - Math.round(BOOKED_WITHIN * (1 - (done + 1) / jobs))
    const isConsolidation =
      done % CONSOLIDATED_EVERY === CONSOLIDATED_EVERY / 2 && done + CONSOLIDATION <= jobs
    if (isConsolidation) {
      yield* consolidation(dice, staffed, { jobNumber, booked })
      done += CONSOLIDATION - 1
    } else yield plausibleJob(dice, staffed, { jobNumber, booked })
  }
}

/** A master job comes with its houses: lots are a few jobs longer where one of them would be cut. */
function* batches(staffed: Staffed, first: number, jobs: number): Generator<JobRows> {
  let made: SeededJob[] = []
  let isOpen = 0
  for (const one of jobsOf(staffed, first, jobs)) {
    made.push(one)
    isOpen = one.job.quote_type === null ? CONSOLIDATION - 1 : Math.max(0, isOpen - 1)
    if (made.length < BATCH || isOpen > 0) continue
    yield rowsOf(made)
    made = []
  }
  if (made.length > 0) yield rowsOf(made)
}

const rowsOf = (made: readonly SeededJob[]): JobRows => ({
  finances: made.map(one => one.finance),
  jobs: made.map(one => one.job),
  job_parties: made.flatMap(one => one.parts),
  items: made.flatMap(one => one.items),
  origin_charges: made.flatMap(one => one.origin ?? []),
  destination_charges: made.flatMap(one => one.destination ?? []),
  freight_charges: made.flatMap(one => one.freight ?? []),
})

function progress(log: (line: string) => void): Tell {
  let made = 0
  return count => {
    const before = Math.floor(made / TOLD_AFTER)
    made += count
    if (Math.floor(made / TOLD_AFTER) > before) log(`${made} jobs`)
  }
}

const colleagues = ['Bilal Ahmed', 'Sara Khan', 'James Porter', 'Ellen Marsh'] as const

/** Those who work with the first person: they sign in with the same password, at the same domain. */
async function colleaguesOf(product: ProductDatabase, names: Names) {
  const [mailbox = '', domain] = names.email.split('@')
  const made = []
  for (const displayName of colleagues) {
    const [first = ''] = displayName.toLowerCase().split(' ')
    const email = `${first}.${mailbox}@${domain}`
    const subject = await personOf(product, { ...names, email }, displayName)
    made.push({ id: crypto.randomUUID(), subject, displayName, email, role: 'staff' })
  }
  return made
}

async function personOf(
  { database, ownerUrl }: ProductDatabase,
  names: Names,
  displayName = 'Amina Qureshi',
): Promise<string> {
  const directory = embeddedDirectory(database.signIn, { publicUrl: 'http://127.0.0.1' })
  const { email, password } = names
  const { subject: made } = await directory.add({ displayName, email, password })
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
