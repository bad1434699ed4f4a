import { createHash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Statements } from '#server/db/role-pool.ts'
import type { Pool } from './users.ts'

/** Two tabs may send the same refresh token at once; within this time neither is a thief. */
export const REFRESH_GRACE_SECONDS = 30

const digest = (id: string) => createHash('sha256').update(id).digest()

type Row = { payload: AdapterPayload; consumed: number | null; late: boolean }

/** Keeps one kind of the provider's state in PostgreSQL, so that servers share it and restarts lose nothing. */
export class StateStore implements Adapter {
  readonly #pool: Statements
  readonly #model: string

  constructor(pool: Statements, model: string) {
    this.#pool = pool
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number | undefined): Promise<void> {
    const { jti: _secret, ...kept } = payload
    await this.#pool.query(
      `insert into oidc_state (model, id, payload, grant_id, uid, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
       on conflict (model, id) do update
       set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
           expires_at = excluded.expires_at`,
      [this.#model, digest(id), kept, payload.grantId ?? null, payload.uid ?? null, expiresIn ?? null],
    )
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#findWhere('id', digest(id))
    return payload && { ...payload, jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere('uid', uid)
  }

  // Only device sign-in, which is off, looks anything up by a typed code.
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async #findWhere(column: 'id' | 'uid', value: Buffer | string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `select payload, extract(epoch from consumed_at)::int as consumed,
              consumed_at < now() - make_interval(secs => $3) as late
       from oidc_state
       where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
      [this.#model, value, REFRESH_GRACE_SECONDS],
    )
    const row = rows[0]
    if (!row) return undefined
    const spent = row.consumed !== null && (row.late || this.#model !== 'RefreshToken')
    return spent ? { ...row.payload, consumed: row.consumed } : row.payload
  }

  async consume(id: string): Promise<void> {
    await this.#pool.query(
      'update oidc_state set consumed_at = coalesce(consumed_at, now()) where model = $1 and id = $2',
      [this.#model, digest(id)],
    )
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query('delete from oidc_state where model = $1 and id = $2', [this.#model, digest(id)])
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    // Interactions name a grant too, and must outlive it while the person changes identity.
    await this.#pool.query('delete from oidc_state where model = $1 and grant_id = $2', [
      this.#model,
      grantId,
    ])
  }
}

const expiring = ['oidc_state', 'identity_links', 'identity_browsers', 'ended_sessions', 'sign_in_limits']

/** Deletes what has expired; to be called now and then by a scheduled job. Answers how many rows went. */
export async function sweepExpiredState(pool: Pool): Promise<number> {
  let swept = 0
  for (const table of expiring) {
    const { rowCount } = await pool.query(`delete from ${table} where expires_at < now()`)
    swept += rowCount ?? 0
  }
  await pool.query('select forget_unknown_sign_ins()')
  return swept
}
