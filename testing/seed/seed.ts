import type { Session } from '#server/db/db.ts'
import { withOwner } from '#server/db/owner.ts'
import { embeddedDirectory } from '#server/identity/directory/directory.ts'
import { adoptPorts } from '#server/ports/records.ts'
import type { ProductDatabase } from '#server/product-database.ts'
import { noteVerifiedAddress } from '#server/users/address-records.ts'
import { registerAccount } from '#server/users/records.ts'
import { airports, dice as rollDice, seaPorts } from './content.ts'
import { plausibleJob, carrierNames, company, type SeedCompany } from './jobs.ts'
import { insertAll, portIdsByCode, reserveJobNumbers } from './records.ts'

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
  await database.transaction(async db => {
    await registerAccount(db, {
      accountId: crypto.randomUUID(),
      subject,
      email: options.email,
      name: 'Amina Qureshi',
      company: options.company,
    })
    // Whoever runs the server has chosen the address; e-mails can leave with it at once.
    await noteVerifiedAddress(db, subject, options.email)
  })
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
        plausibleJob(dice, accountId, first + index, parties, portIds),
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
