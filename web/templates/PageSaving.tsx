import { Banner } from '#web/ui/page/states.tsx'
import { useHold } from './page/use-hold.ts'
import { useIsLong } from './use-is-long.ts'

/** What a save does, once it takes long; until it is done nothing is decided on the page that it replaces. */
export function PageSaving({ isSaving }: { isSaving: boolean }) {
  const isSlow = useIsLong(isSaving)
  const isTried = useHold(isSaving)
  if (!isSaving || (!isSlow && !isTried)) return null
  return (
    <Banner tone="done">
      The template is written, checked and compared with the page… It can be changed again after that.
    </Banner>
  )
}
