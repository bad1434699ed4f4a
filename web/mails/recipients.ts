/** A quoted name and an address in brackets are each read as one: neither ends at a comma. */
const PIECES = /(?:"(?:\\.|[^"\\\r\n])*"|<[^<>\r\n]*>|[^,;\r\n])+|[,;\r\n]/gu
const SEPARATORS = [',', ';', '\r', '\n']

/**
 * The recipients in a text as mail programs copy it: separated by commas, semicolons or line breaks. A name that holds
 * a comma, quoted or not, stays with its address: `Müller, Hans <hans@example.com>` is one recipient. Every piece
 * stays as it was typed, so that one which is no address can be shown and corrected.
 */
export function splitRecipients(text: string): string[] {
  const recipients: string[] = []
  let before: string[] = []
  const end = () => {
    recipients.push(...before)
    before = []
  }
  for (const piece of text.match(PIECES) ?? []) {
    if (SEPARATORS.includes(piece)) {
      if (piece !== ',') end()
      continue
    }
    const part = piece.trim()
    if (part === '') continue
    if (!part.includes('@')) {
      before.push(part)
      continue
    }
    if (isNamed(part)) before = [[...before, part].join(', ')]
    else before.push(part)
    end()
  }
  end()
  return recipients
}

const isNamed = (part: string) => /^[^<"\s].*<[^<>]*>$/u.test(part)

/** Whether what is typed is a recipient to which this key, pressed at its end, adds another. */
export function endsRecipient(typed: string, key: string): boolean {
  if (typed.trim() === '' || (key !== ',' && key !== ';')) return false
  const opened = typed.replaceAll(/"(?:\\.|[^"\\])*"/gu, '')
  if (opened.includes('"') || opened.lastIndexOf('<') > opened.lastIndexOf('>')) return false
  // “Müller,” may go on: “Müller, Hans <hans@example.com>”.
  return key === ';' || opened.includes('@')
}

/** The recipients with those that `added` holds; nobody twice. */
export function withRecipients(people: readonly string[], added: string): string[] {
  const all = [...people]
  for (const one of splitRecipients(added))
    if (!all.some(other => other.toLowerCase() === one.toLowerCase())) all.push(one)
  return all
}
