/** Told how many milliseconds of work were a company's. */
export type Meter = (company: string, milliseconds: number) => void

export type TurnsSettings = {
  /** How many tasks run at a time. */
  atOnce: number
  /** How many of them may be one company's; all unless said otherwise. */
  ofOneCompany?: number
  /** How many of one company may wait; of all together ten times as many. */
  waiting: number
  /** What is thrown where no more may wait. */
  full: () => Error
  /** Told how long each task took, without its wait. */
  meter?: Meter
}

/** How many tasks run and how many wait at this moment. */
export type Load = { running: number; waiting: number }

const COMPANIES = 10

type Task = () => void

/** Lets a few tasks run at a time. The companies that wait take turns, so that nobody waits for all of another's. */
export class Turns {
  readonly #settings: TurnsSettings & { ofOneCompany: number }
  readonly #waiting = new Map<string, Task[]>()
  readonly #running = new Map<string, number>()
  #atWork = 0
  #count = 0

  constructor(settings: TurnsSettings) {
    this.#settings = { ofOneCompany: settings.atOnce, ...settings }
  }

  /** How many run and how many wait at this moment. */
  get load(): Load {
    return { running: this.#atWork, waiting: this.#count }
  }

  async take<Result>(company: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#mayStart(company)) this.#start(company)
    else await this.#wait(company)
    const begun = performance.now()
    try {
      return await task()
    } finally {
      this.#settings.meter?.(company, performance.now() - begun)
      this.#end(company)
    }
  }

  #mayStart(company: string): boolean {
    const { atOnce, ofOneCompany } = this.#settings
    return this.#atWork < atOnce && (this.#running.get(company) ?? 0) < ofOneCompany
  }

  #start(company: string): void {
    this.#atWork += 1
    this.#running.set(company, (this.#running.get(company) ?? 0) + 1)
  }

  #wait(company: string): Promise<void> {
    const own = this.#waiting.get(company) ?? []
    const { waiting, full } = this.#settings
    if (own.length >= waiting || this.#count >= waiting * COMPANIES) throw full()
    this.#waiting.set(company, own)
    this.#count += 1
    return new Promise(resolve => own.push(resolve))
  }

  #end(company: string): void {
    this.#atWork -= 1
    const left = (this.#running.get(company) ?? 0) - 1
    if (left > 0) this.#running.set(company, left)
    else this.#running.delete(company)
    this.#startNext()
  }

  #startNext(): void {
    for (const [company, own] of this.#waiting) {
      if (!this.#mayStart(company)) continue
      const next = own.shift()
      // Its next turn comes after all the others'.
      this.#waiting.delete(company)
      if (own.length > 0) this.#waiting.set(company, own)
      if (next === undefined) continue
      this.#count -= 1
      this.#start(company)
      next()
      return
    }
  }
}
