import type { Role } from '#contract/permissions.ts'
import { addUser, getMembership, listUsers, register, type User } from '#contract/users.ts'
import type { DirectoryUser, UserDirectory } from '#server/identity/directory.ts'
import { identityOf, type Api } from '#server/route.ts'
import * as records from './records.ts'

export function userRoutes(api: Api, directory: UserDirectory): void {
  api.bindFree(register, async (asUser, { request }) => {
    const { subject, email, name, company } = identityOf(request)
    await api.database.transaction(db =>
      records.registerAccount(db, { subject, email, name, company: company ?? name }),
    )
    return asUser(({ db, accountId, userId }) => records.getMembership(db, accountId, userId))
  })

  api.bind(getMembership, ({ db, accountId, userId }) => records.getMembership(db, accountId, userId))

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

  api.bindFree(addUser, async (asUser, { body }) => {
    const { displayName, email, password } = body
    // One transaction: nobody is left who can sign in to nothing and whose address is taken.
    const colleague = await asUser(async ({ db, role: own }) => {
      const { subject } = await directory.add({ displayName, email, password }, db)
      const added = { id: crypto.randomUUID(), subject, displayName, email, role: roleOfColleague(own) }
      await records.addMember(db, added)
      return added
    })
    const [known] = await directory.list([colleague.subject])
    return present(colleague, known)
  })
}

/** Nobody gives more than they have themselves. */
const roleOfColleague = (role: Role): Role => (role === 'viewer' ? 'viewer' : 'staff')

const present = (colleague: records.Colleague, known: DirectoryUser | undefined): User => ({
  id: colleague.id,
  displayName: known?.displayName ?? colleague.displayName,
  role: colleague.role,
  identities: known?.identities ?? [
    { signInType: 'emailAddress', issuer: '', issuerAssignedId: colleague.email },
  ],
})
