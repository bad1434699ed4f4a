import { countries, isCountry } from '#server/organisations/countries.ts'
import { foldText } from '#server/search-text.ts'

const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  uae: 'AE',
  holland: 'NL',
  turkey: 'TR',
  'south korea': 'KR',
  korea: 'KR',
  'viet nam': 'VN',
  'hong kong': 'HK',
}

/** Those in which imports read the names of months. */
const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'zh']

const namesIn = (language: string) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })

/** The language that most people of a country write. */
const ownLanguage = (id: string) => new Intl.Locale(`und-${id}`).maximize().language

let known: ReadonlyMap<string, string> | undefined

/** By folded name. Made for the first file that names a country otherwise than in English. */
function foreignNames(): ReadonlyMap<string, string> {
  if (known) return known
  const names = new Map<string, string>()
  const readers = new Map<string, Intl.DisplayNames>()
  const add = (language: string, id: string) => {
    const reader = readers.get(language) ?? namesIn(language)
    readers.set(language, reader)
    const name = foldText(reader.of(id) ?? '')
    if (name !== '' && !names.has(name)) names.set(name, id)
  }
  // What a country calls itself goes before what others call another one.
  for (const { id } of countries()) add(ownLanguage(id), id)
  for (const language of languages) for (const { id } of countries()) add(language, id)
  known = names
  return names
}

const inEnglish = new Map(countries().map(({ id, name }) => [foldText(name), id]))

/** The code of a country by its code or its name: in English, in its own language or in one whose months are read. */
export function countryCode(text: string): string | undefined {
  const folded = foldText(text)
  const code = text.trim().toUpperCase()
  return (
    otherNames[folded] ??
    inEnglish.get(folded) ??
    (isCountry(code) ? code : undefined) ??
    foreignNames().get(folded)
  )
}
