import { LRUCache } from 'lru-cache'
import type { Role, RoleAdjustments } from '#contract/permissions.ts'
import type { Statement } from './trip.ts'

/** A person as open_session tells of them. */
export type PersonRow = {
  account_id: string
  user_id: string
  role: Role
  adjustments: RoleAdjustments | null
  is_active: boolean
}

/** From where a request came. */
export type Origin = { address: string; userAgent: string | undefined }

/** What continue_session fails with where the person is another one by now. */
export const SESSION_CHANGED = 'LD001'

/** More people than one server has signed in at a time. */
const REMEMBERED = 10_000

// Nobody needs to know more of a browser, and a client may send what it likes.
const LONGEST_USER_AGENT = 300

/** What history keeps of where a request came from. */
export const keptOf = ({ address, userAgent = '' }: Origin) => ({
  address,
  userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
})

/**
 * Who people were in their last call. Nothing is allowed by it: it only lets the statements of a call leave together
 * with the one that opens its session, which fails, and undoes them, where anything of it has changed.
 */
export class KnownSessions {
  readonly #people = new LRUCache<string, PersonRow>({ max: REMEMBERED })

  of(subject: string): PersonRow | undefined {
    return this.#people.get(subject)
  }

  learn(subject: string, person: PersonRow): void {
    this.#people.set(subject, person)
  }

  forget(subject: string): void {
    this.#people.delete(subject)
  }

  /** Opens the session of that person, or fails. */
  statement(subject: string, person: PersonRow, origin: Origin | undefined): Statement {
    const { address, userAgent } = origin ? keptOf(origin) : { address: '', userAgent: '' }
    const { account_id, user_id, role, adjustments } = person
    return {
      text: 'select continue_session($1, $2, $3, $4, $5, $6, $7)',
      values: [
        subject,
        account_id,
        user_id,
        role,
        adjustments && JSON.stringify(adjustments),
        address,
        userAgent,
      ],
    }
  }
}
