import { invalid, notFound } from '#server/errors.ts'
import { passwordMistake } from '#server/identity/passwords/password-rules.ts'
import { type Passwords, standardPasswords } from '#server/identity/passwords/passwords.ts'
import { PASSWORD_HELP } from '#server/identity/pages/form-pages.ts'
import type { PasswordSetNotice } from '#server/identity/notices.ts'
import { type PasswordLink, subjectOfLink, saveInvitedPasswordLink } from '#server/identity/store/links.ts'
import { findSecondFactor } from '#server/identity/store/second-factor.ts'
import {
  type Author,
  changePassword,
  findUserBySubject,
  findUsers,
  deleteUnusedUser,
  type IdentityUser,
  insertUser,
  type Pool,
} from '#server/identity/store/users.ts'

/** A person as Microsoft Graph describes one; `issuerAssignedId` is the e-mail address. */
export type DirectoryUser = {
  id: string
  displayName: string
  /** Whether this person could sign in, or has yet to choose a password. */
  signIn: 'ready' | 'invited'
  identities: { signInType: string; issuer: string; issuerAssignedId: string }[]
}

/** `made`: this call has made the sign-in. null: nobody knows yet by what sign-in this person will come. */
export type SignInMade = { subject: string | null; made: boolean }

/**
 * Where people who can sign in are kept: the embedded provider here, Microsoft Graph for Azure. Never to be called
 * with a transaction of the product open: it takes part in none, and hashing a password takes its time.
 */
export interface UserDirectory {
  /** False: people have their passwords elsewhere, and none can be given to them here. */
  keepsPasswords: boolean
  /** How people who have not signed in yet are identified. */
  identityOf(email: string): DirectoryUser['identities'][number]
  /**
   * Makes a sign-in, where nobody has this e-mail address, in whatever case. Throws AppError('invalid_input') for a
   * password that is tried first, whether or not somebody has the address: nobody learns from the answer.
   * `chosenBy` is the id of the colleague who has chosen the password.
   */
  add(user: { displayName: string; email: string; password: string; chosenBy?: string }): Promise<SignInMade>
  /** The same for somebody who chooses their password by a link. */
  invite(user: { displayName: string; email: string }): Promise<SignInMade>
  /**
   * Lets whoever has the secret choose the password of this address’s sign-in, if it has none: of one that was made
   * for this invitation (`subject`), or of any where the secret is `mailed` to its owner, which proves the address.
   */
  letChoosePassword?(link: PasswordLink): Promise<void>
  /** Where that is done; null where this secret does not let anybody. */
  passwordPage?(secret: string): Promise<string | null>
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
  options: {
    publicUrl: string
    productName?: string
    passwords?: Passwords
    /** Ends at once what the person is signed in by on this server, and tells them. */
    passwordWasSet?: ((person: IdentityUser, given: PasswordSetNotice) => Promise<void>) | undefined
  },
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
    chosenBy?: string
  }): Promise<SignInMade> {
    const { chosenBy = null, ...person } = user
    const subject = await insertUser(pool, { ...person, company: null }, chosenBy)
    return { subject, made: subject !== null }
  }
  const identityOf = (email: string) => ({ signInType: 'emailAddress', issuer, issuerAssignedId: email })
  return {
    keepsPasswords: true,
    identityOf,
    async add({ displayName, email, password, chosenBy }) {
      await refuseWeak(password, [email, displayName])
      const passwordHash = await passwords.hash(password)
      return insert({ displayName, email, passwordHash, ...(chosenBy !== undefined && { chosenBy }) })
    },
    invite: ({ displayName, email }) => insert({ displayName, email, passwordHash: null }),
    letChoosePassword: link => saveInvitedPasswordLink(pool, link),
    passwordPage: async secret => ((await subjectOfLink(pool, secret)) ? `${PASSWORD_HELP}/${secret}` : null),
    remove: subject => deleteUnusedUser(pool, subject),
    async setPassword(subject, password, author) {
      const user = await findUserBySubject(pool, subject)
      await refuseWeak(password, user ? [user.email, user.displayName, user.company ?? ''] : [])
      const factor = user && (await findSecondFactor(pool, subject))
      const isKnown = await changePassword(pool, subject, await passwords.hash(password), author)
      if (!user || !isKnown) throw notFound('sign-in')
      await options.passwordWasSet?.(user, {
        by: author.name,
        endedSecondFactor: Boolean(factor?.since),
      })
    },
    async list(subjects) {
      const users = await findUsers(pool, subjects)
      return users.map(user => ({
        id: user.subject,
        displayName: user.displayName,
        signIn: user.passwordHash === null ? ('invited' as const) : ('ready' as const),
        identities: [identityOf(user.email)],
      }))
    },
  }
}
