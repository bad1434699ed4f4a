import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { isBackToDialog } from '#web/ui/dialog/open-dialogs.ts'
import { holdHistory } from '#web/ui/dialog/hold-history.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'

/** What stands in a field or a sheet of it, and is not on the record yet. */
type Untaken = {
  label: string
  text: string
  focus?: (() => void) | undefined
  /** Resolves once an answer that Enter waits for is there. */
  settled?: (() => Promise<void>) | undefined
}

/** In the order in which they were typed. */
const untaken = new Set<Untaken>()

/** Remembers what is typed and not taken, '' for nothing, as long as the field is on the page. */
export function useUntakenText({ label, text, focus, settled }: Untaken): void {
  useEffect(() => {
    if (text === '') return
    const entry = { label, text, focus, settled }
    untaken.add(entry)
    return () => void untaken.delete(entry)
  }, [label, text, focus, settled])
}

const placeOf = ({ pathname, search }: { pathname: string; search: unknown }) =>
  `${pathname} ${(search as { id?: string }).id ?? ''}`

/** Asks before a page is left that has such a text: it is nowhere else, and no draft keeps it. */
export function useUntakenGuard(): void {
  useBlocker({
    enableBeforeUnload: () => untaken.size > 0 && !isLeavingToSignIn(),
    shouldBlockFn: async ({ current, next, action }) => {
      if (isBackToDialog(action)) return false
      if (placeOf(current) === placeOf(next)) return false
      for (const { settled } of [...untaken]) await settled?.()
      const [first] = untaken
      if (!first) return false
      const release = holdHistory()
      const leaves = await askMessage({
        title: 'Leave without adding what you typed?',
        description: 'Nothing of it is stored yet.',
        points: [...untaken].map(({ label, text }) => `${label}: “${text}”`),
        ok: 'Leave',
        cancel: 'Stay here',
        destructive: true,
      }).finally(release)
      // The message gives the focus back to whatever had it before.
      if (!leaves) setTimeout(() => first.focus?.())
      return !leaves
    },
  })
}
