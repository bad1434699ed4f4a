/** A person as a text names them. */
export type Named = { name: string }

const isPartOfWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** A text in pieces: what is between mentions, and each “@name” of one of these people. */
export function piecesOf<Person extends Named>(
  text: string,
  people: readonly Person[],
): ({ text: string } | { text: string; person: Person })[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length)
  const pieces: ({ text: string } | { text: string; person: Person })[] = []
  let begin = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = longestFirst.find(
      ({ name }) => text.startsWith(name, at + 1) && !isPartOfWord(text[at + 1 + name.length]),
    )
    if (!person || isPartOfWord(text[at - 1])) continue
    if (at > begin) pieces.push({ text: text.slice(begin, at) })
    begin = at + 1 + person.name.length
    pieces.push({ text: text.slice(at, begin), person })
    at = begin - 1
  }
  if (begin < text.length) pieces.push({ text: text.slice(begin) })
  return pieces
}

/** Those of these people whom the text names. */
export function namedIn<Person extends Named>(text: string, people: readonly Person[]): Person[] {
  const named = new Set(
    piecesOf(text, people).flatMap(piece => ('person' in piece ? [piece.person.name] : [])),
  )
  return people.filter(({ name }) => named.has(name))
}
