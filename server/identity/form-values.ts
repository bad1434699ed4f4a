import { AppError } from '#server/errors.ts'

const CONTROL_CHARACTER = /\p{Cc}/u

/** The fields of a form. A password may hold whatever somebody typed: it is never kept as it is. */
export function formValues(body: string): Record<string, string> {
  const values = Object.fromEntries(new URLSearchParams(body))
  for (const [name, value] of Object.entries(values))
    if (CONTROL_CHARACTER.test(name) || (CONTROL_CHARACTER.test(value) && !/password/i.test(name)))
      throw new AppError(
        'bad_request',
        'A field of the form contains a line break or another control character. Type it again.',
      )
  return values
}
