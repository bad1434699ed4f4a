import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Membership } from '#contract/users.ts'
import type { Db } from '#server/db/db.ts'

/** Makes the company account of an identity that has none; does nothing for one that has. */
export async function registerAccount(
  db: Db,
  person: { subject: string; email: string; name: string; company: string },
): Promise<void> {
  await sql`select register_account(${person.subject}, ${person.email}, ${person.name}, ${person.company})`.execute(
    db,
  )
}

export async function getMembership(db: Db, accountId: string, userId: string): Promise<Membership> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .select(['u.display_name', 'u.email', 'u.role', 'a.name', 'a.currency'])
    .executeTakeFirstOrThrow()
  return {
    user: { id: userId, displayName: row.display_name, email: row.email, role: row.role as Role },
    account: { id: accountId, name: row.name, currency: row.currency },
  }
}

export type Colleague = { id: string; subject: string; displayName: string; email: string; role: Role }

export async function listColleagues(db: Db, accountId: string): Promise<Colleague[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'subject', 'display_name as displayName', 'email', 'role'])
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(display_name)`)
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, role: row.role as Role }))
}

/** Ties an identity to the company of the open session. */
export async function addMember(db: Db, member: Colleague): Promise<void> {
  await sql`select add_member(${member.id}, ${member.subject}, ${member.email}, ${member.displayName}, ${member.role})`.execute(
    db,
  )
}
