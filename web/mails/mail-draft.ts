import { useState } from 'react'
import { draftKey, forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import { useMembership } from '#web/lib/membership.ts'
import { isWritten, type Written } from './compose.ts'

export type MailDraft = ReturnType<typeof useMailDraft>

/** The mail of a job that somebody is writing, kept in the browser under their own key until it is sent. */
export function useMailDraft(jobId: string) {
  const { account, user } = useMembership()
  const key = draftKey({ accountId: account.id, userId: user.id }, 'mail', jobId)
  const read = () => {
    const draft = readDraft(key)
    return draft && isWritten(draft.fields) ? { at: draft.at, written: draft.fields } : undefined
  }
  const [kept, setKept] = useState(read)
  return {
    kept,
    keep: (written: Written) => keepDraft(key, 0, written),
    /** What was kept meanwhile is shown again. */
    refresh: () => setKept(read()),
    forget: () => {
      forgetDraft(key)
      setKept(undefined)
    },
  }
}
