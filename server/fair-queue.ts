import { RecentUse } from './recent-use.ts'

/** Called with the milliseconds of work that a company used. */
export type Meter = (company: string, milliseconds: number) => void

export type FairQueueSettings = {
  /** How many tasks run at a time. */
  atOnce: number
  /** How many of them may belong to one company; all by default. */
  ofOneCompany?: number
  /** How many, while tasks of another company run; as without them by default. */
  besideOthers?: number
  /** How many tasks of one company may wait; ten times as many in all. */
  waiting: number
  /** Thrown when the queue is full. `isOwn`: because of the company's own calls. */
  full: (isOwn: boolean) => Error
  /**
   * Thrown after waiting for too long; as `full` by default. `isStuck`: no task finished
   * in the meantime, so the number of calls is not the cause.
   */
  late?: (isOwn: boolean, isStuck: boolean) => Error
  /** Called with how long each task took, its wait excluded. */
  meter?: Meter
  /** How long a task may wait, in milliseconds; without limit by default. */
  patience?: number
  /** Places that companies leave to others once they have used much lately; none by default. */
  kept?: KeptPlaces
}

export type KeptPlaces = {
  places: number
  /** So many milliseconds of work are much. */
  much: number
}

/** Half of what a company used is forgotten every minute. */
const HALF_LIFE = 60_000

/** How many tasks are running and waiting now. */
export type Load = { running: number; waiting: number }

const COMPANIES = 10

/** What heavy work in threads leaves to companies that ask for little: one place, which is free or soon will be. */
export const onePlaceKept: KeptPlaces = { places: 1, much: 5_000 }

type Waiting = { begin: () => void; refuse: (why: Error) => void }

/** The caller disconnected, so there is nobody to answer. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller left before the answer.')
  }
}

/** Whether an error is the caller's fault: then whatever refused the call is working. */
const isRefusal = (error: unknown): boolean => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status < 500
}

/** Runs a few tasks at a time. Waiting companies take turns, so that none waits for all tasks of another. */
export class FairQueue {
  readonly #settings: FairQueueSettings & { ofOneCompany: number; besideOthers: number; patience: number }
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  readonly #used = new RecentUse(HALF_LIFE)
  #atWork = 0
  #count = 0
  /** When a task last finished, by the process's clock; tasks that a component's failure ended do not count. */
  #progressAt = 0

  constructor(settings: FairQueueSettings) {
    const { ofOneCompany = settings.atOnce } = settings
    const others = { besideOthers: ofOneCompany, patience: Number.POSITIVE_INFINITY }
    this.#settings = { ...others, ...settings, ofOneCompany }
  }

  /** How many tasks are running and waiting now. */
  get load(): Load {
    return { running: this.#atWork, waiting: this.#count }
  }

  /** Whether every place is taken while a company that has less than its share is waiting. */
  get isCrowded(): boolean {
    if (this.#atWork < this.#settings.atOnce) return false
    return [...this.#waiting.keys()].some(company => !this.#holdsItsShare(company))
  }

  /** `left` gives up the place in the queue and throws CallerLeft; a task that has begun continues. */
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
      const took = performance.now() - begun
      this.#settings.meter?.(company, took)
      if (this.#settings.kept) this.#used.add(company, took)
      this.#end(company)
    }
  }

  /** The same for a task that ends elsewhere: it calls the returned function; calling it again does nothing. */
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
    const { atOnce, kept } = this.#settings
    const places = kept && this.#usedMuch(company) ? Math.max(1, atOnce - kept.places) : atOnce
    return this.#atWork < places && !this.#holdsItsShare(company)
  }

  #usedMuch(company: string): boolean {
    return this.#used.of(company) >= (this.#settings.kept?.much ?? Number.POSITIVE_INFINITY)
  }

  #holdsItsShare(company: string): boolean {
    const own = this.#running.get(company) ?? 0
    const { ofOneCompany, besideOthers } = this.#settings
    return own >= (own < this.#atWork ? besideOthers : ofOneCompany)
  }

  /** Makes room in a full queue by refusing the last task of the company with the most waiting. */
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

  /** Every waiting task for which there is a place now: the end of one can make room for several. */
  #startNext(): void {
    for (;;) {
      const ready = [...this.#waiting].filter(([company]) => this.#mayStart(company))
      // A company with nothing at work comes before another task of one that has; before it, one that used little.
      const idle = ready.filter(([company]) => !this.#running.has(company))
      const [company, own] = idle.find(([one]) => !this.#usedMuch(one)) ?? idle[0] ?? ready[0] ?? []
      const next = own?.shift()
      if (company === undefined || !own || !next) return
      // Its next turn comes after all the others'.
      this.#waiting.delete(company)
      if (own.length > 0) this.#waiting.set(company, own)
      this.#count -= 1
      this.#start(company)
      next.begin()
    }
  }
}
