import { PdfError } from './pdf-error.ts'

export type Waiting = {
  company: string
  document: Uint8Array
  isAlone: boolean
  resolve: (pdf: Uint8Array) => void
  reject: (error: Error) => void
}

// Starting takes most of the time: what waits goes together, eight times as fast as one by one.
const TOGETHER = 8
const COMPANIES = 10

/** What waits, by company: the companies take turns, so that nobody waits for all that another has asked for. */
export class PrintQueue {
  readonly #companies = new Map<string, Waiting[]>()
  readonly #limit: number
  #count = 0

  /** `limit`: how many documents of one company may wait; of all together ten times as many. */
  constructor(limit: number) {
    this.#limit = limit
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
  }

  /** Once more, by itself and before the company's others. */
  again(one: Waiting): void {
    const own = this.#companies.get(one.company) ?? []
    own.unshift({ ...one, isAlone: true })
    this.#companies.set(one.company, own)
    this.#count += 1
  }

  /** The next documents for one run: of one company, whose next turn comes after all the others'. */
  take(): Waiting[] {
    const [first] = this.#companies
    if (first === undefined) return []
    const [company, own] = first
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
}
