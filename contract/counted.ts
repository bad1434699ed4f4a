/** Figures that may be typed and pasted with the word for what they count: “20 ctns”. */
export type Counted = {
  /** The kept value of a word; null for one that is not known. */
  kindOf: (word: string) => number | null
  /** The column that keeps it; absent where there is none. */
  kindColumn?: string
}

const WITH_WORD = /^(.*\d)\s*(\p{L}[\p{L}/. ]{0,30})$/u

/** The figure without its word, and what the word means; null where no known word follows. */
export function wordBehind(counted: Counted, text: string): { figure: string; kind: number } | null {
  const [, figure, word] = WITH_WORD.exec(text.trim()) ?? []
  if (figure === undefined || word === undefined) return null
  const kind = counted.kindOf(word.trim())
  return kind === null ? null : { figure, kind }
}
