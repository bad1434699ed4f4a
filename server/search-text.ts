import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { AppError } from './errors.ts'

/** The text to search for, or a refusal with the reason where it is too short. */
export function searchText(raw: string): string {
  const text = raw.trim()
  if ([...text].length < MINIMUM_SEARCH_LENGTH)
    throw new AppError(
      'search_too_short',
      `Type at least ${MINIMUM_SEARCH_LENGTH} characters to search; “${text}” has ${[...text].length}.`,
      { errors: [{ path: 'search', message: `At least ${MINIMUM_SEARCH_LENGTH} characters.` }] },
    )
  if (text.includes('\u0000'))
    throw new AppError(
      'invalid_input',
      'The search text contains a NUL character, which no record can contain.',
    )
  return text
}

/** Blanks of every kind as one plain one each, as they stand in the texts by which jobs are found (fold_search_text). */
export const foldBlanks = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A number without what people write between its signs, as PostgreSQL's compact_number makes it of those that are stored. */
export const compactNumber = (text: string): string =>
  text.toLowerCase().replaceAll(/[ ./\t\u00a0\u2009\u202f\u2010-\u2015\u2212-]/g, '')

const FEWEST_OF_NUMBER = 4

/** The ways in which a text may stand in what is searched: as it is and, where it may be a number, without its blanks and hyphens. */
export function waysToWrite(text: string): string[] {
  const folded = foldBlanks(text)
  const compact = compactNumber(folded)
  const mayBeNumber = /\d/.test(compact) && compact.length >= FEWEST_OF_NUMBER
  return mayBeNumber && compact !== folded.toLowerCase() ? [folded, compact] : [folded]
}

/** What looks like no Latin letter with a mark when it is taken apart. */
const otherLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
}

/** Small letters without accents and single plain blanks, as PostgreSQL's fold_text makes them of what is searched. */
export const foldText = (text: string): string =>
  foldBlanks(
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/[ßæœþøłđðı]/g, letter => otherLetters[letter] ?? letter),
  ).trim()

/** A text as a pattern for PostgreSQL's regular expressions that finds it where a word begins. */
export const wordBeginning = (text: string): string =>
  `(^|[^[:alnum:]])${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`
