import { useSyncExternalStore } from 'react'

/** What the sign-in is doing at this moment. */
export type InteractionStatus =
  | 'startup'
  | 'none'
  | 'login'
  | 'ssoSilent'
  | 'acquireToken'
  | 'handleRedirect'
  | 'logout'

let status: InteractionStatus = 'startup'
let running = 0
const listeners = new Set<() => void>()

function change(next: InteractionStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export const readInteractionStatus = (): InteractionStatus => status

export function subscribeToInteractionStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Holds `during` until `work` has succeeded or failed; several at once end together. */
export async function withStatus<Result>(
  during: InteractionStatus,
  work: () => Promise<Result>,
): Promise<Result> {
  running += 1
  change(during)
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) change('none')
  }
}

export const useInteractionStatus = (): InteractionStatus =>
  useSyncExternalStore(subscribeToInteractionStatus, readInteractionStatus)
