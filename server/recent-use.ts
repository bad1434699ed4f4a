type Used = { amount: number; at: number }

/** Below this nothing is remembered, so that the list does not grow with every company that was ever here. */
const NEXT_TO_NOTHING = 0.001

/** How much each company has used of something lately: what was used a half-life ago counts half. */
export class RecentUse {
  readonly #used = new Map<string, Used>()
  readonly #halfLife: number
  readonly #now: () => number

  /** `halfLife` in milliseconds, as `now` tells them. */
  constructor(halfLife: number, now: () => number = () => performance.now()) {
    this.#halfLife = halfLife
    this.#now = now
  }

  add(company: string, amount: number): void {
    this.#used.set(company, { amount: this.of(company) + amount, at: this.#now() })
    for (const [other] of this.#used) if (this.of(other) < NEXT_TO_NOTHING) this.#used.delete(other)
  }

  of(company: string): number {
    const used = this.#used.get(company)
    return used ? used.amount * 0.5 ** ((this.#now() - used.at) / this.#halfLife) : 0
  }
}
