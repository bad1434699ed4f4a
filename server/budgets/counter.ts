/** One count in one window: what all servers have told the database, and what this one has not told it yet. */
export class Counter {
  startsAt = 0
  /** By all servers, as the database said last. */
  #known = 0
  /** On its way to the database. */
  #settling = 0
  #unsettled = 0
  /** Something happened since the last settlement, a refusal included. */
  isTouched = false

  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  get used(): number {
    return this.#known + this.#settling + this.#unsettled
  }

  /** What the database does not hold, as far as is known. */
  get pending(): number {
    return this.#settling + this.#unsettled
  }

  get endsAt(): number {
    return this.startsAt + this.#windowMs
  }

  /** Restarts when the window is over. */
  turn(now: number): this {
    const startsAt = now - (now % this.#windowMs)
    if (startsAt > this.startsAt) {
      this.startsAt = startsAt
      this.#known = 0
      this.#settling = 0
      this.#unsettled = 0
    }
    return this
  }

  add(amount: number): void {
    this.#unsettled += amount
    this.isTouched = true
  }

  /** What has to be told, from now on under way; `settled` or `failed` ends it. */
  beginSettling(): { startsAt: number; amount: number } {
    this.#settling += this.#unsettled
    this.#unsettled = 0
    this.isTouched = false
    return { startsAt: this.startsAt, amount: this.#settling }
  }

  settled(startsAt: number, used: number): void {
    if (startsAt !== this.startsAt) return
    this.#known = used
    this.#settling = 0
  }

  failed(startsAt: number): void {
    if (startsAt !== this.startsAt) return
    this.#unsettled += this.#settling
    this.#settling = 0
    this.isTouched = true
  }
}
