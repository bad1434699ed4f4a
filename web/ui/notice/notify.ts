import { messageOf, sentenceAndReference } from '#web/lib/problem.ts'

type Action = {
  label: string
  run: () => void
  /** The record that it acts on: it goes when the person leaves that. */
  of?: string
}

export type Notice = {
  id: number
  tone: 'done' | 'failed'
  message: string
  action: Action | undefined
}

const SHOWN = 6000
const SHOWN_WITH_ACTION = 10_000
const MOST = 4

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

export function dismissNotice(id: number) {
  change(notices.filter(notice => notice.id !== id))
}

/** Takes away what notices offer to do to a record that is not on the screen any more. */
export function dropActionsOf(record: string): void {
  if (notices.some(({ action }) => action?.of === record))
    change(notices.map(notice => (notice.action?.of === record ? { ...notice, action: undefined } : notice)))
}

function show(tone: Notice['tone'], message: string, action?: Notice['action']): number {
  // What is said already need not be said twice; the way on is the newer one.
  const { sentence } = sentenceAndReference(message)
  const said = notices.find(
    notice => notice.tone === 'failed' && sentenceAndReference(notice.message).sentence === sentence,
  )
  if (tone === 'failed' && said) {
    change(notices.map(notice => (notice === said ? { ...notice, message, action } : notice)))
    return said.id
  }
  lastId += 1
  const id = lastId
  change([...notices, { id, tone, message, action }].slice(-MOST))
  // A failure stays until it has been read.
  if (tone === 'done') setTimeout(() => dismissNotice(id), action ? SHOWN_WITH_ACTION : SHOWN)
  return id
}

/** A short word at the edge of the screen, with an undo or a way on where there is one. */
export const notify = {
  done: (message: string, action?: Notice['action']) => show('done', message, action),
  failed: (message: string, action?: Notice['action']) => show('failed', message, action),
  /** `what` is a whole sentence, "Bill.dotx could not be deleted."; the reason follows it. */
  failedBecause: (what: string, error: unknown, action?: Notice['action']) =>
    show('failed', `${what} ${messageOf(error)}`, action),
}

export const noticeStore = {
  read: () => notices,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
