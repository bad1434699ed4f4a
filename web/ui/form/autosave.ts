import { isPermanentRefusal, isTemporary, pauseAfter } from '#web/lib/problem.ts'

/** What an earlier visit could not save, in words, and when it was typed. */
export type Offer = { what: string; at: string }

/** What a person can be told about changes that save themselves. */
export type SaveState =
  | { kind: 'untouched' | 'waiting' | 'saving' | 'saved' }
  | {
      kind: 'failed'
      message: string
      offer?: Offer | undefined
      /** It is being tried again by itself. */
      isRetrying?: boolean
      /** Trying again would be refused again. */
      isFinal?: boolean
    }
  /** Somebody else changed the very same thing meanwhile: a person must choose. */
  | { kind: 'contested'; message: string; offer?: Offer | undefined }

/** A change that is not stored yet, and the record that it was typed on. */
export type KeptChange<Stored, Change> = { change: Change; before: Stored; at: string }

/** Where an unsaved change outlives the screen, a reload and a crash. */
export type ChangeStore<Stored, Change> = {
  read: () => KeptChange<Stored, Change> | undefined
  write: (change: Change, before: Stored) => void
  forget: () => void
}

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
  /** The screen shows: what an earlier visit left is sent. */
  enter: () => void
  /** The screen is left: what waits is sent once more; whoever failed to save is told. */
  leave: () => void
}

type Options<Stored, Change> = {
  stored: Stored
  send: (change: Change, version: number) => Promise<Stored>
  apply: (stored: Stored, change: Change) => Stored
  merge: (earlier: Change, later: Change) => Change
  /** Whether both the change and the step from one record to the other touch the same field. */
  overlaps: (change: Change, before: Stored, current: Stored) => boolean
  /** The record that stands now when the refusal means "changed meanwhile", else null. */
  existing: (error: unknown) => Promise<Stored | null>
  explain: (error: unknown) => string
  /** What of the change the record does not hold yet: the answer to an earlier save may have been lost. */
  unstored?: (change: Change, stored: Stored) => Change | null
  /** The change in words, and what stands in its place. */
  describe?: (change: Change, stored: Stored) => string
  keep?: ChangeStore<Stored, Change>
  /** Why nothing can be saved here: what was kept can only be read and discarded. */
  readOnlyBecause?: string | undefined
  /** The screen was left and this is not saved. */
  onLeftUnsaved?: (what: string) => void
  /** Milliseconds of quiet after which a change is sent. */
  delay?: number
}

const CHANGED_BY_OTHERS = 'Somebody else has changed the same field.'
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/**
 * Saves changes one request at a time, each on the version that the last one left: nothing typed is lost
 * while a request is under way, and nobody else's change is overwritten unseen.
 */
export function createAutosave<Stored extends { version: number }, Change>(
  options: Options<Stored, Change>,
): Autosave<Stored, Change> {
  const { send, apply, merge, overlaps, existing, explain, keep, delay = 500 } = options
  const { unstored = change => change, describe = () => '', readOnlyBecause } = options
  let stored = options.stored
  /** What the unsaved change was typed on. */
  let base = stored
  let sending: Change | null = null
  let waiting: Change | null = null
  let restoredAt: string | undefined
  let state: SaveState = { kind: 'untouched' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isLeft = false
  const listeners = new Set<() => void>()

  const shown = () => {
    const withSending = sending === null ? stored : apply(stored, sending)
    return waiting === null ? withSending : apply(withSending, waiting)
  }
  const unsaved = () =>
    sending === null || waiting === null ? (waiting ?? sending) : merge(sending, waiting)
  const offered = (change: Change | null): Offer | undefined =>
    restoredAt === undefined || change === null
      ? undefined
      : { what: describe(change, stored), at: restoredAt }
  const contested = (message: string): SaveState => ({
    kind: 'contested',
    message,
    offer: offered(unsaved()),
  })

  const kept = keep?.read()
  if (kept) {
    // What was read before may be older than what the change was typed on.
    if (kept.before.version > stored.version) stored = kept.before
    base = kept.before
    const rest = unstored(kept.change, stored)
    if (rest !== null) {
      restoredAt = kept.at
      if (readOnlyBecause !== undefined)
        state = { kind: 'failed', message: readOnlyBecause, offer: offered(rest), isFinal: true }
      else {
        waiting = rest
        const isContested = overlaps(rest, base, stored)
        if (!isContested) base = stored
        state = isContested ? contested(CHANGED_BY_OTHERS) : { kind: 'waiting' }
      }
    }
  }
  let current: { record: Stored; state: SaveState } = { record: shown(), state }

  const publish = (next: SaveState) => {
    state = next
    current = { record: shown(), state }
    for (const listener of listeners) listener()
  }
  const writeDown = () => {
    const change = unsaved()
    if (change !== null) keep?.write(change, base)
  }
  const settle = (next: SaveState) => {
    waiting = null
    base = stored
    restoredAt = undefined
    failures = 0
    keep?.forget()
    publish(next)
  }
  const tellLeft = () => {
    const change = unsaved()
    if (change !== null) options.onLeftUnsaved?.(describe(change, stored))
  }

  /** Somebody else's newer record: whether what waits can be sent on top of it. */
  const stepTo = (newer: Stored, message: string): boolean => {
    stored = newer
    waiting = waiting && unstored(waiting, newer)
    if (waiting === null) {
      settle({ kind: 'saved' })
      return false
    }
    if (overlaps(waiting, base, newer)) {
      clearTimeout(timer)
      publish(contested(message))
      if (isLeft) tellLeft()
      return false
    }
    base = newer
    writeDown()
    return true
  }

  const refused = async (change: Change, error: unknown) => {
    const now = await existing(error).catch(() => null)
    sending = null
    waiting = waiting === null ? change : merge(change, waiting)
    if (now !== null) {
      if (stepTo(now, explain(error))) retry()
      return
    }
    publish({
      kind: 'failed',
      message: explain(error),
      offer: offered(waiting),
      ...(isPermanentRefusal(error) && { isFinal: true }),
    })
    if (isLeft) return tellLeft()
    if (!isTemporary(error)) return
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    timer = setTimeout(() => attempt(true), Math.max(pause, pauseAfter(error) ?? 0))
    failures += 1
  }

  function attempt(byItself: boolean) {
    clearTimeout(timer)
    if (sending !== null || waiting === null) return
    const change = waiting
    sending = change
    waiting = null
    // The words of a failure stay until there is something new to say.
    publish(byItself && state.kind === 'failed' ? { ...state, isRetrying: true } : { kind: 'saving' })
    send(change, stored.version).then(
      reply => {
        stored = reply
        base = reply
        sending = null
        failures = 0
        if (waiting === null) return settle({ kind: 'saved' })
        writeDown()
        attempt(false)
      },
      (error: unknown) => refused(change, error),
    )
  }

  function retry() {
    // A person has decided: from here on this is the record that the change builds on.
    if (sending === null) {
      base = stored
      writeDown()
    }
    attempt(false)
  }

  // Leaving a field must not decide what a person has been asked.
  const flush = () => {
    if (state.kind !== 'contested') attempt(false)
  }

  return {
    snapshot: () => current,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: change => {
      if (unsaved() === null) base = stored
      waiting = waiting === null ? change : merge(waiting, change)
      writeDown()
      clearTimeout(timer)
      // Nor must typing on.
      if (state.kind === 'contested') return publish(contested(state.message))
      timer = setTimeout(flush, delay)
      publish(sending === null ? { kind: 'waiting' } : { kind: 'saving' })
    },
    flush,
    retry,
    discard: () => {
      // What is on its way cannot be called back.
      if (sending !== null) return
      clearTimeout(timer)
      settle({ kind: 'untouched' })
    },
    refresh: newer => {
      if (newer.version <= stored.version || sending !== null) return
      if (waiting !== null && state.kind !== 'contested') {
        if (stepTo(newer, CHANGED_BY_OTHERS)) publish(state)
        return
      }
      stored = newer
      if (waiting === null) base = newer
      publish(state.kind === 'contested' ? contested(state.message) : state)
    },
    isDirty: () => sending !== null || waiting !== null,
    enter: () => {
      isLeft = false
      if (kept && restoredAt === undefined && unsaved() === null) keep?.forget()
      if (state.kind === 'waiting') attempt(false)
    },
    leave: () => {
      isLeft = true
      clearTimeout(timer)
      if (state.kind === 'contested' || (state.kind === 'failed' && state.isFinal)) tellLeft()
      else flush()
    },
  }
}
