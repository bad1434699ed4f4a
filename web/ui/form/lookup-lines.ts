/** One line of what a lookup offers. */
export type LookupLine = {
  id: string
  /** What the field shows once the line is taken. */
  name: string
  /** A short name that stands first. */
  code?: string | undefined
  /** What tells it apart from others of that name. */
  detail?: string | undefined
  /** The heading above it; lines under one heading follow each other. */
  group?: string | undefined
  /** Other texts that mean this line and no other: a code, a former name. */
  aliases?: readonly string[] | undefined
  /** It is offered, but a person has to go to it or type its whole code: nobody else means it. */
  isAside?: boolean | undefined
}

/** As people compare names: without case, accents and further spaces. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()

const namesOf = ({ name, code, aliases = [] }: LookupLine) =>
  [name, code ?? '', ...aliases].filter(text => text !== '').map(plainText)

const withoutBlanks = (text: string) => plainText(text).replaceAll(' ', '')

/** Whether the text is the line's whole code, which may be written with a blank in it: “NL RTM”. */
export const isCodeOf = ({ code = '' }: LookupLine, text: string): boolean =>
  code !== '' && withoutBlanks(code) === withoutBlanks(text)

/** The lines of which the text is a part, each once. */
export function narrowed<Line extends LookupLine>(lines: readonly Line[], text: string): Line[] {
  const wanted = plainText(text)
  const seen = new Set<string>()
  return lines.filter(line => {
    if (seen.has(line.id)) return false
    seen.add(line.id)
    const texts = [...namesOf(line), plainText(line.detail ?? '')]
    return texts.some(name => name.includes(wanted)) || isCodeOf(line, text)
  })
}

/**
 * The line that the text cannot but mean: the only one that is called so, or else the first where no other begins
 * with it.
 */
export function unmistakable<Line extends LookupLine>(
  lines: readonly Line[],
  text: string,
): Line | undefined {
  const wanted = plainText(text)
  if (wanted === '') return undefined
  const meant = lines.filter(line => !line.isAside)
  const exact = meant.filter(line => namesOf(line).includes(wanted) || isCodeOf(line, text))
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  // Nobody types the whole code of a line by mistake, be it aside or not.
  const coded = lines.filter(line => line.isAside && isCodeOf(line, text))
  if (coded.length > 0) return coded.length === 1 ? coded[0] : undefined
  const begun = meant.filter(line => namesOf(line).some(name => name.startsWith(wanted)))
  return begun.length === 1 ? begun[0] : undefined
}
