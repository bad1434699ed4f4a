import { sql } from 'kysely'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { Role } from '#contract/permissions.ts'
import { type Db, TOKEN_SUBJECT } from '#server/db/db.ts'
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
    .leftJoin('users as owner', join =>
      join.onRef('owner.account_id', '=', 't.account_id').onRef('owner.id', '=', 't.responsible_id'),
    )
    .where('t.account_id', '=', accountId)
    .where('u.deactivated_at', 'is', null)
    .select([
      't.id',
      'u.display_name as name',
      'u.role',
      sql<Role | null>`api_token_role(t.account_id, t.id)`.as('actsAs'),
      'by.display_name as createdBy',
      'owner.id as ownerId',
      'owner.display_name as ownerName',
      't.created_at as createdAt',
      't.expires_at as expiresAt',
      't.to_review as toReview',
      't.last_used_at as lastUsedAt',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof tokens>['executeTakeFirstOrThrow']>>

const present = ({ role, ownerId, ownerName, createdAt, expiresAt, lastUsedAt, ...row }: Row): ApiToken => ({
  ...row,
  role: role,
  responsible: ownerId && ownerName !== null ? { id: ownerId, displayName: ownerName } : null,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function listTokens(db: Db, accountId: string): Promise<ApiToken[]> {
  const rows = await tokens(db, accountId).orderBy(sql`lower(u.display_name)`).orderBy('t.id').execute()
  return rows.map(present)
}

export type NewToken = { id: string; name: string; role: Role; hash: Buffer; expiresAt: Date }

export async function insertToken(
  db: Db,
  accountId: string,
  createdBy: string,
  { id, name, role, hash, expiresAt }: NewToken,
): Promise<ApiToken> {
  await addMember(db, { id, subject: `${TOKEN_SUBJECT}${id}`, email: '', displayName: name, role })
  await db
    .insertInto('api_tokens')
    .values({
      account_id: accountId,
      id,
      token_hash: hash,
      expires_at: expiresAt,
      created_by: createdBy,
      responsible_id: createdBy,
    })
    .execute()
  return present(await tokens(db, accountId).where('t.id', '=', id).executeTakeFirstOrThrow())
}

/** The ids of the tokens for which this person is responsible; nobody else changes them until the transaction ends. */
export async function lockTokensOf(db: Db, accountId: string, responsibleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('account_id', '=', accountId)
    .where('responsible_id', '=', responsibleId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(row => row.id)
}

/** Who answers for what the token does: for whom it acts, else who made it. */
export async function ownerOfToken(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ id: string; displayName: string; email: string } | null> {
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', join =>
      join
        .onRef('u.account_id', '=', 't.account_id')
        .on('u.id', '=', sql`coalesce(t.responsible_id, t.created_by)`),
    )
    .where('t.account_id', '=', accountId)
    .where('t.id', '=', id)
    .select(['u.id', 'u.display_name as displayName', 'u.email'])
    .executeTakeFirst()
  return row ?? null
}

/** The token as it stands, which nobody else changes until the transaction ends; null where there is none. */
export async function lockToken(db: Db, accountId: string, id: string): Promise<ApiToken | null> {
  const row = await tokens(db, accountId).where('t.id', '=', id).forUpdate('t').executeTakeFirst()
  return row ? present(row) : null
}

/** The ids of those that were there. What they did stays under their names. */
export async function revokeTokens(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const gone = await db
    .deleteFrom('api_tokens')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  if (gone.length > 0)
    await db
      .updateTable('users')
      .set({ deactivated_at: sql`now()`, version: sql`version + 1` })
      .where('account_id', '=', accountId)
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  return gone.map(({ id }) => id)
}

/** From now on they act for this person, and with no more than that person has. */
export async function reassignTokens(
  db: Db,
  accountId: string,
  ids: readonly string[],
  responsibleId: string,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('api_tokens')
    .set({ responsible_id: responsibleId, unbound_until: null, to_review: false })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
}

export async function extendToken(db: Db, accountId: string, id: string, expiresAt: Date): Promise<ApiToken> {
  await db
    .updateTable('api_tokens')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
  return present(await tokens(db, accountId).where('t.id', '=', id).executeTakeFirstOrThrow())
}

/** Whose token bears this hash and until when it is or was good; undefined for one that is unknown or was revoked. */
export async function useToken(
  db: Db,
  hash: Buffer,
): Promise<{ subject: string; expires_at: Date } | undefined> {
  const { rows } = await sql<{ subject: string; expires_at: Date }>`
    select * from use_api_token(${hash})`.execute(db)
  return rows[0]
}
