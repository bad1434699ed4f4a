import { Button } from '@mantine/core'
import { countText } from '#web/lib/format.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { wordsOf } from './page/place-list.ts'
import { namesOfFigures, type SplitFigure } from './page/split-figures.ts'
import type { Undecided } from './page/undecided.ts'

type Props = {
  undecided: Undecided
  /** What stays text beside the figures it is made of. */
  split: readonly SplitFigure[]
  /** Goes to the place that is to be decided first. */
  onDecide: (key: string) => void
  /** Goes to a figure that stays text. */
  onShowFigure: (figure: SplitFigure) => void
  onLeaveRows: () => void
  onSave: () => void
  /** Before what leads away from the dialog, too. */
  onClose: () => void
}

/** So many of them are named. */
const MOST_NAMED = 5

/** Before a save: what nobody has decided stays text, which every paper of the template then prints. */
export function UndecidedDialog({
  undecided,
  split,
  onDecide,
  onShowFigure,
  onLeaveRows,
  onSave,
  onClose,
}: Props) {
  const { places, inRows } = undecided
  const closing = (then: () => void) => () => {
    onClose()
    then()
  }
  const isInRows = inRows.length > 0
  const named = isInRows ? inRows : places
  const [first] = named
  const [figure] = split
  const [are, they] = places.length === 1 ? ['is', 'It stays as it is'] : ['are', 'They stay as they are']
  return (
    <Dialog
      title={
        first
          ? `${countText(places.length, 'place')} ${are} not decided`
          : `${countText(split.length, 'figure')} would stay as ${split.length === 1 ? 'it is' : 'they are'}`
      }
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="default" onClick={isInRows ? onLeaveRows : closing(onSave)}>
            {isInRows ? 'Leave the rows as they are' : 'Save all the same'}
          </Button>
          {first ? (
            <Button data-autofocus onClick={closing(() => onDecide(first.key))}>
              Decide
            </Button>
          ) : (
            <Button data-autofocus onClick={closing(() => figure && onShowFigure(figure))}>
              Show
            </Button>
          )}
        </>
      }
    >
      {first && (
        <p>
          {isInRows
            ? `${namesOf(named)} ${inRows.length === 1 ? 'stands' : 'stand'} in a row that repeats: every entry of every job would print it. Say which field it is, or leave the rows as they are.`
            : `${they}, on the paper of every job: ${namesOf(named)}.`}
        </p>
      )}
      {figure && (
        <p>
          These figures stay as they are, though figures they are made of become fields:{' '}
          {namesOfFigures(split)}. The papers of other jobs would not add up.
        </p>
      )}
    </Dialog>
  )
}

function namesOf(places: Undecided['places']): string {
  const names = places.slice(0, MOST_NAMED).map(one => wordsOf(one).name)
  return [...names, ...(places.length > MOST_NAMED ? [`and ${places.length - MOST_NAMED} more`] : [])].join(
    ', ',
  )
}
