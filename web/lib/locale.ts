/** The language and region that the person's browser asks for: how figures are written and read. */
export const personLocale = (): string => navigator.languages[0] ?? navigator.language ?? 'en'

/** The same with the digits 0 to 9, which papers carry and other programs read. */
export function withLatinDigits(locale: string): string {
  try {
    return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
  } catch {
    // Some browsers can be told any text as a language.
    return 'en'
  }
}
