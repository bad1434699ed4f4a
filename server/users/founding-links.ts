import type { Database } from '#server/db/db.ts'
import type { SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import { noCompanyYet, saveFoundingLink } from './founding-records.ts'
import { hashOfSecret, joinAddress, newSecret } from './link-secrets.ts'

const DAYS = 7

type Dependencies = { database: Database; publicUrl: string }

/** A new link by which a company is founded, once: by whoever has this address, or the first by whoever has the link. */
export async function newFoundingLink(
  { database, publicUrl }: Dependencies,
  { email }: { email: string | null },
): Promise<{ link: string; days: number }> {
  const secret = newSecret()
  await database.transaction(db => saveFoundingLink(db, { hash: hashOfSecret(secret), email, days: DAYS }))
  return { link: joinAddress(publicUrl, secret), days: DAYS }
}

/** What whoever starts the server needs where strangers may not found a company and none is there yet. */
export async function linkForFirstCompany(
  dependencies: Dependencies & { signUp: SignUpRules },
): Promise<string | undefined> {
  if (!['invited', 'closed'].includes(dependencies.signUp.mode)) return undefined
  if (!(await dependencies.database.transaction(noCompanyYet))) return undefined
  const { link, days } = await newFoundingLink(dependencies, { email: null })
  return `There is no company here yet. Register the first one with this link, within ${days} days; each start writes another, and all are good until there is a company: ${link}`
}
