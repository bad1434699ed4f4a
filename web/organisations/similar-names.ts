import { plainText } from '#web/ui/form/lookup-lines.ts'

/** What a name says of the company's form, and not of who it is. */
const FORMS = new Set(
  'ag aps as bhd bv co company corp corporation fzco fze gmbh inc kg limited llc llp ltd nv oy plc private pte pty pvt sa sarl sas sdn spa srl the'.split(
    ' ',
  ),
)

const wordsOf = (name: string) =>
  plainText(name)
    .replaceAll('.', '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words that tell who it is: “SIALKOT SURGICAL (PVT) LTD.” and “Sialkot Surgical Co” have the same. */
export function tellingWords(name: string): string[] {
  const words = wordsOf(name)
  const telling = words.filter(word => !FORMS.has(word))
  return telling.length > 0 ? telling : words
}

/** Whether two names may well mean one company: the words of one are those with which the other begins. */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [tellingWords(one), tellingWords(other)]
  const length = Math.min(a.length, b.length)
  return length > 0 && a.slice(0, length).join('') === b.slice(0, length).join('')
}
