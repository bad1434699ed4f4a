import { readDraft, subscribeDrafts } from '#web/lib/drafts.ts'
import { dismissNotice, notify } from './notify.ts'

/** Says that something could not be saved; the word goes when nothing of it is kept any more: saved or given up. */
export function notifyWhileKept(key: string, message: string): void {
  const id = notify.failed(message)
  const stop = subscribeDrafts(() => {
    if (readDraft(key)) return
    stop()
    dismissNotice(id)
  })
}
