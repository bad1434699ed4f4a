import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import type { RowQueue } from './row-queue.ts'
import type { RowsState } from './row-store.ts'

type Props = { noun: string; queue: RowQueue; state: RowsState }

/** Says how many rows of a grid could not be saved, and why; nothing while all goes well. */
export function UnsavedRows({ noun, queue, state }: Props) {
  const unsaved = [...state.pending.values()].filter(row => !row.isOpen).length
  if (state.failure === '' || unsaved === 0) return null
  return (
    <Banner tone="failed">
      {countText(unsaved, noun)} not saved yet. {state.failure} What you typed is kept in this browser.{' '}
      <button type="button" className="banner__action" onClick={queue.retry}>
        Try again
      </button>
    </Banner>
  )
}
