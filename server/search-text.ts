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
