import { activeAccount } from '#web/lib/active-account.ts'
import { hasSessionEnded } from '#web/lib/session-end.ts'

// Signing out takes these away with the drafts; whoever signs in without that sees their own alone.
const keyOf = (place: string) => `lading:draft:text:${activeAccount()?.subject ?? ''}:${place}`

const listeners = new Set<() => void>()

export function followHeldTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The text that this tab holds back for a field, through a change of screen and a reload. */
export const heldText = (place: string): string | undefined =>
  sessionStorage.getItem(keyOf(place)) ?? undefined

/** Holds a field's text back; undefined lets go of it. */
export function holdText(place: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(keyOf(place))
    else if (!hasSessionEnded()) sessionStorage.setItem(keyOf(place), text)
  } catch {
    // A full or forbidden storage costs the safety net, not the field.
  }
  for (const listener of listeners) listener()
}

/** How many fields of a record hold a text back; `record` begins their places. */
export const heldCount = (record: string): number =>
  Object.keys(sessionStorage).filter(key => key.startsWith(keyOf(record))).length
