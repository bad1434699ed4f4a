/** Told how many milliseconds of work were a company's. */
export type Meter = (company: string, milliseconds: number) => void

export type FairQueueSettings = {
  /** How many tasks run at a time. */
  atOnce: number
  /** How many of them may be one company's; all unless said otherwise. */
  ofOneCompany?: number
  /** How many of one company may wait; of all together ten times as many. */
  waiting: number
  /** What is thrown where no more may wait. `isOwn`: the company's own calls are what is too much. */
  full: (isOwn: boolean) => Error
  /**
   * What is thrown to whoever has waited for too long; the same unless said otherwise. `isStuck`: no task came to its
   * end meanwhile, so that not the number of calls is the cause.
   */
  late?: (isOwn: boolean, isStuck: boolean) => Error
  /** Told how long each task took, without its wait. */
  meter?: Meter
  /** For how many milliseconds one may wait; for ever unless said otherwise. */
  patience?: number
}

/** How many tasks run and how many wait at this moment. */
export type Load = { running: number; waiting: number }

const COMPANIES = 10

type Waiting = { begin: () => void; refuse: (why: Error) => void }

/** The caller has gone; nobody is answered. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller left before the answer.')
  }
}

/** Whether an error is what the caller has done wrong, which whoever refused it was well enough to see. */
const isRefusal = (error: unknown): boolean => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status < 500
}

/** Lets a few tasks run at a time. The companies that wait take turns, so that nobody waits for all of another's. */
export class FairQueue {
  readonly #settings: FairQueueSettings & { ofOneCompany: number; patience: number }
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #atWork = 0
  #count = 0
  /** When a task last came to its end, by the process's own clock; what a component's failure ended does not count. */
  #progressAt = 0

  constructor(settings: FairQueueSettings) {
    this.#settings = { ofOneCompany: settings.atOnce, patience: Number.POSITIVE_INFINITY, ...settings }
  }

  /** How many run and how many wait at this moment. */
  get load(): Load {
    return { running: this.#atWork, waiting: this.#count }
  }

  /** Whether all places are taken while a company waits that holds less than its share of them. */
  get isCrowded(): boolean {
    if (this.#atWork < this.#settings.atOnce) return false
    return [...this.#waiting.keys()].some(company => !this.#holdsItsShare(company))
  }

  /** `left`: with it the place in the queue is given up, and CallerLeft thrown; what has begun goes on. */
  async take<Result>(company: string, task: () => Promise<Result>, left?: AbortSignal): Promise<Result> {
    if (left?.aborted) throw new CallerLeft()
    if (this.#mayStart(company)) this.#start(company)
    else await this.#wait(company, left)
    const begun = performance.now()
    try {
      const result = await task()
      this.#progressAt = performance.now()
      return result
    } catch (error) {
      if (isRefusal(error)) this.#progressAt = performance.now()
      throw error
    } finally {
      this.#settings.meter?.(company, performance.now() - begun)
      this.#end(company)
    }
  }

  /** The same for a task that ends elsewhere, by calling what is answered; calling it again does nothing. */
  async begin(company: string, left?: AbortSignal): Promise<() => void> {
    if (left?.aborted) throw new CallerLeft()
    if (this.#mayStart(company)) this.#start(company)
    else await this.#wait(company, left)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#progressAt = performance.now()
      this.#end(company)
    }
  }

  #mayStart(company: string): boolean {
    return this.#atWork < this.#settings.atOnce && !this.#holdsItsShare(company)
  }

  #holdsItsShare(company: string): boolean {
    return (this.#running.get(company) ?? 0) >= this.#settings.ofOneCompany
  }

  /** Makes room in a full queue at the cost of the company that waits with the most. */
  #makeRoom(count: number): void {
    const { waiting, full } = this.#settings
    if (this.#count < waiting * COMPANIES) return
    const longest = [...this.#waiting.values()].reduce((most, own) => (own.length > most.length ? own : most))
    if (longest.length <= count + 1) throw full(false)
    longest.at(-1)?.refuse(full(true))
  }

  #start(company: string): void {
    this.#atWork += 1
    this.#running.set(company, (this.#running.get(company) ?? 0) + 1)
  }

  #wait(company: string, left: AbortSignal | undefined): Promise<void> {
    const own = this.#waiting.get(company) ?? []
    const { waiting, full, late = full, patience } = this.#settings
    if (own.length >= waiting) throw full(true)
    this.#makeRoom(own.length)
    this.#waiting.set(company, own)
    this.#count += 1
    const since = performance.now()
    return new Promise((resolve, reject) => {
      const leave = (why: Error) => {
        this.#forget(company, one)
        stop()
        reject(why)
      }
      const gone = () => leave(new CallerLeft())
      const timer = Number.isFinite(patience)
        ? setTimeout(() => leave(late(this.#holdsItsShare(company), this.#progressAt < since)), patience)
        : undefined
      const stop = () => {
        clearTimeout(timer)
        left?.removeEventListener('abort', gone)
      }
      const one: Waiting = {
        begin: () => {
          stop()
          resolve()
        },
        refuse: leave,
      }
      left?.addEventListener('abort', gone, { once: true })
      own.push(one)
    })
  }

  #forget(company: string, one: Waiting): void {
    const own = this.#waiting.get(company) ?? []
    const at = own.indexOf(one)
    if (at < 0) return
    own.splice(at, 1)
    this.#count -= 1
    if (own.length === 0) this.#waiting.delete(company)
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
      next.begin()
      return
    }
  }
}
