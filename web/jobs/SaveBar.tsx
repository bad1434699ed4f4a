import { Button } from '@mantine/core'
import { countText } from '#web/lib/format.ts'
import { BottomBar } from '#web/ui/page/BottomBar.tsx'
import { useJobFormContext } from './job-form.ts'

/** Save and Cancel, in sight however far the form has been scrolled. */
export function SaveBar() {
  const { changed, isSaving, isSaved, failure, save, cancel } = useJobFormContext()
  const count = changed.length
  return (
    <BottomBar
      status={
        <p className={failure ? 'save-bar__word--failed' : undefined} role={failure ? 'alert' : 'status'}>
          {failure
            ? `Not saved. ${failure} What you typed is still here.`
            : isSaving
              ? 'Saving…'
              : count > 0
                ? `${countText(count, 'change')} not saved`
                : isSaved
                  ? 'Saved'
                  : 'Nothing to save'}
        </p>
      }
    >
      <Button variant="default" disabled={count === 0 || isSaving} onClick={cancel}>
        Cancel
      </Button>
      <Button disabled={count === 0} loading={isSaving} title="Save (Ctrl+S)" onClick={() => void save()}>
        Save
      </Button>
    </BottomBar>
  )
}
