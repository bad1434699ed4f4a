import { sql } from 'kysely'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { Role } from '#contract/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { addMember } from './records.ts'

const tokens = (db: Db, accountId: string) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', join =>
      join.onRef('u.account_id', '=', 't.account_id').onRef('u.id', '=', 't.id'),
    )
    .leftJoin('users as by', join =>
      join.onRef('by.account_id', '=', 't.account_id').onRef('by.id', '=', 't.created_by'),
    )
    .where('t.account_id', '=', accountId)
    .where('u.deactivated_at', 'is', null)
    .select([
      't.id',
      'u.display_name as name',
      'u.role',
      'by.display_name as createdBy',
      't.created_at as createdAt',
      't.expires_at as expiresAt',
      't.last_used_at as lastUsedAt',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof tokens>['executeTakeFirstOrThrow']>>

const present = ({ role, createdAt, expiresAt, lastUsedAt, ...row }: Row): ApiToken => ({
  ...row,
  role: role as Role,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function listTokens(db: Db, accountId: string): Promise<ApiToken[]> {
  const rows = await tokens(db, accountId).orderBy(sql`lower(u.display_name)`).orderBy('t.id').execute()
  return rows.map(present)
}

export type NewToken = { id: string; name: string; role: Role; hash: Buffer; expiresAt: Date | null }

export async function insertToken(
  db: Db,
  accountId: string,
  createdBy: string,
  { id, name, role, hash, expiresAt }: NewToken,
): Promise<ApiToken> {
  await addMember(db, { id, subject: `${TOKEN_SUBJECT}${id}`, email: '', displayName: name, role })
  await db
    .insertInto('api_tokens')
    .values({ account_id: accountId, id, token_hash: hash, expires_at: expiresAt, created_by: createdBy })
    .execute()
  return present(await tokens(db, accountId).where('t.id', '=', id).executeTakeFirstOrThrow())
}

/** False where there is no such token, or it was taken back before. What it did stays under its name. */
export async function revokeToken(db: Db, accountId: string, id: string): Promise<boolean> {
  const known = await tokens(db, accountId).where('t.id', '=', id).executeTakeFirst()
  if (!known) return false
  await db
    .updateTable('users')
    .set({ deactivated_at: sql`now()`, version: sql`version + 1` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('api_tokens').where('account_id', '=', accountId).where('id', '=', id).execute()
  return true
}

/** How the subjects of programs begin: no identity provider gives such a one. */
export const TOKEN_SUBJECT = 'api-token:'

/** Whose token bears this hash and until when; undefined for one that is unknown or over. */
export async function useToken(
  db: Db,
  hash: Buffer,
): Promise<{ subject: string; expires_at: Date | null } | undefined> {
  const { rows } = await sql<{ subject: string; expires_at: Date | null }>`
    select * from use_api_token(${hash})`.execute(db)
  return rows[0]
}
