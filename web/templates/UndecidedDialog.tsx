import { Button } from '@mantine/core'
import { countText } from '#web/lib/format.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { wordsOf } from './page/place-list.ts'
import type { Undecided } from './page/undecided.ts'

type Props = {
  undecided: Undecided
  /** Goes to the place that is to be decided first. */
  onDecide: (key: string) => void
  onLeaveRows: () => void
  onSave: () => void
  onClose: () => void
}

/** So many of them are named. */
const MOST_NAMED = 5

/** Before a save: what nobody has decided stays text, which every paper of the template then prints. */
export function UndecidedDialog({ undecided, onDecide, onLeaveRows, onSave, onClose }: Props) {
  const { places, inRows } = undecided
  const isInRows = inRows.length > 0
  const named = isInRows ? inRows : places
  const [first] = named
  const [are, they] = places.length === 1 ? ['is', 'It stays as it is'] : ['are', 'They stay as they are']
  return (
    <Dialog
      title={`${countText(places.length, 'place')} ${are} not decided`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="default" onClick={isInRows ? onLeaveRows : onSave}>
            {isInRows ? 'Leave the rows as they are' : 'Save all the same'}
          </Button>
          <Button data-autofocus onClick={() => first && onDecide(first.key)}>
            Decide
          </Button>
        </>
      }
    >
      <p>
        {isInRows
          ? `${namesOf(named)} ${inRows.length === 1 ? 'stands' : 'stand'} in a row that repeats: every entry of every job would print it. Say which field it is, or leave the rows as they are.`
          : `${they}, on the paper of every job: ${namesOf(named)}.`}
      </p>
    </Dialog>
  )
}

function namesOf(places: Undecided['places']): string {
  const names = places.slice(0, MOST_NAMED).map(one => wordsOf(one).name)
  return [...names, ...(places.length > MOST_NAMED ? [`and ${places.length - MOST_NAMED} more`] : [])].join(
    ', ',
  )
}
