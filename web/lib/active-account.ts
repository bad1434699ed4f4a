import { useSyncExternalStore } from 'react'

/** The person signed in, as the identity provider names them. */
export type Account = { subject: string; name: string; email: string }

let account: Account | null = null
const listeners = new Set<() => void>()

/** Who is signed in; null while nobody is. */
export const activeAccount = (): Account | null => account

export const useAccount = (): Account | null =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, activeAccount)

/** Only the session, which hears it from the identity provider, says who is signed in. */
export function setActiveAccount(next: Account | null): void {
  account = next
  for (const listener of listeners) listener()
}
