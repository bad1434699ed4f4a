import { Button } from '@mantine/core'
import { countText, momentText } from '#web/lib/format.ts'
import type { Autosave, SaveState } from './autosave.ts'
import './save-status.css'

type Props = {
  state: SaveState
  autosave: Pick<Autosave<unknown, never>, 'retry' | 'discard'>
  /** Said while nothing was changed yet. */
  idle?: string
  /** What an earlier visit could not save: how it is said and how it is saved. */
  unsaved?: { said: string; save: string }
  /** How many fields hold a text that is not understood and therefore not saved. */
  unread?: number
}

const anyChange = { said: 'This change was not saved', save: 'Save it' }

const words = { untouched: '', waiting: 'Saving…', saving: 'Saving…', saved: 'Saved' }

/** How saving goes, always in words, with the way on where a person is needed. */
export function SaveStatus({ state, autosave, idle = '', unsaved = anyChange, unread = 0 }: Props) {
  if (state.kind !== 'failed' && state.kind !== 'contested') {
    return unread > 0 ? (
      <div className="save-status save-status--failed" role="alert">
        Not saved: {countText(unread, 'field')} not understood. Correct what is marked in red.
      </div>
    ) : (
      <span className="save-status" role="status">
        {words[state.kind] || idle}
      </span>
    )
  }
  const { message, offer } = state
  const isContested = state.kind === 'contested'
  const isFinal = state.kind === 'failed' && state.isFinal
  const isBusy = state.kind === 'failed' && (state.isRetrying ?? false)
  const retry = offer ? unsaved.save : isContested ? 'Keep mine' : 'Try again'
  const discard = offer || isFinal ? 'Discard' : isContested ? 'Take theirs' : 'Undo the change'
  return (
    <div className="save-status save-status--failed" role="alert">
      <span>
        {offer
          ? `${unsaved.said} on ${momentText(offer.at)}: ${offer.what}. ${message}`
          : `Not saved. ${message}`}
      </span>
      {!isFinal && (
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={autosave.retry}>
          {retry}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant={isContested ? 'default' : 'subtle'}
        {...(!isContested && { color: 'gray' })}
        disabled={isBusy}
        onClick={autosave.discard}
      >
        {discard}
      </Button>
    </div>
  )
}
