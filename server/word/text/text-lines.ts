/**
 * Gathers a text. A line that something was asked to print in, and that is blank all the same, goes; blank lines
 * that meet become one.
 */
export class TextLines {
  readonly #lines: string[] = []
  #line = ''
  #isTouched = false

  /** Something stands in the current line that may print nothing. */
  touch(): void {
    this.#isTouched = true
  }

  write(text: string): void {
    const [first = '', ...rest] = text.split('\n')
    this.#line += first
    for (const line of rest) {
      this.#end()
      this.#line = line
    }
  }

  text(): string {
    this.#end()
    return this.#lines.join('\n').trim()
  }

  #end(): void {
    const line = this.#line.trimEnd()
    const goes = line === '' && (this.#isTouched || this.#lines.at(-1) === '')
    if (!goes) this.#lines.push(line)
    this.#line = ''
    this.#isTouched = false
  }
}
