/** Unsaved work on one record, as it stood: only the fields that were changed. */
export type Draft = {
  /** The version of the record that the fields were changed on. */
  version: number
  /** When it was last typed on: ISO 8601. */
  at: string
  fields: Record<string, unknown>
}

// Signing out looks for these, asks, and takes them away.
const PREFIX = 'lading:draft:'

export type DraftOwner = { accountId: string; userId: string }

/** Where a record's draft is kept: another person at the same browser never sees it. */
export const draftKey = ({ accountId, userId }: DraftOwner, kind: string, id: string) =>
  `${PREFIX}${accountId}:${userId}:${kind}:${id}`

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).version === 'number' &&
  typeof (value as Draft).at === 'string' &&
  typeof (value as Draft).fields === 'object'

export function readDraft(key: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isDraft(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps what is unsaved; nothing unsaved, nothing kept. */
export function keepDraft(key: string, version: number, fields: Record<string, unknown>): void {
  try {
    if (Object.keys(fields).length === 0) localStorage.removeItem(key)
    else
      localStorage.setItem(
        key,
        JSON.stringify({ version, at: new Date().toISOString(), fields } satisfies Draft),
      )
  } catch {
    // A full or forbidden storage costs the safety net, not the form.
  }
}

export const forgetDraft = (key: string): void => localStorage.removeItem(key)
