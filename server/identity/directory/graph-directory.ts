import { z } from 'zod'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { SignInMade, UserDirectory } from './directory.ts'
import type { GraphSettings } from '#server/identity/provider/external-settings.ts'
import { graphCalls, GraphRefusal } from './graph-calls.ts'

const graphUser = z.object({
  id: z.string(),
  displayName: z.string().nullable(),
  identities: z
    .array(
      z.object({
        signInType: z.string(),
        issuer: z.string().nullish(),
        issuerAssignedId: z.string().nullish(),
      }),
    )
    .nullish(),
})
const userList = z.object({ value: z.array(graphUser), '@odata.nextLink': z.string().optional() })

// Graph takes at most this many values in one "in".
const ASKED_AT_ONCE = 15
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const isConflict = (error: unknown) =>
  error instanceof GraphRefusal &&
  (error.code === 'ObjectConflict' || /same value|already exists|conflict/i.test(error.message))

/** People who sign in through Azure AD B2C or External ID, kept in the company's own Microsoft tenant. */
export function graphDirectory(settings: GraphSettings): UserDirectory {
  const call = graphCalls(settings)

  /** Graph's refusals in our words. */
  const told = (error: unknown): unknown => {
    if (!(error instanceof GraphRefusal)) return error
    const { status, message } = error
    if (status === 404) return notFound('sign-in')
    if (status === 403)
      return new AppError(
        'unavailable',
        'The directory of users refuses this server: its application needs the permission User.ReadWrite.All.',
      )
    if (/password/i.test(message)) return invalid('password', `The directory does not accept it: ${message}`)
    return new AppError('unavailable', `The directory of users refused: ${message}`)
  }

  const identityOf = (email: string) => ({
    signInType: 'emailAddress',
    issuer: settings.tenant,
    issuerAssignedId: email,
  })

  /** The object id of whoever has this address in the tenant, by whichever kind of account; null where nobody has. */
  async function find(email: string): Promise<SignInMade> {
    const address = quoted(email)
    const ofIdentity = `identities/any(i:i/issuerAssignedId eq ${address} and i/issuer eq ${quoted(settings.tenant)})`
    for (const filter of [ofIdentity, `mail eq ${address} or userPrincipalName eq ${address}`]) {
      const query = new URLSearchParams({ $select: 'id,displayName,identities', $filter: filter })
      const { value } = userList.parse(await call('GET', `/v1.0/users?${query.toString()}`))
      // Two people with one address: which of them is meant shows when they sign in.
      if (value.length === 1) return { subject: value[0]?.id ?? null, made: false }
    }
    return { subject: null, made: false }
  }

  const found = async (email: string): Promise<SignInMade> => {
    try {
      return await find(email)
    } catch (error) {
      throw told(error)
    }
  }

  return {
    keepsPasswords: true,
    identityOf,
    async add({ displayName, email, password }) {
      try {
        const made = graphUser.parse(
          await call('POST', '/v1.0/users', {
            accountEnabled: true,
            displayName,
            identities: [identityOf(email)],
            passwordProfile: { password, forceChangePasswordNextSignIn: false },
            passwordPolicies: 'DisablePasswordExpiration',
          }),
        )
        return { subject: made.id, made: true }
      } catch (error) {
        if (!isConflict(error)) throw told(error)
        return found(email)
      }
    },
    invite: ({ email }) => found(email),
    async remove(subject) {
      try {
        await call('DELETE', `/v1.0/users/${encodeURIComponent(subject)}`)
      } catch (error) {
        throw told(error)
      }
    },
    async setPassword(subject, password) {
      const user = `/v1.0/users/${encodeURIComponent(subject)}`
      try {
        await call('PATCH', user, {
          passwordProfile: { password, forceChangePasswordNextSignIn: false },
        })
        await call('POST', `${user}/revokeSignInSessions`)
      } catch (error) {
        throw told(error)
      }
    },
    async list(subjects) {
      const found: z.infer<typeof graphUser>[] = []
      try {
        for (let at = 0; at < subjects.length; at += ASKED_AT_ONCE) {
          const ids = subjects
            .slice(at, at + ASKED_AT_ONCE)
            .map(quoted)
            .join(',')
          const query = new URLSearchParams({
            $select: 'id,displayName,identities',
            $filter: `id in (${ids})`,
          })
          let path: string | undefined = `/v1.0/users?${query.toString()}`
          while (path) {
            const page: z.infer<typeof userList> = userList.parse(await call('GET', path))
            found.push(...page.value)
            const next = page['@odata.nextLink']
            path = next && new URL(next).pathname + new URL(next).search
          }
        }
      } catch (error) {
        throw told(error)
      }
      return found
        .map(({ id, displayName, identities }) => ({
          id,
          displayName: displayName ?? '',
          // Whoever is added there has a password.
          signIn: 'ready' as const,
          identities: (identities ?? []).map(({ signInType, issuer, issuerAssignedId }) => ({
            signInType,
            issuer: issuer ?? '',
            issuerAssignedId: issuerAssignedId ?? '',
          })),
        }))
        .toSorted((one, other) => one.displayName.localeCompare(other.displayName))
    },
  }
}

/** Where the provider's users are not ours to make: people come in by invitation, at their first sign-in. */
export function unknownDirectory({ authority }: { authority: string }): UserDirectory {
  const unknown = async () => ({ subject: null, made: false })
  return {
    keepsPasswords: false,
    identityOf: email => ({
      signInType: 'federated',
      issuer: new URL(authority).host,
      issuerAssignedId: email,
    }),
    add: unknown,
    invite: unknown,
    remove: async () => undefined,
    setPassword: async () => {
      throw new AppError(
        'unavailable',
        'Passwords are kept by your sign-in provider, which this server cannot change. Set it there.',
      )
    },
    list: async () => [],
  }
}
