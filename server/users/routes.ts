import { createApiToken, keepApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts'
import {
  addUser,
  getRolePermissions,
  resendInvitation,
  inviteUser,
  listUsers,
  setUserPassword,
  updateRolePermissions,
  updateUser,
  type User,
} from '#contract/users.ts'
import type { DirectoryUser, UserDirectory } from '#server/identity/directory/directory.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import * as invitations from './invitation-commands.ts'
import { type JoiningDependencies, joiningRoutes } from './joining-routes.ts'
import * as records from './records.ts'
import * as tokens from './token-commands.ts'
import { tokenMail } from './token-mail.ts'
import { listTokens } from './token-records.ts'

export function userRoutes(
  api: Api,
  dependencies: invitations.InvitationDependencies & JoiningDependencies,
): void {
  const { directory } = dependencies

  joiningRoutes(api, dependencies)

  api.bindWithoutTransaction(listUsers, async asUser => {
    const colleagues = await asUser(({ db, accountId }) => records.listColleagues(db, accountId))
    const joined = colleagues.filter(({ joining }) => joining === 'joined')
    const known = await directory.list(joined.map(colleague => colleague.subject))
    return colleagues.map(colleague =>
      present(
        directory,
        colleague,
        known.find(one => one.id === colleague.subject),
      ),
    )
  })

  const presentOne = async (colleague: records.Colleague) => {
    const [known] = colleague.joining === 'joined' ? await directory.list([colleague.subject]) : []
    return present(directory, colleague, known)
  }

  api.bindWithoutTransaction(addUser, async (asUser, { body }) =>
    presentOne(await invitations.addColleague(dependencies, asUser, body)),
  )

  api.bindWithoutTransaction(inviteUser, async (asUser, { body }) => {
    const { colleague, invitation } = await invitations.inviteColleague(dependencies, asUser, body)
    return { user: await presentOne(colleague), invitation }
  })

  api.bindWithoutTransaction(resendInvitation, (asUser, { params }) =>
    invitations.inviteAgain(dependencies, asUser, params.id),
  )

  api.bindWithoutTransaction(updateUser, async (asUser, { body, ifMatch }) =>
    presentOne(await asUser(session => commands.changeColleague(session, body, ifMatch))),
  )

  api.bindWithoutTransaction(setUserPassword, (asUser, { params, body, request }) =>
    commands.setPassword(asUser, directory, {
      id: params.id,
      password: body.password,
      origin: { address: request.ip, userAgent: request.headers['user-agent'] },
    }),
  )

  api.bind(listApiTokens, ({ db, accountId }) => listTokens(db, accountId))

  api.bindWithoutTransaction(createApiToken, async (asUser, { body, request }) => {
    const { made, user } = await asUser(async session => ({
      made: await tokens.createToken(session, body),
      user: (await records.getMembership(session)).user,
    }))
    void dependencies.mailer
      .send(tokenMail(user, dependencies))
      .catch((err: unknown) => request.log.error({ err }, 'telling of a new API token'))
    return made
  })

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

/** Of somebody who has not joined, only the company's own entry is shown, whoever signs in with that address. */
const present = (
  directory: UserDirectory,
  colleague: records.Colleague,
  known: DirectoryUser | undefined,
): User => ({
  id: colleague.id,
  displayName: known?.displayName ?? colleague.displayName,
  role: colleague.role,
  active: colleague.active,
  signIn: colleague.joining === 'joined' ? (known?.signIn ?? 'unknown') : colleague.joining,
  version: colleague.version,
  identities: known?.identities ?? [directory.identityOf(colleague.email)],
})
