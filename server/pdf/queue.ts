import { RecentUse } from '#server/recent-use.ts'
import { CallerLeft } from '#server/fair-queue.ts'
import { PdfError } from './pdf-error.ts'

export type QueuedDocument = {
  company: string
  document: Uint8Array
  isAlone: boolean
  /** Nobody waits for it any more. */
  left?: AbortSignal | undefined
  resolve: (pdf: Uint8Array) => void
  reject: (error: Error) => void
}

/** The documents of one run of LibreOffice, all of one company. */
export type Batch = { company: string; documents: QueuedDocument[] }

export type PrintQueueSettings = {
  /** How many documents of one company may wait; of all together ten times as many. */
  limit: number
  /** For how many milliseconds a document may wait. */
  patience: number
  /** A company that has waited for so many milliseconds goes before those that have not. */
  overdue?: number
  /** The process's own clock, in milliseconds. */
  now?: () => number
}

type Queued = { one: QueuedDocument; stop: () => void }

type Company = {
  waiting: Queued[]
  /** Seconds of LibreOffice, on the scale of the queue's own clock, at which its next turn is due. */
  due: number
  /** Since when it waits for its next turn. */
  since: number
  running: number
  /** How many of its runs have ended. */
  ended: number
}

// Starting takes most of the time: what waits goes together, eight times as fast as one by one.
const TOGETHER = 8
const COMPANIES = 10
const HALF_LIFE_MS = 5 * 60_000
const OVERDUE_MS = 30_000
/** What a run counts for until it has ended, so that several at a time are not all of one company. */
const EXPECTED_SECONDS = 3

/**
 * What waits, by company. The queue's clock counts seconds of LibreOffice, shared among the companies that want it. A
 * company's turn is due when the clock has reached all that its runs have taken; one that begins to wait is due at
 * once, but not before those that were due already. So one long document weighs as much as many short ones, newcomers
 * take turns with those who wait, and whoever has waited for half a minute goes first. Among those who begin together,
 * the company whose documents have recently taken most is last.
 */
export class PrintQueue {
  readonly #companies = new Map<string, Company>()
  readonly #settings: Required<PrintQueueSettings>
  readonly #used: RecentUse
  #clock = 0
  #count = 0
  #running = 0
  #ended = 0

  constructor(settings: PrintQueueSettings) {
    this.#settings = { overdue: OVERDUE_MS, now: () => performance.now(), ...settings }
    this.#used = new RecentUse(HALF_LIFE_MS, this.#settings.now)
  }

  get count(): number {
    return this.#count
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(one: QueuedDocument): void {
    const waiting = this.#companies.get(one.company)?.waiting.length ?? 0
    if (waiting >= this.#settings.limit) throw full(true)
    this.#makeRoom(waiting)
    const company = this.#wanting(one.company)
    company.waiting.push(this.#queued(one, company))
  }

  /** Once more, by itself and before the company's others. */
  again(one: QueuedDocument): void {
    const company = this.#wanting(one.company)
    company.waiting.unshift(this.#queued({ ...one, isAlone: true }, company))
  }

  /** The next documents for one run: those of the company whose turn is due first. `ran` is to be called afterwards. */
  take(): Batch | undefined {
    let next: [string, Company] | undefined
    for (const one of this.#companies)
      if (one[1].waiting.length > 0 && (next === undefined || this.#comesBefore(one, next))) next = one
    if (next === undefined) return undefined
    const [name, company] = next
    const alone = company.waiting.findIndex(({ one }) => one.isAlone)
    const size = alone === 0 ? 1 : alone < 0 ? TOGETHER : Math.min(alone, TOGETHER)
    const queued = company.waiting.splice(0, size)
    for (const { stop } of queued) stop()
    this.#count -= queued.length
    this.#clock = Math.max(this.#clock, company.due)
    company.due += EXPECTED_SECONDS
    company.since = this.#settings.now()
    company.running += 1
    this.#running += 1
    return { company: name, documents: queued.map(({ one }) => one) }
  }

  /** A run has ended, which has taken so many seconds. */
  ran({ company: name }: Batch, seconds: number): void {
    this.#used.add(name, seconds)
    const company = this.#companies.get(name)
    if (!company) return
    const sharing = [...this.#companies.values()].filter(one => one.waiting.length > 0 || one.running > 0)
    this.#clock += seconds / sharing.length
    company.due += seconds - EXPECTED_SECONDS
    company.running -= 1
    company.ended += 1
    this.#running -= 1
    this.#ended += 1
    this.#forgetIdle()
  }

  clear(): QueuedDocument[] {
    const all = [...this.#companies.values()].flatMap(({ waiting }) => waiting.splice(0))
    for (const { stop } of all) stop()
    this.#count = 0
    return all.map(({ one }) => one)
  }

  #comesBefore([name, company]: [string, Company], [otherName, other]: [string, Company]): boolean {
    const longAgo = this.#settings.now() - this.#settings.overdue
    if (company.since <= longAgo || other.since <= longAgo) return company.since < other.since
    if (company.due !== other.due) return company.due < other.due
    return this.#used.of(name) < this.#used.of(otherName)
  }

  /** The company, which waits from now on unless it does already. */
  #wanting(name: string): Company {
    const known = this.#companies.get(name)
    const company = known ?? { waiting: [], due: this.#clock, since: 0, running: 0, ended: 0 }
    if (!known) this.#companies.set(name, company)
    if (company.waiting.length === 0) {
      company.since = this.#settings.now()
      if (company.running === 0) company.due = Math.max(company.due, this.#clock)
    }
    return company
  }

  #queued(one: QueuedDocument, company: Company): Queued {
    const [ownBefore, allBefore] = [company.ended, this.#ended]
    const late = () => {
      // Whose runs went on meanwhile, those included that go on still.
      const own = company.ended - ownBefore + company.running
      const all = this.#ended - allBefore + this.#running
      this.#drop(queued, company, tooLate(own > all - own, this.#settings.patience))
    }
    const gone = () => this.#drop(queued, company, new CallerLeft())
    const timer = setTimeout(late, this.#settings.patience)
    const stop = () => {
      clearTimeout(timer)
      one.left?.removeEventListener('abort', gone)
    }
    const queued: Queued = { one, stop }
    one.left?.addEventListener('abort', gone, { once: true })
    this.#count += 1
    return queued
  }

  #drop(queued: Queued, company: Company, why: Error): void {
    const at = company.waiting.indexOf(queued)
    if (at < 0) return
    company.waiting.splice(at, 1)
    this.#count -= 1
    queued.stop()
    this.#forgetIdle()
    queued.one.reject(why)
  }

  /** Makes room in a full queue at the cost of the company that waits with the most. */
  #makeRoom(count: number): void {
    if (this.#count < this.#settings.limit * COMPANIES) return
    let longest: Company | undefined
    for (const one of this.#companies.values())
      if (longest === undefined || one.waiting.length > longest.waiting.length) longest = one
    const last = longest?.waiting.at(-1)
    if (!longest || !last || longest.waiting.length <= count + 1) throw full(false)
    this.#drop(last, longest, full(true))
  }

  /** Whoever wants nothing is kept only for what it has had before its time, while others wait. */
  #forgetIdle(): void {
    const isIdle = this.#count === 0 && this.#running === 0
    for (const [name, { waiting, running, due }] of this.#companies)
      if (waiting.length === 0 && running === 0 && (isIdle || due <= this.#clock))
        this.#companies.delete(name)
  }
}

const full = (isOwn: boolean) =>
  new PdfError(
    isOwn
      ? 'Your company has too many PDFs waiting at the moment. Make this one again in a minute.'
      : 'Too many PDFs are being made at the moment. Try again in a minute.',
    'busy',
  )

const tooLate = (isOwn: boolean, patience: number) =>
  new PdfError(
    `This PDF was not made: ${isOwn ? 'other documents of your company' : 'documents of other companies'} kept LibreOffice busy for ${Math.round(patience / 1000)} seconds. Try again in half a minute, or make a Word document instead.`,
    'busy',
  )
