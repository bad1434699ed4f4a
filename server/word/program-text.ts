import type { Operation } from './program.ts'

/** Collects operations, joining neighbouring texts into one. */
export class ProgramText {
  readonly #operations: Operation[] = []
  #pending = ''

  write(text: string): void {
    this.#pending += text
  }

  add(operation: Exclude<Operation, string>): void {
    this.#flush()
    this.#operations.push(operation)
  }

  operations(): Operation[] {
    this.#flush()
    return this.#operations
  }

  #flush(): void {
    if (this.#pending !== '') this.#operations.push(this.#pending)
    this.#pending = ''
  }
}
