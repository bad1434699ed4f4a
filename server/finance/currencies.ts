import { invalid } from '#server/errors.ts'

// Of ISO 4217, and the yuan that is paid outside of China: what JavaScript's own list leaves out.
const further = ['BOV', 'CHE', 'CHW', 'CLF', 'CNH', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED']
const known: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...further])

/** Throws `invalid_input` for a code that is no currency's; one that stands already may stay. */
export function requireCurrency(
  path: string,
  code: string | null | undefined,
  existing: string | null,
): void {
  if (code && code !== existing && !known.has(code))
    throw invalid(
      path,
      `“${code}” is not a known currency. Use its three-letter code in ISO 4217, such as USD.`,
    )
}
