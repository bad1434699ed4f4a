/** More people than one server has signed in at a time. */
const REMEMBERED = 50_000

/**
 * Which company a signed-in person or program worked for when they were last here. It says who a request counts
 * for before the database has been asked; what they may do is never decided by it.
 */
export class KnownCompanies {
  readonly #accounts = new Map<string, string>()

  learn(subject: string, accountId: string): void {
    if (!this.#accounts.has(subject) && this.#accounts.size >= REMEMBERED) {
      const [oldest] = this.#accounts.keys()
      if (oldest !== undefined) this.#accounts.delete(oldest)
    }
    this.#accounts.set(subject, accountId)
  }

  /** The company's account; undefined for somebody who was not here yet. */
  of(subject: string): string | undefined {
    return this.#accounts.get(subject)
  }
}
