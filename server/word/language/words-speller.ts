/** What the words of a number must agree with. */
export interface Agreement {
  /** As in `pt-BR`. */
  language: string
  /** Whether the name of a currency follows. */
  isBeforeNoun: boolean
  isFeminine: boolean
  /** The name that follows, or nothing. */
  noun: string
}

/** Writes a whole number, given as its groups of three digits, in words. */
export type Speller = (groups: readonly number[], agreement: Agreement) => string
