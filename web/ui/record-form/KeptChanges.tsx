import { momentText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'

/** Says that a form holds what a reload or a crash has brought back; `at` is when it was typed, ISO 8601. */
export function KeptChanges({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  return (
    <Banner tone="warning">
      Your unsaved changes of {momentText(at)} were kept.{' '}
      <button type="button" className="banner__action" onClick={onDiscard}>
        Discard them
      </button>
    </Banner>
  )
}
