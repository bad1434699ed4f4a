import { useMemo, useSyncExternalStore } from 'react'
import { forgetDraft, keepDraft, readDraft, subscribeDrafts } from '#web/lib/drafts.ts'
import { useDraftIsReady, useDraftKey } from '#web/lib/kept-drafts.ts'
import { emptyMail, isComposedMail, type ComposedMail } from './compose.ts'

export type MailDraft = ReturnType<typeof useMailDraft>

function read(key: string) {
  const draft = readDraft(key)
  return draft && isComposedMail(draft.fields)
    ? { at: draft.at, written: { ...emptyMail, ...draft.fields } satisfies ComposedMail }
    : undefined
}

/** The mail of a job that somebody is writing, kept in the browser under their own key until it is sent. */
export function useMailDraft(jobId: string) {
  const key = useDraftKey('mail')(jobId)
  const isReady = useDraftIsReady('mail', jobId)
  const keptAt = useSyncExternalStore(subscribeDrafts, () => readDraft(key)?.at)
  const kept = useMemo(() => (keptAt === undefined ? undefined : read(key)), [key, keptAt])
  return {
    /** What is typed before that would take the place of what was kept. */
    isReady,
    kept,
    keep: (written: ComposedMail) => keepDraft(key, 0, written),
    /** What stands now, whenever it was kept. */
    keptNow: () => read(key)?.written,
    forget: () => forgetDraft(key),
  }
}
