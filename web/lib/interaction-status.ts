import { useSyncExternalStore } from 'react'

// Where several run at once, the one that keeps people waiting longest is told first.
const told = ['logout', 'login', 'handleRedirect', 'ssoSilent', 'acquireToken', 'startup'] as const

/** What the sign-in is doing at this moment. */
export type InteractionStatus = (typeof told)[number] | 'none'

let status: InteractionStatus = 'startup'
const running: InteractionStatus[] = []
const listeners = new Set<() => void>()

function update(): void {
  const next = told.find(one => running.includes(one)) ?? 'none'
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export const readInteractionStatus = (): InteractionStatus => status

export function subscribeToInteractionStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Holds `during` until `work` has succeeded or failed. */
export async function withStatus<Result>(
  during: Exclude<InteractionStatus, 'none'>,
  work: () => Promise<Result>,
): Promise<Result> {
  running.push(during)
  update()
  try {
    return await work()
  } finally {
    running.splice(running.indexOf(during), 1)
    update()
  }
}

export const useInteractionStatus = (): InteractionStatus =>
  useSyncExternalStore(subscribeToInteractionStatus, readInteractionStatus)
