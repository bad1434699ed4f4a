import type { CellValue, RowValues } from './columns.ts'
import {
  afterSaving,
  isBlank,
  isSame,
  overTheirs,
  type PendingRow,
  type Refusal,
  type RowCalls,
  type RowsState,
  type StoredRow,
  withoutKeys,
} from './row-store.ts'

export type CellChange = { row: StoredRow; column: string; value: CellValue }

export type RowQueue = ReturnType<typeof createRowQueue>

const SECOND = 1000
const PAUSES = [2, 5, 10, 30].map(seconds => seconds * SECOND)
const ROWS_A_CALL = 500
// A call may hold a megabyte, in which a letter may take three bytes.
const LETTERS_A_CALL = 250_000

/** Holds the cells of a grid that are not stored yet, and saves each row when it is left: one call at a time, in order. */
export function createRowQueue(calls: RowCalls, refusalOf: (error: unknown) => Refusal) {
  const listeners = new Set<() => void>()
  let state: RowsState = { pending: new Map(), saved: new Map(), isSaving: false, failure: '' }
  /** What this queue has stored, which the page may not show yet. */
  const newest = new Map<string, StoredRow>()
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const publish = (change: Partial<RowsState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const update = (
    rows: readonly (readonly [string, PendingRow | null])[],
    change: Partial<RowsState> = {},
  ) => {
    const pending = new Map(state.pending)
    for (const [id, row] of rows) {
      if (row) pending.set(id, row)
      else pending.delete(id)
    }
    calls.keep([...pending.values()])
    publish({ ...change, pending })
  }
  const toSend = (row: PendingRow) =>
    row.sent ?? withoutKeys(row.cells, (column, value) => !calls.isReadable(column, value))
  const isReady = (row: PendingRow) =>
    !row.isOpen && !row.refusal && !row.theirs && !row.isGone && (row.sent || !isBlank(toSend(row)))

  function nextBatch(): PendingRow[] {
    const ready = [...state.pending.values()].filter(isReady)
    const first = ready[0]
    if (!first || first.version > 0) return first ? [first] : []
    let letters = 0
    const fits = ready
      .filter(row => row.version === 0)
      .slice(0, ROWS_A_CALL)
      .filter(row => (letters += JSON.stringify(row.cells).length) <= LETTERS_A_CALL)
    return fits.length > 0 ? fits : [first]
  }
  const send = (batch: readonly PendingRow[]): Promise<readonly StoredRow[]> => {
    const [first] = batch
    if (first && first.version > 0)
      return calls.change(first.id, first.sent ?? {}, first.version).then(row => [row])
    return calls.add(batch.map(row => ({ id: row.id, values: row.sent ?? {} })))
  }
  function pump() {
    clearTimeout(timer)
    if (state.isSaving) return
    const batch = nextBatch().map(row => ({ ...row, sent: toSend(row) }))
    if (batch.length === 0) return
    update(
      batch.map(row => [row.id, row]),
      { isSaving: true },
    )
    send(batch).then(
      rows => stored(batch, rows),
      (error: unknown) => void refused(batch, refusalOf(error)),
    )
  }
  function settle(rows: readonly (readonly [string, PendingRow | null])[], change: Partial<RowsState>) {
    update(rows, { isSaving: false, ...change })
    if (state.pending.size === 0) calls.onEmpty()
    if (state.failure === '') pump()
  }
  function stored(batch: readonly PendingRow[], rows: readonly StoredRow[]) {
    attempts = 0
    const saved = new Map(state.saved)
    for (const row of rows) {
      saved.set(row.id, row.version)
      newest.set(row.id, row)
    }
    const left = batch.map(({ id, sent = {} }) => {
      const row = state.pending.get(id)
      const now = rows.find(one => one.id === id)
      return [id, row && now ? afterSaving(row, sent, now) : null] as const
    })
    settle(left, { saved, failure: '' })
  }
  const rest = (
    batch: readonly PendingRow[],
    change: (row: PendingRow, index: number) => PendingRow | null,
  ) =>
    batch.map(({ id }, index) => {
      const row = state.pending.get(id)
      return [id, row ? change({ ...row, sent: undefined }, index) : null] as const
    })
  async function refused(batch: readonly PendingRow[], given: Refusal) {
    // New rows are nowhere yet: what they belong to has gone.
    const isOfNew = given.kind === 'gone' && batch[0]?.version === 0
    const refusal: Refusal = isOfNew ? { kind: 'all', message: given.message } : given
    if (refusal.kind === 'later' || refusal.kind === 'all') {
      const isNew = state.failure === ''
      // What may have been stored is sent again as it was.
      const rows = refusal.kind === 'all' ? rest(batch, row => row) : []
      settle(rows, { failure: refusal.message })
      if (isNew && listeners.size === 0) calls.onUnseenFailure(refusal.message)
      if (refusal.kind === 'all') return
      timer = setTimeout(pump, PAUSES[Math.min(attempts, PAUSES.length - 1)])
      attempts += 1
      return
    }
    if (refusal.kind === 'known') {
      const now = await calls.reload().catch(() => [])
      return settle(
        batch.map(({ id, sent = {} }) => {
          const row = state.pending.get(id)
          const found = now.find(one => one.id === id)
          if (!row || !found) return [id, row ? { ...row, sent: undefined } : null] as const
          return [id, afterSaving({ ...row, sent: undefined }, sent, found)] as const
        }),
        // Nothing was found although it is there: not again at once.
        { failure: now.length > 0 ? '' : 'The rows could not be loaded.' },
      )
    }
    if (refusal.kind === 'gone')
      return settle(
        rest(batch, row => ({ ...row, isGone: true })),
        {},
      )
    if (refusal.kind === 'changed') {
      const { theirs } = refusal
      return settle(
        rest(batch, row => (theirs ? overTheirs(row, theirs) : { ...row, isGone: true })),
        {},
      )
    }
    const { messages } = refusal
    return settle(
      rest(batch, (row, index) => ({ ...row, refusal: messages.get(index) })),
      {},
    )
  }
  const fresh = (shown: StoredRow): PendingRow => {
    const known = newest.get(shown.id)
    const row = known && known.version > shown.version ? known : shown
    return {
      id: row.id,
      version: row.version,
      base: row.version === 0 ? {} : row.values,
      cells: row.version === 0 ? row.values : {},
    }
  }

  return {
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Cells were typed, pasted or cleared; the rows are saved when they are left. */
    set: (changes: readonly CellChange[]) => {
      const rows = new Map<string, PendingRow | null>()
      for (const { row, column, value } of changes) {
        const before = rows.get(row.id) ?? state.pending.get(row.id) ?? fresh(row)
        const isBack = before.version > 0 && !before.sent && isSame(before.base[column], value)
        const cells = isBack
          ? withoutKeys(before.cells, one => one === column)
          : { ...before.cells, [column]: value }
        const isOver = isBlank(cells) && !before.sent
        rows.set(row.id, isOver ? null : { ...before, cells, isOpen: true, refusal: undefined })
      }
      update([...rows])
    },
    /** Nobody is in these rows any more; those where nothing stands go. */
    leave: (ids?: readonly string[]) => {
      const open = [...state.pending.values()].filter(row => row.isOpen && (!ids || ids.includes(row.id)))
      if (open.length > 0)
        update(
          open.map(row => {
            const isNothing = row.version === 0 && !row.sent && calls.isEmpty(row.cells)
            return [row.id, isNothing ? null : { ...row, isOpen: false }]
          }),
        )
      // What was refused once needs a person; what the connection kept back is on a clock of its own.
      if (state.failure === '') pump()
    },
    /** Rows that an earlier page left in this browser. */
    adopt: (rows: readonly PendingRow[]) => {
      const isKnown = (row: PendingRow) => state.pending.has(row.id)
      const news = rows.filter(row => !isKnown(row))
      if (news.length === 0) return
      update(news.map(row => [row.id, { ...row, isOpen: false }]))
      if (state.failure === '') pump()
    },
    /** Gives up what is not stored of these rows; false for what is being stored. */
    drop: (ids: readonly string[]) => {
      update(ids.flatMap(id => (state.pending.get(id)?.sent ? [] : [[id, null] as const])))
      if (state.pending.size === 0) calls.onEmpty()
    },
    retry: () => {
      const refusedRows = [...state.pending.values()].filter(row => row.refusal)
      update(
        refusedRows.map(row => [row.id, { ...row, refusal: undefined }]),
        { failure: '' },
      )
      pump()
    },
    /** Settles what two people changed in one row. */
    choose: (id: string, isMine: boolean) => {
      const row = state.pending.get(id)
      if (!row?.theirs) return
      const { theirs } = row
      const next = { ...row, version: theirs.version, theirs: undefined }
      const cells = isMine
        ? row.cells
        : withoutKeys(row.cells, column => !isSame(theirs.values[column], row.base[column]))
      update([[id, isBlank(cells) ? null : { ...next, base: theirs.values, cells }]])
      if (state.pending.size === 0) calls.onEmpty()
      pump()
    },
    /** Saves a row anew that somebody else has deleted. */
    saveAnew: (id: string, newId: string) => {
      const row = state.pending.get(id)
      if (!row) return
      const cells: RowValues = { ...row.base, ...row.cells }
      update([
        [id, null],
        [newId, { id: newId, version: 0, base: {}, cells }],
      ])
      pump()
    },
    /** Resolves when no call is under way. */
    idle: () =>
      new Promise<void>(done => {
        const look = () => {
          if (state.isSaving) return
          listeners.delete(look)
          done()
        }
        listeners.add(look)
        look()
      }),
  }
}
