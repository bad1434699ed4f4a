import { type Role, type RoleAdjustments, roleLabels, roles } from '#contract/permissions.ts'
import type { RolePermissions } from '#contract/users.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { UserDirectory } from '#server/identity/directory/directory.ts'
import type { Origin } from '#server/identity/store/events.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import type { AsUser } from '#server/route.ts'
import { harmless } from './invitation-mail.ts'
import { maySetPassword, passwordIsTrusted, sendHome } from './joining-records.ts'
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
  const standing = await records.lockColleague(db, accountId, id)
  if (!standing) throw notFound('user')
  await refuseOutdated(ifMatch, {
    title: standing.displayName,
    version: standing.version,
    current: () => {
      const { subject: _subject, ...shown } = standing
      return shown
    },
    changesSince: since => records.colleagueChangesSince(db, accountId, id, since),
  })
  const next = { role: role ?? standing.role, active: active ?? standing.active }
  const remains = next.role === 'administrator' && next.active
  if (!remains && administrators.length === 1 && administrators[0] === id)
    throw new AppError(
      'in_use',
      `${standing.displayName} is the only Administrator who has joined. Make somebody else who has joined Administrator first.`,
    )
  if (next.role === standing.role && next.active === standing.active) return standing
  const gainsRole = roles.indexOf(next.role) < roles.indexOf(standing.role)
  if (gainsRole && !(await passwordIsTrusted(db, accountId, { subject: standing.subject, role: next.role })))
    throw new AppError(
      'in_use',
      `Somebody who is not ${roleLabels[next.role]} here chose ${standing.displayName}’s password. Ask ${standing.displayName} to change it under My account first.`,
    )
  const losesRole = roles.indexOf(next.role) > roles.indexOf(standing.role)
  if ((standing.active && !next.active) || losesRole) await endTokensOf(session, id, keepTokens)
  const changed = await records.updateColleague(db, accountId, id, next)
  if (standing.active && !next.active) await sendHome(db, id)
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
    return { subject: colleague.subject, userId: session.userId, name: harmless(user.displayName) }
  })
  await directory.setPassword(subject, password, { ...author, origin })
}

export async function changeRolePermissions(
  { db, accountId }: Session,
  adjustments: RoleAdjustments,
  ifMatch: number | undefined,
): Promise<RolePermissions> {
  const standing = await records.lockRolePermissions(db, accountId)
  await refuseOutdated(ifMatch, {
    title: 'The permissions',
    isPlural: true,
    version: standing.version,
    current: () => standing,
    changesSince: since => records.rolePermissionsChangesSince(db, accountId, since),
  })
  return records.saveRolePermissions(db, accountId, adjustments)
}
