import { type Role, type RoleAdjustments, roleLabels, roles } from '#contract/permissions.ts'
import type { RolePermissions } from '#contract/users.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { UserDirectory } from '#server/identity/directory/directory.ts'
import type { Origin } from '#server/identity/store/events.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import type { AsUser } from '#server/route.ts'
import { safeName } from './invitation-mail.ts'
import { maySetPassword, isPasswordTrusted, returnToOwnCompany } from './joining-records.ts'
import * as records from './records.ts'
import { endTokensOf } from './token-commands.ts'

/** The role that somebody of the role `own` gives a new colleague; throws `not_allowed` for one above it. */
export function roleOfNew(own: Role, wanted: Role | undefined): Role {
  const role = wanted ?? (own === 'viewer' ? 'viewer' : 'staff')
  // The roles stand in the order of what they may do.
  if (roles.indexOf(role) < roles.indexOf(own))
    throw new AppError(
      'not_allowed',
      `You are ${roleLabels[own]} and cannot make somebody ${roleLabels[role]}.`,
    )
  return role
}

export type ColleagueChange = {
  id: string
  role?: Role | undefined
  active?: boolean | undefined
  keepTokens?: readonly string[] | undefined
}

/** Throws `in_use` where the company would be left without an Administrator who can sign in. */
export async function changeColleague(
  session: Session,
  { id, role, active, keepTokens = [] }: ColleagueChange,
  ifMatch: number | undefined,
): Promise<records.Colleague> {
  const { db, accountId } = session
  // Two Administrators who demote each other at one moment must wait for one another.
  const administrators = await records.lockAdministrators(db, accountId)
  const existing = await records.lockColleague(db, accountId, id)
  if (!existing) throw notFound('user')
  await refuseOutdated(ifMatch, {
    title: existing.displayName,
    version: existing.version,
    current: () => {
      const { subject: _subject, ...shown } = existing
      return shown
    },
    changesSince: since => records.colleagueChangesSince(db, accountId, id, since),
  })
  const next = { role: role ?? existing.role, active: active ?? existing.active }
  const remains = next.role === 'administrator' && next.active
  if (!remains && administrators.length === 1 && administrators[0] === id)
    throw new AppError(
      'in_use',
      `${existing.displayName} is the only Administrator who has joined. Make somebody else who has joined Administrator first.`,
    )
  if (next.role === existing.role && next.active === existing.active) return existing
  const gainsRole = roles.indexOf(next.role) < roles.indexOf(existing.role)
  if (gainsRole && !(await isPasswordTrusted(db, accountId, { subject: existing.subject, role: next.role })))
    throw new AppError(
      'in_use',
      `Somebody who is not ${roleLabels[next.role]} here chose ${existing.displayName}’s password. Ask ${existing.displayName} to change it under My account first.`,
    )
  const losesRole = roles.indexOf(next.role) > roles.indexOf(existing.role)
  if ((existing.active && !next.active) || losesRole) await endTokensOf(session, id, keepTokens)
  const changed = await records.updateColleague(db, accountId, id, next)
  if (existing.active && !next.active) await returnToOwnCompany(db, id)
  return changed
}

export async function setPassword(
  asUser: AsUser,
  directory: UserDirectory,
  { id, password, origin }: { id: string; password: string; origin: Origin },
): Promise<void> {
  const { subject, ...author } = await asUser(async session => {
    const colleague = await records.findColleague(session.db, session.accountId, id)
    if (!colleague) throw notFound('user')
    if (!(await maySetPassword(session.db, id)))
      throw new AppError(
        'in_use',
        `${colleague.displayName} has a sign-in that this company did not make. They choose a new password themselves: “Forgot your password?” on the sign-in page.`,
      )
    const { user } = await records.getMembership(session)
    return { subject: colleague.subject, userId: session.userId, name: safeName(user.displayName) }
  })
  await directory.setPassword(subject, password, { ...author, origin })
}

export async function changeRolePermissions(
  { db, accountId }: Session,
  adjustments: RoleAdjustments,
  ifMatch: number | undefined,
): Promise<RolePermissions> {
  const existing = await records.lockRolePermissions(db, accountId)
  await refuseOutdated(ifMatch, {
    title: 'The permissions',
    isPlural: true,
    version: existing.version,
    current: () => existing,
    changesSince: since => records.rolePermissionsChangesSince(db, accountId, since),
  })
  return records.saveRolePermissions(db, accountId, adjustments)
}
