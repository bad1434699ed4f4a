import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '#server/db/db.ts'

const isTrue = async (db: Db, call: ReturnType<typeof sql<{ so: boolean }>>): Promise<boolean> =>
  (await call.execute(db)).rows[0]?.so ?? false

export const noCompanyYet = (db: Db) => isTrue(db, sql`select no_company_yet() as so`)

export const foundingLinkIsGood = (db: Db, hash: Buffer) =>
  isTrue(db, sql`select founding_link_is_good(${hash}) as so`)

/** False where the link is unknown, used, too old or another person's; a transaction that fails has not used it. */
export const takeFoundingLink = (db: Db, hash: Buffer, email: string) =>
  isTrue(db, sql`select use_founding_link(${hash}, ${email}) as so`)

/** `email`: for whom alone; null: for whoever founds the first company. */
export async function saveFoundingLink(
  db: Db,
  { hash, email, days }: { hash: Buffer; email: string | null; days: number },
): Promise<void> {
  await sql`select make_founding_link(${hash}, ${email}, ${days})`.execute(db)
}

export type CompanyClaim = { value: string; subject: string; email: string; name: string; role: Role }

/** 'none' where the claim stands for no company yet; nobody else founds it until the transaction ends. */
export async function joinCompanyByClaim(
  db: Db,
  { value, subject, email, name, role }: CompanyClaim,
): Promise<'joined' | 'in company' | 'none'> {
  const { rows } = await sql<{ outcome: 'joined' | 'in company' | 'none' }>`
    select join_by_claim(${value}, ${subject}, ${email}, ${name}, ${role}) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'none'
}

/** Gives the company that this transaction has founded to everybody with this value of the claim. */
export async function claimCompany(db: Db, value: string): Promise<void> {
  await sql`select claim_company(${value})`.execute(db)
}
