import { AppError, invalid, notFound } from '#server/errors.ts'
import { passwordMistake } from './password-rules.ts'
import { type Passwords, standardPasswords } from './passwords.ts'
import { PASSWORD_HELP } from './form-pages.ts'
import { createPasswordLink } from './store-links.ts'
import {
  type Author,
  changePassword,
  findUserBySubject,
  findUsers,
  forgetUser,
  insertUser,
  type Pool,
} from './store-users.ts'

/** A person as Microsoft Graph describes one; `issuerAssignedId` is the e-mail address. */
export type DirectoryUser = {
  id: string
  displayName: string
  /** Whether this person could sign in, or has yet to choose a password. */
  signIn: 'ready' | 'invited'
  identities: { signInType: string; issuer: string; issuerAssignedId: string }[]
}

export interface Invitations {
  /** Throws AppError('already_exists') where somebody has this e-mail address. */
  add(user: { displayName: string; email: string }): Promise<{ subject: string }>
  /** The address at which this person may choose a password, once, within `minutes`. */
  link(subject: string, minutes: number): Promise<string>
}

/**
 * Where people who can sign in are kept: the embedded provider here, Microsoft Graph for Azure. Never to be called
 * with a transaction of the product open: it takes part in none, and hashing a password takes its time.
 */
export interface UserDirectory {
  /**
   * Throws AppError('already_exists') where somebody has this e-mail address, in whatever case, and
   * AppError('invalid_input') for a password that is tried first.
   */
  add(user: { displayName: string; email: string; password: string }): Promise<{ subject: string }>
  /** How people come in who choose their password by a link; absent where nobody can be without one. */
  invitations?: Invitations
  /** Undoes `add` for somebody who has come into no company. */
  remove(subject: string): Promise<void>
  /**
   * Throws AppError('not_found') for a subject that is not there, and AppError('invalid_input') as `add`.
   * Whoever is signed in has to sign in again; a second factor is turned off, since this is how people come
   * back who have lost theirs.
   */
  setPassword(subject: string, password: string, author: Author): Promise<void>
  /** Those of the subjects that exist, by name. */
  list(subjects: string[]): Promise<DirectoryUser[]>
}

export function embeddedDirectory(
  pool: Pool,
  options: { publicUrl: string; productName?: string; passwords?: Passwords },
): UserDirectory {
  const passwords = options.passwords ?? standardPasswords
  const issuer = new URL(options.publicUrl).host
  async function refuseWeak(password: string, own: string[]): Promise<void> {
    const mistake = await passwordMistake(password, [...own, options.productName ?? ''])
    if (mistake) throw invalid('password', mistake)
  }
  async function insert(user: {
    displayName: string
    email: string
    passwordHash: string | null
  }): Promise<{ subject: string }> {
    const subject = await insertUser(pool, { ...user, company: null })
    if (subject === null)
      throw new AppError('already_exists', `Somebody already signs in as ${user.email}. Use another address.`)
    return { subject }
  }
  return {
    async add({ displayName, email, password }) {
      await refuseWeak(password, [email, displayName])
      const passwordHash = await passwords.hash(password)
      return insert({ displayName, email, passwordHash })
    },
    invitations: {
      add: ({ displayName, email }) => insert({ displayName, email, passwordHash: null }),
      link: async (subject, minutes) =>
        `${options.publicUrl}${PASSWORD_HELP}/${await createPasswordLink(pool, subject, minutes)}`,
    },
    remove: subject => forgetUser(pool, subject),
    async setPassword(subject, password, author) {
      const user = await findUserBySubject(pool, subject)
      await refuseWeak(password, user ? [user.email, user.displayName, user.company ?? ''] : [])
      const isKnown = await changePassword(pool, subject, await passwords.hash(password), author)
      if (!isKnown) throw notFound('sign-in')
    },
    async list(subjects) {
      const users = await findUsers(pool, subjects)
      return users.map(user => ({
        id: user.subject,
        displayName: user.displayName,
        signIn: user.passwordHash === null ? ('invited' as const) : ('ready' as const),
        identities: [{ signInType: 'emailAddress', issuer, issuerAssignedId: user.email }],
      }))
    },
  }
}
