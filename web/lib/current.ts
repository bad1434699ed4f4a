/** The job or contact that was opened last, kept through a reload: its id and what a title needs. */
export type Current = { accountId: string; id: string; number?: number; name: string | null }

export type CurrentKey = 'currentShipment' | 'currentContact'

const isCurrent = (value: unknown): value is Current =>
  typeof value === 'object' &&
  value !== null &&
  'accountId' in value &&
  'id' in value &&
  typeof value.id === 'string'

/** What this account opened last; what another account left in this browser is ignored. */
export function readCurrent(key: CurrentKey, accountId: string): Current | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isCurrent(kept) && kept.accountId === accountId ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepCurrent(key: CurrentKey, current: Current) {
  try {
    localStorage.setItem(key, JSON.stringify(current))
  } catch {
    // A full or forbidden storage costs the convenience, nothing else.
  }
}

export function forgetCurrent() {
  localStorage.removeItem('currentShipment')
  localStorage.removeItem('currentContact')
}
