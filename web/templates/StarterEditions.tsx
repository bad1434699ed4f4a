import { useState } from 'react'
import { countText } from '#web/lib/format.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { useRenewStarters, useStarterEditions } from './queries.ts'
import { namesOfSome } from './starter-sentences.ts'

/** Says which starter templates have a newer edition, and gives it to those that nobody has changed. */
export function StarterEditions() {
  const { data = [] } = useStarterEditions()
  const renew = useRenewStarters()
  const [isDismissed, setIsDismissed] = useState(false)
  const older = data.filter(({ state }) => state === 'older')
  if (older.length === 0 || isDismissed) return null
  const renewThem = async () => {
    try {
      const renewed = await renew.mutateAsync(older.map(({ templateId }) => templateId))
      notify.done(
        `${countText(renewed.length, 'starter template')} renewed. What was there is under “Earlier versions” of each.`,
      )
    } catch (error) {
      notify.failedBecause('The starter templates were not renewed.', error)
    }
  }
  return (
    <Banner tone="warning" onDismiss={() => setIsDismissed(true)}>
      {older.length === 1 ? 'A starter template has' : `${older.length} starter templates have`} a newer
      edition, and your company has not changed {older.length === 1 ? 'its own' : 'its own ones'}:{' '}
      {namesOfSome(older)}.{' '}
      <button
        type="button"
        className="banner__action"
        disabled={renew.isPending}
        onClick={() => void renewThem()}
      >
        Renew {older.length === 1 ? 'it' : 'them'}
      </button>
    </Banner>
  )
}
