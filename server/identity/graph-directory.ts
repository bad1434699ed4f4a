import { z } from 'zod'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { UserDirectory } from './directory.ts'
import type { GraphSettings } from './external-settings.ts'
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

/** People who sign in through Azure AD B2C or External ID, kept in the company's own Microsoft tenant. */
export function graphDirectory(settings: GraphSettings): UserDirectory {
  const call = graphCalls(settings)

  /** Graph's refusals in our words; `email` is whose account was to be made. */
  const told = (error: unknown, email?: string): unknown => {
    if (!(error instanceof GraphRefusal)) return error
    const { status, code, message } = error
    if (status === 404) return notFound('sign-in')
    if (status === 403)
      return new AppError(
        'unavailable',
        'The directory of users refuses this server: its application needs the permission User.ReadWrite.All.',
      )
    if (/password/i.test(message)) return invalid('password', `The directory does not accept it: ${message}`)
    if (email && (code === 'ObjectConflict' || /same value|already exists|conflict/i.test(message)))
      return new AppError('already_exists', `Somebody already signs in as ${email}. Use another address.`)
    return new AppError('unavailable', `The directory of users refused: ${message}`)
  }

  return {
    async add({ displayName, email, password }) {
      try {
        const made = graphUser.parse(
          await call('POST', '/v1.0/users', {
            accountEnabled: true,
            displayName,
            identities: [{ signInType: 'emailAddress', issuer: settings.tenant, issuerAssignedId: email }],
            passwordProfile: { password, forceChangePasswordNextSignIn: false },
            passwordPolicies: 'DisablePasswordExpiration',
          }),
        )
        return { subject: made.id }
      } catch (error) {
        throw told(error, email)
      }
    },
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

/** Where the provider's users are not ours to make: says where to make them. */
export function unknownDirectory(): UserDirectory {
  const refuse = async (): Promise<never> => {
    throw new AppError(
      'unavailable',
      'Users are kept by your sign-in provider, which this server may not write to. Add them there.',
    )
  }
  return { add: refuse, remove: refuse, setPassword: refuse, list: async () => [] }
}
