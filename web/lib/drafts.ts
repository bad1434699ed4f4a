import { isRecord } from '#contract/typed-objects.ts'
import { hasSessionEnded } from './session-end.ts'
import { isOfThisTab, openPagesAmong, takeOnce, thisPage } from './draft-holder.ts'

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

/** A record's drafts: another person at the same browser never sees them, another tab has its own. */
export const draftKey = ({ accountId, userId }: DraftOwner, kind: string, id: string) =>
  `${PREFIX}${accountId}:${userId}:${kind}:${id}`

const ownPlace = (key: string) => `${key}:${thisPage().id}`

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Tells when a draft of this page comes or goes. */
export const subscribeDrafts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  typeof value['version'] === 'number' &&
  typeof value['at'] === 'string' &&
  typeof value['fields'] === 'object'

function readAt(place: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    return isDraft(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** This page's own draft of the record. */
export const readDraft = (key: string): Draft | undefined => readAt(ownPlace(key))

/** Keeps what is unsaved; nothing unsaved, nothing kept. */
export function keepDraft(key: string, version: number, fields: Record<string, unknown>): void {
  if (Object.keys(fields).length === 0) return forgetDraft(key)
  // It was discarded with the sign-out, which may have been in another tab.
  if (hasSessionEnded()) return
  const place = ownPlace(key)
  try {
    const isNew = localStorage.getItem(place) === null
    const draft: Draft = { version, at: new Date().toISOString(), fields }
    localStorage.setItem(place, JSON.stringify(draft))
    if (isNew) changed()
  } catch {
    // A full or forbidden storage costs the safety net, not the form.
  }
}

export function forgetDraft(key: string): void {
  const place = ownPlace(key)
  try {
    if (localStorage.getItem(place) === null) return
    localStorage.removeItem(place)
    changed()
  } catch {
    // Nothing could be kept either.
  }
}

/** Drafts of the record that other pages hold or have left; earlier versions named no holder. */
function othersPlaces(key: string): string[] {
  const own = ownPlace(key)
  try {
    return Object.keys(localStorage).filter(
      place => place === key || (place.startsWith(`${key}:`) && place !== own),
    )
  } catch {
    return []
  }
}

const holderOf = (key: string, place: string) => place.slice(key.length + 1)

/** Whether anybody's page in this browser holds or has left a draft of the kind that `key` begins. */
export function isAnyDraft(key: string): boolean {
  try {
    return Object.keys(localStorage).some(place => place.startsWith(key))
  } catch {
    return false
  }
}

/** Whether there may be something to take over: then it is known only after `takeOverDraft`. */
export const mayTakeOver = (key: string): boolean =>
  readDraft(key) === undefined && othersPlaces(key).length > 0

const underWay = new Map<string, Promise<void>>()

/**
 * Makes this page's own what a page that has ended left unsaved on the record: the newest that this tab left
 * before a reload, else the newest of all. The others stay where they are until this one is saved or given up.
 */
export function takeOverDraft(key: string): Promise<void> {
  const running = underWay.get(key) ?? takeOver(key).finally(() => underWay.delete(key))
  underWay.set(key, running)
  return running
}

async function takeOver(key: string): Promise<void> {
  const places = othersPlaces(key)
  const living = await openPagesAmong(places.map(place => holderOf(key, place)))
  const left = places
    .filter(place => !living.has(holderOf(key, place)))
    .flatMap(place => {
      const draft = readAt(place)
      return draft ? [{ place, draft, isOwn: isOfThisTab(holderOf(key, place)) }] : []
    })
    .toSorted(
      (one, other) => Number(other.isOwn) - Number(one.isOwn) || other.draft.at.localeCompare(one.draft.at),
    )
  for (const { place } of left) {
    if (readDraft(key)) return
    await takeOnce(place, () => moveHere(key, place))
  }
}

/** Whether it is this page's own now. */
function moveHere(key: string, place: string): boolean {
  try {
    const text = localStorage.getItem(place)
    if (text === null || readDraft(key) || hasSessionEnded()) return false
    localStorage.setItem(ownPlace(key), text)
    localStorage.removeItem(place)
    changed()
    return true
  } catch {
    // It stays where it was.
    return false
  }
}
