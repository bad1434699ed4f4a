import { RecentUse } from '#server/recent-use.ts'
import { CallerLeft } from '#server/turns.ts'
import { PdfError } from './pdf-error.ts'

export type Waiting = {
  company: string
  document: Uint8Array
  isAlone: boolean
  /** Nobody waits for it any more. */
  left?: AbortSignal | undefined
  resolve: (pdf: Uint8Array) => void
  reject: (error: Error) => void
}

// Starting takes most of the time: what waits goes together, eight times as fast as one by one.
const TOGETHER = 8
const COMPANIES = 10
const HALF_LIFE_MS = 5 * 60_000

/**
 * What waits, by company. The next run is that of the company whose documents have taken least time lately, so that
 * one long document weighs as much as many short ones; among equals the companies take turns.
 */
export class PrintQueue {
  readonly #companies = new Map<string, Waiting[]>()
  readonly #used: RecentUse
  readonly #limit: number
  #count = 0

  /** `limit`: how many documents of one company may wait; of all together ten times as many. */
  constructor(limit: number, used = new RecentUse(HALF_LIFE_MS)) {
    this.#limit = limit
    this.#used = used
  }

  get count(): number {
    return this.#count
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(one: Waiting): void {
    const own = this.#companies.get(one.company) ?? []
    if (own.length >= this.#limit || this.#count >= this.#limit * COMPANIES) {
      throw new PdfError('Too many PDFs are being made at this moment. Try again in a minute.', 'busy')
    }
    own.push(one)
    this.#companies.set(one.company, own)
    this.#count += 1
    one.left?.addEventListener('abort', () => this.#forget(one), { once: true })
  }

  /** Once more, by itself and before the company's others. */
  again(one: Waiting): void {
    const own = this.#companies.get(one.company) ?? []
    own.unshift({ ...one, isAlone: true })
    this.#companies.set(one.company, own)
    this.#count += 1
  }

  /** What a run of this company's has taken, in seconds. */
  ran(company: string, seconds: number): void {
    this.#used.add(company, seconds)
  }

  /** The next documents for one run: of one company, whose next turn comes after all the others'. */
  take(): Waiting[] {
    let company: string | undefined
    for (const one of this.#companies.keys())
      if (company === undefined || this.#used.of(one) < this.#used.of(company)) company = one
    const own = company === undefined ? undefined : this.#companies.get(company)
    if (company === undefined || own === undefined) return []
    const alone = own.findIndex(one => one.isAlone)
    const round = own.splice(0, alone === 0 ? 1 : alone < 0 ? TOGETHER : Math.min(alone, TOGETHER))
    this.#companies.delete(company)
    if (own.length > 0) this.#companies.set(company, own)
    this.#count -= round.length
    return round
  }

  clear(): Waiting[] {
    const all = [...this.#companies.values()].flat()
    this.#companies.clear()
    this.#count = 0
    return all
  }

  #forget(one: Waiting): void {
    const own = this.#companies.get(one.company) ?? []
    const at = own.indexOf(one)
    if (at < 0) return
    own.splice(at, 1)
    this.#count -= 1
    if (own.length === 0) this.#companies.delete(one.company)
    one.reject(new CallerLeft())
  }
}
