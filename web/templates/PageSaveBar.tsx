import { countText } from '#web/lib/format.ts'
import { BottomBar } from '#web/ui/page/BottomBar.tsx'
import { SaveButton, type Saving } from './page/SaveButton.tsx'
import { UndoButton } from './page/UndoButton.tsx'

/** Save and Undo, in sight however far a long page is scrolled. */
export const PageSaveBar = (saving: Saving) => (
  <BottomBar status={<SaveStatus {...saving} />}>
    <UndoButton size="sm" mayUndo={saving.mayUndo} onUndo={saving.onUndo} />
    <SaveButton {...saving} />
  </BottomBar>
)

/** What the next save does. */
export const SaveStatus = ({ count, isUnsaved, isSaving }: Saving) => (
  <p>
    {isSaving
      ? 'Saving…'
      : count > 0
        ? `${countText(count, 'change')} when you save the template.`
        : isUnsaved
          ? 'What is no field is kept when you save the template.'
          : 'Nothing to save'}
  </p>
)
