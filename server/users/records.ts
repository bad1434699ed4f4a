import type { DateOrder } from '#contract/date-orders.ts'
import type { PaperSize } from '#contract/paper-sizes.ts'
import { sql } from 'kysely'
import {
  allPermissions,
  may,
  personOnlyPermissions,
  type Role,
  type RoleAdjustments,
} from '#contract/permissions.ts'
import type { Membership, RolePermissions } from '#contract/users.ts'
import type { Db, Session } from '#server/db/db.ts'
import { type Change, changesOf, historySince } from '#server/records/changes-records.ts'

/** Makes the company account of an identity that has none; false, and nothing done, for one that has. */
export async function registerAccount(
  db: Db,
  person: { accountId: string; subject: string; email: string; name: string; company: string },
): Promise<boolean> {
  const { accountId, subject, email, name, company } = person
  const { rows } = await sql<{ made: boolean }>`
    select register_account(${accountId}, ${subject}, ${email}, ${name}, ${company}) as made`.execute(db)
  return rows[0]?.made ?? false
}

/** Who the session is of, and what they may do. */
export type Person = {
  user: Pick<Membership['user'], 'id' | 'displayName' | 'email' | 'role'>
} & Pick<Membership, 'account' | 'permissions'>

export async function getMembership(session: Session): Promise<Person> {
  const { db, accountId, userId, role, adjustments, isProgram } = session
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .leftJoin('company_settings as s', 's.account_id', 'u.account_id')
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .select([
      'u.display_name',
      'u.email',
      'a.name',
      'a.currency',
      's.time_zone',
      's.country',
      's.date_order',
      's.paper_size',
    ])
    .executeTakeFirstOrThrow()
  return {
    user: { id: userId, displayName: row.display_name, email: row.email, role },
    account: {
      id: accountId,
      name: row.name,
      currency: row.currency,
      timeZone: row.time_zone,
      country: row.country,
      dateOrder: row.date_order as DateOrder | null,
      paperSize: (row.paper_size as PaperSize | null) ?? 'A4',
    },
    permissions: allPermissions.filter(
      permission =>
        may(role, permission, adjustments) && !(isProgram && personOnlyPermissions.includes(permission)),
    ),
  }
}

export type Colleague = {
  id: string
  subject: string
  displayName: string
  email: string
  role: Role
  active: boolean
  /** Whether the person has accepted; else why not. */
  joining: 'joined' | 'invited' | 'declined' | 'left'
  version: number
}

const columns = [
  'id',
  'subject',
  'display_name',
  'email',
  'role',
  'deactivated_at',
  'joined_at',
  'declined_at',
  'left_at',
  'version',
] as const

const colleagues = (db: Db, accountId: string) =>
  db
    .selectFrom('users')
    .select(columns)
    .where('account_id', '=', accountId)
    // Programs are users too, but nobody's colleagues.
    .where('subject', 'not like', 'api-token:%')

type ColleagueRow = Awaited<ReturnType<ReturnType<typeof colleagues>['executeTakeFirstOrThrow']>>

const presentColleague = ({ id, subject, email, version, ...row }: ColleagueRow): Colleague => ({
  ...{ id, subject, email, version },
  displayName: row.display_name,
  role: row.role,
  active: row.deactivated_at === null,
  joining: row.joined_at ? 'joined' : row.declined_at ? 'declined' : row.left_at ? 'left' : 'invited',
})

export async function listColleagues(db: Db, accountId: string): Promise<Colleague[]> {
  const rows = await colleagues(db, accountId).orderBy(sql`lower(display_name)`).orderBy('id').execute()
  return rows.map(presentColleague)
}

export async function findColleague(db: Db, accountId: string, id: string): Promise<Colleague | null> {
  const row = await colleagues(db, accountId).where('id', '=', id).executeTakeFirst()
  return row ? presentColleague(row) : null
}

/** Nobody else changes this person until the transaction ends; null where there is no such colleague. */
export async function lockColleague(db: Db, accountId: string, id: string): Promise<Colleague | null> {
  const row = await colleagues(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? presentColleague(row) : null
}

/** The ids of those who have joined and can act as Administrator, locked in one order. */
export async function lockAdministrators(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'administrator')
    .where('subject', 'not like', 'api-token:%')
    .where('deactivated_at', 'is', null)
    // Of the row itself, so that whoever left while this waited for the lock does not count.
    .where('joined_at', 'is not', null)
    .where(sql<boolean>`is_present(account_id, id)`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(row => row.id)
}

/** The caller has locked the colleague. */
export async function updateColleague(
  db: Db,
  accountId: string,
  id: string,
  { role, active }: { role: Role; active: boolean },
): Promise<Colleague> {
  const row = await db
    .updateTable('users')
    .set({
      role,
      deactivated_at: active ? null : sql`coalesce(deactivated_at, now())`,
      version: sql`version + 1`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return presentColleague(row)
}

/** Makes a program a user of the company of the open session. */
export async function addMember(
  db: Db,
  member: Pick<Colleague, 'id' | 'subject' | 'email' | 'displayName' | 'role'>,
): Promise<void> {
  await sql`select add_member(${member.id}, ${member.subject}, ${member.email}, ${member.displayName}, ${member.role})`.execute(
    db,
  )
}

const rolePermissionsOf = (db: Db, accountId: string) =>
  db.selectFrom('role_adjustments').select(['adjustments', 'version']).where('account_id', '=', accountId)

type AdjustmentsRow = { adjustments: unknown; version: number }

// Version 0: nothing was ever changed here.
const presentPermissions = (row: AdjustmentsRow | undefined): RolePermissions => ({
  adjustments: row?.adjustments ?? {},
  version: row?.version ?? 0,
})

export async function getRolePermissions(db: Db, accountId: string): Promise<RolePermissions> {
  return presentPermissions(await rolePermissionsOf(db, accountId).executeTakeFirst())
}

export async function lockRolePermissions(db: Db, accountId: string): Promise<RolePermissions> {
  return presentPermissions(await rolePermissionsOf(db, accountId).forUpdate().executeTakeFirst())
}

export async function saveRolePermissions(
  db: Db,
  accountId: string,
  adjustments: RoleAdjustments,
): Promise<RolePermissions> {
  const value = JSON.stringify(adjustments)
  const row = await db
    .insertInto('role_adjustments')
    .values({ account_id: accountId, id: accountId, adjustments: value })
    .onConflict(conflict =>
      conflict
        .column('account_id')
        .doUpdateSet({ adjustments: value, version: sql`role_adjustments.version + 1` }),
    )
    .returning(['adjustments', 'version'])
    .executeTakeFirstOrThrow()
  return presentPermissions(row)
}

/** What was changed of a user's access since `version`, and by whom. */
export async function colleagueChangesSince(
  db: Db,
  accountId: string,
  id: string,
  version: number,
): Promise<Change[]> {
  const rows = await historySince(db, accountId, { id, version, recordTypes: ['users'], besides: [] })
  const changes = changesOf(rows, { display_name: 'displayName', role: 'role', deactivated_at: 'active' })
  return changes.map(change =>
    change.field === 'active' ? { ...change, old: change.old === null, new: change.new === null } : change,
  )
}

export async function rolePermissionsChangesSince(
  db: Db,
  accountId: string,
  version: number,
): Promise<Change[]> {
  const row = await db
    .selectFrom('role_adjustments')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return []
  const { id } = row
  const rows = await historySince(db, accountId, {
    id,
    version,
    recordTypes: ['role_adjustments'],
    besides: [],
  })
  return changesOf(rows, { adjustments: 'adjustments' })
}
