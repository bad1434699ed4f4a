import { Button } from '@mantine/core'
import type { Autosave, SaveState } from './autosave.ts'
import './save-status.css'

type Props = {
  state: SaveState
  autosave: Pick<Autosave<unknown, never>, 'retry' | 'discard'>
  /** Said while nothing was changed yet. */
  idle?: string
}

const words = { untouched: '', waiting: 'Saving…', saving: 'Saving…', saved: 'Saved' }

/** How saving goes, always in words, with the way on where a person is needed. */
export function SaveStatus({ state, autosave, idle = '' }: Props) {
  if (state.kind === 'failed') {
    return (
      <div className="save-status save-status--failed" role="alert">
        <span>Not saved. {state.message}</span>
        <Button size="compact-sm" variant="default" onClick={autosave.retry}>
          Try again
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={autosave.discard}>
          Undo the change
        </Button>
      </div>
    )
  }
  if (state.kind === 'contested') {
    return (
      <div className="save-status save-status--failed" role="alert">
        <span>Not saved. {state.message}</span>
        <Button size="compact-sm" variant="default" onClick={autosave.retry}>
          Keep mine
        </Button>
        <Button size="compact-sm" variant="default" onClick={autosave.discard}>
          Take theirs
        </Button>
      </div>
    )
  }
  return (
    <span className="save-status" role="status">
      {words[state.kind] || idle}
    </span>
  )
}
