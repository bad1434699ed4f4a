import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

const isTrue = async (db: Db, call: ReturnType<typeof sql<{ so: boolean }>>): Promise<boolean> =>
  (await call.execute(db)).rows[0]?.so ?? false

/** Whether whoever the session is of has proved their address; a program's token speaks for who made it. */
export const ownAddressIsVerified = (db: Db) => isTrue(db, sql`select own_address_is_verified() as so`)

export const addressIsVerified = (db: Db, subject: string, email: string) =>
  isTrue(db, sql`select address_is_verified(${subject}, ${email}) as so`)

export async function noteVerifiedAddress(db: Db, subject: string, email: string): Promise<void> {
  await sql`select note_verified_address(${subject}, ${email})`.execute(db)
}

type Code = { subject: string; email: string; hash: Buffer }

export async function startCode(db: Db, { subject, email, hash }: Code, minutes: number): Promise<void> {
  await sql`select start_address_code(${subject}, ${email}, ${hash}, ${minutes})`.execute(db)
}

export async function tryCode(db: Db, { subject, email, hash }: Code): Promise<'right' | 'wrong' | 'none'> {
  const { rows } = await sql<{ outcome: 'right' | 'wrong' | 'none' }>`
    select try_address_code(${subject}, ${email}, ${hash}) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'none'
}
