import { createApiToken, keepApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts'
import {
  addUser,
  getMembership,
  getRolePermissions,
  inviteAgain,
  inviteUser,
  listUsers,
  register,
  setUserPassword,
  updateRolePermissions,
  updateUser,
  type User,
} from '#contract/users.ts'
import type { DirectoryUser } from '#server/identity/directory.ts'
import { identityOf, type Api } from '#server/route.ts'
import { registerWithStarters, type StarterParts } from '#server/templates/starter-commands.ts'
import * as commands from './commands.ts'
import * as invitations from './invitation-commands.ts'
import * as records from './records.ts'
import * as tokens from './token-commands.ts'
import { listTokens } from './token-records.ts'

export function userRoutes(api: Api, parts: StarterParts & invitations.InvitationParts): void {
  const { directory } = parts

  api.bindFree(register, async (asUser, { request }) => {
    const { subject, email, name, company } = identityOf(request)
    await registerWithStarters(
      { ...parts, database: api.database },
      { subject, email, name, company: company ?? name },
    )
    return asUser(records.getMembership)
  })

  api.bind(getMembership, session => records.getMembership(session))

  api.bindFree(listUsers, async asUser => {
    const colleagues = await asUser(({ db, accountId }) => records.listColleagues(db, accountId))
    const known = await directory.list(colleagues.map(colleague => colleague.subject))
    return colleagues.map(colleague =>
      present(
        colleague,
        known.find(one => one.id === colleague.subject),
      ),
    )
  })

  const presentOne = async (colleague: records.Colleague) => {
    const [known] = await directory.list([colleague.subject])
    return present(colleague, known)
  }

  api.bindFree(addUser, async (asUser, { body }) =>
    presentOne(await commands.addColleague(asUser, directory, body)),
  )

  api.bindFree(inviteUser, async (asUser, { body }) => {
    const { colleague, invitation } = await invitations.inviteColleague(parts, asUser, body)
    return { user: await presentOne(colleague), invitation }
  })

  api.bindFree(inviteAgain, (asUser, { params }) => invitations.inviteAgain(parts, asUser, params.id))

  api.bindFree(updateUser, async (asUser, { body, ifMatch }) =>
    presentOne(await asUser(session => commands.changeColleague(session, body, ifMatch))),
  )

  api.bindFree(setUserPassword, (asUser, { params, body, request }) =>
    commands.setPassword(asUser, directory, {
      id: params.id,
      password: body.password,
      origin: { address: request.ip, userAgent: request.headers['user-agent'] },
    }),
  )

  api.bind(listApiTokens, ({ db, accountId }) => listTokens(db, accountId))

  api.bind(createApiToken, (session, { body }) => tokens.createToken(session, body))

  api.bind(keepApiToken, (session, { params }) => tokens.keepToken(session, params.id))

  api.bind(revokeApiToken, async (session, { params }) => {
    await tokens.revokeToken(session, params.id)
    return undefined
  })

  api.bind(getRolePermissions, ({ db, accountId }) => records.getRolePermissions(db, accountId))

  api.bind(updateRolePermissions, (session, { body, ifMatch }) =>
    commands.changeRolePermissions(session, body.adjustments, ifMatch),
  )
}

const present = (colleague: records.Colleague, known: DirectoryUser | undefined): User => ({
  id: colleague.id,
  displayName: known?.displayName ?? colleague.displayName,
  role: colleague.role,
  active: colleague.active,
  signIn: known?.signIn ?? 'unknown',
  version: colleague.version,
  identities: known?.identities ?? [
    { signInType: 'emailAddress', issuer: '', issuerAssignedId: colleague.email },
  ],
})
