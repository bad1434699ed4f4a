import { useBlocker } from '@tanstack/react-router'
import { isLeavingToSignIn } from '#web/lib/page-leaving.ts'
import { isBackToDialog } from '#web/ui/dialog/open-dialogs.ts'
import { holdHistory } from '#web/ui/dialog/hold-history.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { untaken } from './once-taken.ts'

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
