/** What a person can be told about changes that save themselves. */
export type SaveState =
  | { kind: 'untouched' | 'waiting' | 'saving' | 'saved' }
  | { kind: 'failed'; message: string }
  /** Somebody else changed the very same thing meanwhile: a person must choose. */
  | { kind: 'contested'; message: string }

export type Autosave<Stored, Change> = {
  /** The stored record with everything typed since, and how saving goes. */
  snapshot: () => { record: Stored; state: SaveState }
  subscribe: (listener: () => void) => () => void
  change: (change: Change) => void
  /** Sends what waits without further delay, but nothing that a person has been asked about. */
  flush: () => void
  /** Sends what failed again; of what is contested, the person's own change. */
  retry: () => void
  /** Drops what could not be saved and shows what is stored. */
  discard: () => void
  /** A newer record arrived from elsewhere; what was typed stays on top of it. */
  refresh: (stored: Stored) => void
  isDirty: () => boolean
}

type Options<Stored, Change> = {
  stored: Stored
  send: (change: Change, version: number) => Promise<Stored>
  apply: (stored: Stored, change: Change) => Stored
  merge: (earlier: Change, later: Change) => Change
  /** Whether both the change and the step from one record to the other touch the same field. */
  overlaps: (change: Change, before: Stored, current: Stored) => boolean
  /** The record that stands now when the refusal means "changed meanwhile", else null. */
  standing: (error: unknown) => Promise<Stored | null>
  explain: (error: unknown) => string
  /** Milliseconds of quiet after which a change is sent. */
  delay?: number
}

/**
 * Saves changes one request at a time, each on the version that the last one left: nothing typed is lost
 * while a request is under way, and nobody else's change is overwritten unseen.
 */
export function createAutosave<Stored extends { version: number }, Change>(
  options: Options<Stored, Change>,
): Autosave<Stored, Change> {
  const { send, apply, merge, overlaps, standing, explain, delay = 500 } = options
  let stored = options.stored
  let sending: Change | null = null
  let waiting: Change | null = null
  let state: SaveState = { kind: 'untouched' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const shown = () => {
    const withSending = sending === null ? stored : apply(stored, sending)
    return waiting === null ? withSending : apply(withSending, waiting)
  }
  let current: { record: Stored; state: SaveState } = { record: stored, state }
  const publish = (next: SaveState) => {
    state = next
    current = { record: shown(), state }
    for (const listener of listeners) listener()
  }

  const refused = async (change: Change, error: unknown) => {
    const now = await standing(error).catch(() => null)
    const before = stored
    sending = null
    waiting = waiting === null ? change : merge(change, waiting)
    if (now === null) return publish({ kind: 'failed', message: explain(error) })
    stored = now
    if (overlaps(waiting, before, now)) return publish({ kind: 'contested', message: explain(error) })
    retry()
  }

  function retry() {
    clearTimeout(timer)
    if (sending !== null || waiting === null) return
    const change = waiting
    sending = change
    waiting = null
    publish({ kind: 'saving' })
    send(change, stored.version).then(
      reply => {
        stored = reply
        sending = null
        if (waiting === null) return publish({ kind: 'saved' })
        retry()
      },
      (error: unknown) => refused(change, error),
    )
  }

  // Leaving a field must not decide what a person has been asked.
  const flush = () => {
    if (state.kind !== 'contested') retry()
  }

  return {
    snapshot: () => current,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: change => {
      waiting = waiting === null ? change : merge(waiting, change)
      clearTimeout(timer)
      // Nor must typing on.
      if (state.kind === 'contested') return publish(state)
      timer = setTimeout(flush, delay)
      publish(sending === null ? { kind: 'waiting' } : { kind: 'saving' })
    },
    flush,
    retry,
    discard: () => {
      clearTimeout(timer)
      waiting = null
      publish({ kind: 'untouched' })
    },
    refresh: newer => {
      if (newer.version <= stored.version || sending !== null) return
      stored = newer
      publish(state)
    },
    isDirty: () => sending !== null || waiting !== null,
  }
}
