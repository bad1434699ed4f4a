import { forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import type { ChangeStore } from './autosave.ts'

/**
 * Keeps a record's unsaved change as this tab's draft. The same record may be open anew while an earlier
 * screen's request is still on its way: neither writes over or takes away what the other has kept since.
 */
export function keptChange<Stored extends { version: number }, Change>(
  key: string,
): ChangeStore<Stored, Change> {
  let own = ''
  const textNow = () => {
    const draft = readDraft(key)
    return draft && JSON.stringify(draft.fields)
  }
  const isOwn = () => [undefined, own].includes(textNow())
  return {
    read: () => {
      const draft = readDraft(key)
      own = textNow() ?? ''
      if (!draft || !('change' in draft.fields) || !('before' in draft.fields)) return undefined
      // Written below: the change of this kind of record and the record.
      const { change, before } = draft.fields as { change: Change; before: Stored }
      return { change, before, at: draft.at }
    },
    write: (change, before) => {
      if (!isOwn()) return
      keepDraft(key, before.version, { change, before })
      own = textNow() ?? ''
    },
    forget: () => {
      if (isOwn()) forgetDraft(key)
    },
  }
}
