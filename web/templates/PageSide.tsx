import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldSearch } from './FieldChooser.tsx'
import { SaveStatus } from './PageSaveBar.tsx'
import { ConditionPanel } from './page/ConditionPanel.tsx'
import type { LeftText } from './page/left-text.ts'
import { LeftTextList } from './page/LeftTextList.tsx'
import type { PlaceActions } from './page/place-list.ts'
import { PlaceBar } from './page/PlaceBar.tsx'
import { PlacesPanel } from './page/PlacesPanel.tsx'
import type { Saving } from './page/SaveButton.tsx'
import type { SplitFigure } from './page/split-figures.ts'
import { revealText } from './page/reveal.ts'
import { useStable } from './page/use-stable.ts'
import type { usePageEditing } from './page/use-page-editing.ts'

type Props = {
  editing: ReturnType<typeof usePageEditing>
  jobId: string | undefined
  left: readonly LeftText[]
  split: readonly SplitFigure[]
  isListOpen: boolean
  onListOpen: (isOpen: boolean) => void
  isAllShown: boolean
  onAllShown: (isShown: boolean) => void
  /** The list stands below the page, not beside it. */
  isNarrow: boolean
  saving: Saving
}

/** What stands beside the page: its places, all fields to put there, or the condition that is being made. */
export function PageSide({
  editing,
  jobId,
  left,
  split,
  isListOpen,
  onListOpen,
  isAllShown,
  onAllShown,
  isNarrow,
  saving,
}: Props) {
  const { making, placing, texts } = editing
  const ways = useStable({
    onShow: (text: LeftText) => {
      onListOpen(false)
      revealText(editing.root.current, text)
    },
    onMake: (text: LeftText) => texts.make(text),
    onDismiss: editing.dismissText,
  })
  // On a telephone the list covers the page, and what is chosen in it is to be seen there.
  const fromList = useStable<PlaceActions>({
    ...editing.actions,
    go: key => {
      onListOpen(false)
      editing.actions.go(key)
    },
  })
  return (
    <div
      className={
        isListOpen || making.isOpen ? 'page-editor__side' : 'page-editor__side page-editor__side--closed'
      }
    >
      {isNarrow && !making.isOpen && (
        <PlaceBar
          states={editing.states}
          questions={editing.questions}
          currentKey={editing.look.currentKey}
          actions={editing.actions}
          plain={editing.plain}
          {...{ isListOpen, onListOpen, saving }}
        />
      )}
      {!making.isOpen && (
        <div className="page-editor__tabs" role="group" aria-label="Beside the page">
          <Tab isOn={!isAllShown} onShow={() => onAllShown(false)}>
            On the page
          </Tab>
          <Tab isOn={isAllShown} onShow={() => onAllShown(true)}>
            All fields
          </Tab>
        </div>
      )}
      {making.isOpen && <ConditionPanel making={making} onField={editing.chooseConditionField} />}
      {!making.isOpen && isAllShown && (
        <section aria-label="All fields">
          <p className="page-editor__count">
            Drag a field to its place on the page, or choose it and then click where it goes.
          </p>
          <FieldSearch
            jobId={jobId}
            onChosen={choice => {
              onListOpen(false)
              placing.place(choice)
            }}
            onDrag={choice => (choice ? placing.drag(choice) : placing.endDrag())}
          />
        </section>
      )}
      {!making.isOpen && !isAllShown && (
        <PlacesPanel
          states={editing.states}
          questions={editing.questions}
          currentKey={editing.look.currentKey}
          actions={fromList}
          plain={editing.plain}
        />
      )}
      {!making.isOpen && <LeftTextList texts={left} split={split} {...ways} />}
      {isNarrow && (
        <div className="page-editor__count">
          <SaveStatus {...saving} />
        </div>
      )}
    </div>
  )
}

type TabProps = { isOn: boolean; onShow: () => void; children: ReactNode }

const Tab = ({ isOn, onShow, children }: TabProps) => (
  <Button size="compact-sm" variant={isOn ? 'light' : 'subtle'} aria-pressed={isOn} onClick={onShow}>
    {children}
  </Button>
)
