/** Something that can be done from the search box. */
export type Command = {
  id: string
  label: string
  /** The key that does the same. */
  key?: string
  run: () => void
}

const MOST_SHOWN = 6

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/.,-]+/)
    .filter(Boolean)

/** The commands that have a word beginning with each word of the text; the first ones where nothing is typed. */
export function commandsFor(commands: readonly Command[], text: string): Command[] {
  const typed = wordsOf(text)
  return commands
    .filter(({ label }) => {
      const words = wordsOf(label)
      return typed.every(word => words.some(one => one.startsWith(word)))
    })
    .slice(0, MOST_SHOWN)
}
