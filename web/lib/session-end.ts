const DRAFTS = 'lading:draft:'

let ended = false

/** The person whose page this is has signed out, or somebody else has signed in: it must write nothing more. */
export const endSession = (): void => {
  ended = true
}

/** Whether what is typed here must no longer be kept in this browser. */
export const hasSessionEnded = (): boolean => ended

const draftsIn = (storage: Storage) => Object.keys(storage).filter(key => key.startsWith(DRAFTS))

/** How many forms hold changes that were never saved; signing out discards them. */
export const unsavedDrafts = (): number => [localStorage, sessionStorage].flatMap(draftsIn).length

/** Takes away what this browser kept of the person: unsaved work, and what they last looked at. */
export function forgetKept(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of draftsIn(storage)) storage.removeItem(key)
  localStorage.removeItem('currentShipment')
  localStorage.removeItem('currentContact')
}
