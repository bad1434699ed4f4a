import { useEffect, useState, useSyncExternalStore } from 'react'
import { draftKey, isAnyDraft, mayTakeOver, readDraft, subscribeDrafts, takeOverDraft } from './drafts.ts'
import { useMembership } from './membership.ts'

/** Under which key the signed-in person's drafts of records of one kind are kept. */
export function useDraftKey(kind: string): (id: string) => string {
  const { account, user } = useMembership()
  return id => draftKey({ accountId: account.id, userId: user.id }, kind, id)
}

/**
 * Whether the record's draft can be read: what a closed or crashed tab left becomes this tab's own first.
 * What another tab begins later is that tab's.
 */
export function useDraftIsReady(kind: string, id: string | null): boolean {
  const keyOf = useDraftKey(kind)
  const key = id === null ? '' : keyOf(id)
  const [readyKey, setReadyKey] = useState(() => (mayTakeOver(key) ? undefined : key))
  useEffect(() => {
    if (readyKey === key) return
    let isWanted = true
    void takeOverDraft(key).finally(() => isWanted && setReadyKey(key))
    return () => {
      isWanted = false
    }
  }, [key, readyKey])
  return readyKey === key
}

/** Whether this tab holds unsaved work on any of the records; what a closed tab left is taken over. */
export function useHasDraft(kind: string, ids: readonly string[]): boolean {
  const keyOf = useDraftKey(kind)
  const keys = ids.map(keyOf)
  const list = keys.join(' ')
  useEffect(() => {
    for (const key of list.split(' ')) if (mayTakeOver(key)) void takeOverDraft(key)
  }, [list])
  return useSyncExternalStore(subscribeDrafts, () => keys.some(key => readDraft(key) !== undefined))
}

/** Whether it is worth asking on which records there are drafts. */
export function useIsAnyDraft(kind: string): boolean {
  const start = useDraftKey(kind)('')
  return useSyncExternalStore(subscribeDrafts, () => isAnyDraft(start))
}
