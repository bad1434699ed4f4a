import { dateFormatter } from '#server/word/language/date-format.ts'
import type { FieldValues, KnownField } from '#server/word/language/known-fields.ts'
import { asOrdinal } from '#server/word/language/words.ts'
import type { Candidate } from './occurrences.ts'

/** Languages of papers beside that of the document's styles, which often nobody set. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt']
const DAY_FIRST = 'd MMMM yyyy'
const MONTH_FIRST = 'MMMM d, yyyy'
type Nearest = { picture: string; nearest: string }

/** The same with the day of the week before it, which is another one for another day. */
const withWeekday = ({ picture, nearest }: Nearest): Nearest[] =>
  ['dddd, ', 'dddd '].map(day => ({ picture: day + picture, nearest: day + nearest }))

const ABROAD: readonly Nearest[] = [
  ...['d. MMMM yyyy', 'dd. MMMM yyyy'].map(picture => ({ picture, nearest: 'd. MMMM yyyy' })),
  ...[DAY_FIRST, 'dd MMMM yyyy', "d 'de' MMMM 'de' yyyy"].map(picture => ({ picture, nearest: DAY_FIRST })),
].flatMap(one => [one, ...withWeekday(one)])
const ORDINALS: readonly Nearest[] = ['MMMM', 'MMM']
  .flatMap(month => [
    ...[`# ${month} yyyy`, `# ${month}, yyyy`, `# of ${month} yyyy`, `# of ${month}, yyyy`].map(picture => ({
      picture: picture.replace(' of ', " 'of' "),
      nearest: DAY_FIRST,
    })),
    ...[`${month} #, yyyy`, `${month} # yyyy`].map(picture => ({ picture, nearest: MONTH_FIRST })),
  ])
  .flatMap(one => [one, ...withWeekday(one)])

/**
 * Days as no format of a placeholder writes them, such as “14th March 2027” or “10. Februar 2027” in a document of
 * another language, each with the format that comes nearest. They are asked, never certain.
 */
export function nearestDates(
  fields: readonly KnownField[],
  values: FieldValues['fields'],
  language: string,
): Map<string, Candidate[]> {
  const texts = new Map<string, Candidate[]>()
  for (const field of fields.filter(({ kind }) => kind === 'date')) {
    const value = values[field.name]
    if (typeof value !== 'string' || value === '') continue
    const said = new Set<string>()
    const add = (text: string | undefined, nearest: string) => {
      if (text === undefined || said.has(text)) return
      said.add(text)
      const candidate = { field, formats: ` | date:"${nearest}"`, isRounded: false, isNearest: true }
      texts.set(text, [...(texts.get(text) ?? []), candidate])
    }
    const day = asOrdinal(dateFormatter('d', 'en')(value) ?? '', 'en')
    for (const { picture, nearest } of ORDINALS)
      add(dateFormatter(picture.replace('#', `'${day}'`), 'en')(value), nearest)
    for (const abroad of LANGUAGES.filter(one => !language.startsWith(one)))
      for (const { picture, nearest } of ABROAD) {
        const text = dateFormatter(picture, abroad)(value)
        if (text !== dateFormatter(picture, language)(value)) add(text, nearest)
      }
  }
  return texts
}
