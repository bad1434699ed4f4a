import type { Db } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { passwordMistake } from './password-rules.ts'
import { type Passwords, standardPasswords } from './passwords.ts'
import { PASSWORD_HELP } from './form-pages.ts'
import { createPasswordLink } from './store-links.ts'
import {
  changePassword,
  findUserBySubject,
  findUsers,
  insertUser,
  type Pool,
  type Target,
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
  add(user: { displayName: string; email: string }, transaction: Db): Promise<{ subject: string }>
  /** The address at which this person may choose a password, once, within `minutes`. */
  link(subject: string, minutes: number, transaction: Db): Promise<string>
}

/** Where people who can sign in are kept: the embedded provider here, Microsoft Graph for Azure. */
export interface UserDirectory {
  /**
   * Throws AppError('already_exists') where somebody has this e-mail address, in whatever case, and
   * AppError('invalid_input') for a password that is tried first. A directory
   * that lives in the product's database stores within the transaction that it is given.
   */
  add(
    user: { displayName: string; email: string; password: string },
    transaction?: Db,
  ): Promise<{ subject: string }>
  /** How people come in who choose their password by a link; absent where nobody can be without one. */
  invitations?: Invitations
  /** Undoes `add` where the directory took no part in the transaction that has failed. */
  remove(subject: string): Promise<void>
  /**
   * Throws AppError('not_found') for a subject that is not there, and AppError('invalid_input') as `add`.
   * Whoever is signed in has to sign in again; a second factor is turned off, since this is how people come
   * back who have lost theirs.
   */
  setPassword(subject: string, password: string, transaction?: Db): Promise<void>
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
  async function insert(
    user: { displayName: string; email: string; passwordHash: string | null },
    target: Target,
  ): Promise<{ subject: string }> {
    const subject = await insertUser(target, { ...user, company: null })
    if (subject === null)
      throw new AppError('already_exists', `Somebody already signs in as ${user.email}. Use another address.`)
    return { subject }
  }
  return {
    async add({ displayName, email, password }, transaction) {
      await refuseWeak(password, [email, displayName])
      const passwordHash = await passwords.hash(password)
      return insert({ displayName, email, passwordHash }, transaction ?? pool)
    },
    invitations: {
      add: ({ displayName, email }, transaction) =>
        insert({ displayName, email, passwordHash: null }, transaction),
      link: async (subject, minutes, transaction) =>
        `${options.publicUrl}${PASSWORD_HELP}/${await createPasswordLink(transaction, subject, minutes)}`,
    },
    // What `add` stored went with its transaction.
    remove: async () => undefined,
    async setPassword(subject, password, transaction) {
      const user = await findUserBySubject(pool, subject)
      await refuseWeak(password, user ? [user.email, user.displayName, user.company ?? ''] : [])
      const isKnown = await changePassword(transaction ?? pool, subject, await passwords.hash(password))
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
