import type { ItemValues } from './form.ts'

/** An item that was entered and is not stored yet. Its id is its own from the first, so that a repeat is harmless. */
export type QueuedItem = { id: string; values: ItemValues }

export type QueueState = {
  /** In the order of typing: the first is being saved or could not be, the others wait for it. */
  items: readonly QueuedItem[]
  isSaving: boolean
  /** Why the first could not be saved; '' where nothing is wrong. */
  failure: string
  /** How many were saved since the page was loaded. */
  saved: number
}

export type ItemQueue = {
  snapshot: () => QueueState
  subscribe: (listener: () => void) => () => void
  add: (item: QueuedItem) => void
  /** Items that an earlier page left in this browser; those that are known already are no news. */
  adopt: (kept: readonly QueuedItem[]) => void
  /** A queued item was edited: it keeps its place. */
  replace: (item: QueuedItem) => void
  drop: (id: string) => void
  /** Somebody edits this one: it and those behind it wait. The answer ends that. */
  hold: (id: string) => () => void
  retry: () => void
}

type Options = {
  send: (item: QueuedItem) => Promise<void>
  /** The items that wait in this browser, changed where they are kept. */
  keep: (change: (kept: readonly QueuedItem[]) => readonly QueuedItem[]) => void
  explain: (error: unknown) => string
  /** Whether it may go well without anybody's doing: the connection was lost, the server was busy. */
  isPassing: (error: unknown) => boolean
  /** Nobody sees that the first could not be saved. */
  onUnseenFailure: (item: QueuedItem, failure: string) => void
  /** The last one was saved. */
  onEmpty: () => void
}

const SECOND = 1000
const PAUSES = [2, 5, 10, 30].map(seconds => seconds * SECOND)

/** Saves the items of a job one after the other, so that they stand in the order in which they were typed. */
export function createItemQueue(options: Options): ItemQueue {
  const { send, keep, explain, isPassing, onUnseenFailure, onEmpty } = options
  const listeners = new Set<() => void>()
  let state: QueueState = { items: [], isSaving: false, failure: '', saved: 0 }
  let heldId: string | undefined
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const publish = (change: Partial<QueueState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const change = (edit: (items: readonly QueuedItem[]) => readonly QueuedItem[]) => {
    keep(edit)
    publish({ items: edit(state.items) })
  }
  const saved = ({ id }: QueuedItem) => {
    attempts = 0
    keep(items => items.filter(one => one.id !== id))
    const items = state.items.filter(one => one.id !== id)
    publish({ items, isSaving: false, failure: '', saved: state.saved + 1 })
    if (items.length === 0) onEmpty()
    saveFirst()
  }
  const failed = (item: QueuedItem, error: unknown) => {
    const isNew = state.failure === ''
    publish({ isSaving: false, failure: explain(error) })
    if (isNew && listeners.size === 0) onUnseenFailure(item, state.failure)
    if (!isPassing(error)) return
    const pause = PAUSES[Math.min(attempts, PAUSES.length - 1)]
    attempts += 1
    timer = setTimeout(saveFirst, pause)
  }
  function saveFirst() {
    clearTimeout(timer)
    const first = state.items[0]
    if (!first || state.isSaving || first.id === heldId) return
    publish({ isSaving: true })
    send(first).then(
      () => saved(first),
      (error: unknown) => failed(first, error),
    )
  }

  return {
    snapshot: () => state,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: item => {
      change(items => [...items, item])
      // What was refused once needs a person; what the connection kept back is on a clock of its own.
      if (state.failure === '') saveFirst()
    },
    adopt: kept => {
      const isKnown = (item: QueuedItem) => state.items.some(one => one.id === item.id)
      const items = kept.filter(item => !isKnown(item))
      if (items.length === 0) return
      publish({ items: [...state.items, ...items] })
      if (state.failure === '') saveFirst()
    },
    replace: item => {
      if (state.items[0]?.id === item.id) publish({ failure: '' })
      change(items => items.map(one => (one.id === item.id ? item : one)))
    },
    drop: id => {
      if (state.items[0]?.id === id) publish({ failure: '' })
      change(items => items.filter(one => one.id !== id))
      if (state.items.length === 0) onEmpty()
    },
    hold: id => {
      heldId = id
      return () => {
        heldId = undefined
        // The clock may have run out meanwhile.
        if (state.failure === '' || attempts > 0) saveFirst()
      }
    },
    retry: saveFirst,
  }
}
