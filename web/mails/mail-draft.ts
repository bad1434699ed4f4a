import { useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import { useDraftIsReady, useDraftKey } from '#web/lib/kept-drafts.ts'
import { isComposedMail, type ComposedMail } from './compose.ts'

export type MailDraft = ReturnType<typeof useMailDraft>

/** The mail of a job that somebody is writing, kept in the browser under their own key until it is sent. */
export function useMailDraft(jobId: string) {
  const key = useDraftKey('mail')(jobId)
  const isReady = useDraftIsReady('mail', jobId)
  const read = () => {
    const draft = readDraft(key)
    return draft && isComposedMail(draft.fields) ? { at: draft.at, written: draft.fields } : undefined
  }
  const [kept, setKept] = useState(read)
  const [wasReady, setWasReady] = useState(isReady)
  if (isReady && !wasReady) {
    setWasReady(true)
    setKept(read())
  }
  return {
    /** What is typed before that would take the place of what was kept. */
    isReady,
    kept,
    keep: (written: ComposedMail) => keepDraft(key, 0, written),
    /** What was kept meanwhile is shown again. */
    refresh: () => setKept(read()),
    forget: () => {
      forgetDraft(key)
      setKept(undefined)
    },
  }
}
