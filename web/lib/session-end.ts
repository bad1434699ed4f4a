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

const SIGNED_OUT = 'lading:signed-out'

/** Tells the other tabs of this browser that the person signs out; nothing of it stays. */
export function announceSignOut(): void {
  localStorage.setItem(SIGNED_OUT, String(Date.now()))
  localStorage.removeItem(SIGNED_OUT)
}

/** Ends this page when the person signs out in another tab, and discards what it kept until it heard of that. */
export function followSignOut(onSignedOut: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_OUT || newValue === null) return
    endSession()
    forgetKept()
    onSignedOut()
  })
}
