import type { FieldValue, KnownField } from '#server/word/language/known-fields.ts'
import type { Candidate } from './occurrences.ts'
import type { RowStyle } from './row-style.ts'
import { plainText, writtenAs } from './writings.ts'

type Entry = Readonly<Record<string, FieldValue>>

/** What a row in such a style says of an entry. */
function styled({ texts, joint }: RowStyle, value: FieldValue): string {
  const text = typeof value === 'string' ? plainText(value) : ''
  return joint ? text.replaceAll(joint.own, joint.written) : (texts?.get(text) ?? text)
}

/** The styles in which a page writes a value of one of the entries otherwise than a format does. */
export const stylesOn = (
  page: string,
  styles: readonly RowStyle[],
  entries: readonly Entry[],
): readonly RowStyle[] =>
  styles.filter(style =>
    entries.some(entry => {
      const text = styled(style, entry[style.field])
      return text !== '' && text !== entry[style.field] && page.includes(text)
    }),
  )

/** Adds to what an entry's fields can read like how rows in such styles write them. */
export function addStyled(
  texts: Map<string, Candidate[]>,
  entry: Entry,
  { fields, styles }: { fields: readonly KnownField[]; styles: readonly RowStyle[] },
): void {
  for (const style of styles) {
    const field = fields.find(({ name }) => name === style.field)
    const text = styled(style, entry[style.field])
    if (!field || text === '') continue
    const candidate = { field, formats: '', isRounded: false, isNearest: true, style }
    texts.set(text, [...(texts.get(text) ?? []), candidate])
  }
}

/** What a candidate reads like in the row of an entry. */
export const printedBy = ({ field, formats, style }: Candidate, entry: Entry, language: string): string =>
  style ? styled(style, entry[field.name]) : writtenAs(field, formats, entry, language)
