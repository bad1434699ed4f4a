import { WordWorkError } from '#server/word/file/word-error.ts'

/** Lets a few tasks run at a time and the rest wait, first come first served. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #queueLimit: number
  #free: number

  constructor(atOnce: number, queueLimit: number) {
    this.#free = atOnce
    this.#queueLimit = queueLimit
  }

  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait()
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#queueLimit) {
      throw new WordWorkError(
        'Too many documents are being made at this moment. Try again in a minute.',
        'busy',
      )
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
