import { AppError } from '#server/errors.ts'

type NewRecord<Stored> = {
  /** What a sentence about it begins with: An item, A contact. */
  what: string
  /** The body of the POST. */
  sent: object
  /** Answers false, and changes nothing, where the id is in use. */
  insert: () => Promise<boolean>
  load: () => Promise<Stored>
}

/**
 * Creates a record whose id the client may have chosen. The same POST again, sent because the first answer was lost,
 * gets the stored record and `created: false`; other content under an id that is in use is refused with 409.
 */
export async function createOnce<Stored>(
  record: NewRecord<Stored>,
): Promise<{ stored: Stored; created: boolean }> {
  const created = await record.insert()
  const stored = await record.load()
  if (!created && !matches(stored, record.sent)) throw idInUse(record.what, stored)
  return { stored, created }
}

/** The refusal of a POST whose id belongs to a record of other content; `current` is that record, where it is shown. */
export const idInUse = (what: string, current?: unknown): AppError =>
  new AppError(
    'already_exists',
    `${what} with this id already exists with different content. Send a new id.`,
    current === undefined ? {} : { current },
  )

/** Whether a stored record already has everything that a repeated POST says of it; '' and null are one. */
export function matches(stored: unknown, sent: unknown): boolean {
  if (sent === undefined) return true
  if (sent === null || sent === '') return stored === null || stored === undefined
  if (Array.isArray(sent))
    return (
      Array.isArray(stored) &&
      stored.length === sent.length &&
      sent.every((element, index) => matches(stored[index], element))
    )
  if (typeof sent === 'object')
    return (
      typeof stored === 'object' &&
      stored !== null &&
      Object.entries(sent).every(([key, value]) => matches((stored as Record<string, unknown>)[key], value))
    )
  return stored === sent
}
