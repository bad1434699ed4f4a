// Signing out takes these away with the drafts.
const PREFIX = 'lading:draft:text:'

const listeners = new Set<() => void>()

export function followHeldTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The text that this tab holds back for a field, through a change of screen and a reload. */
export const heldText = (place: string): string | undefined =>
  sessionStorage.getItem(PREFIX + place) ?? undefined

/** Holds a field's text back; undefined lets go of it. */
export function holdText(place: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(PREFIX + place)
    else sessionStorage.setItem(PREFIX + place, text)
  } catch {
    // A full or forbidden storage costs the safety net, not the field.
  }
  for (const listener of listeners) listener()
}

/** How many fields of a record hold a text back; `record` begins their places. */
export const heldCount = (record: string): number =>
  Object.keys(sessionStorage).filter(key => key.startsWith(PREFIX + record)).length
