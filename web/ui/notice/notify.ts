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
  /** What failed or was done, so that a later success of the same takes the failure away. */
  about: string | undefined
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

/** What had failed went well in the end: that it failed need not be read any more. */
function settled(about: string): void {
  const left = notices.filter(notice => notice.tone !== 'failed' || notice.about !== about)
  if (left.length < notices.length) change(left)
}

/** A sentence that ends in a name such as “A.Ş.” has its full stop already; three dots stay. */
const withoutSecondDot = (message: string) => message.replaceAll(/(?<!\.)\.\.(?=\s|$)/g, '.')

function show(tone: Notice['tone'], said: string, action?: Action, about?: string): number {
  const message = withoutSecondDot(said)
  if (tone === 'done' && about !== undefined) settled(about)
  // What is said already need not be said twice; the way on is the newer one.
  const { sentence } = sentenceAndReference(message)
  const known = notices.find(
    notice => notice.tone === 'failed' && sentenceAndReference(notice.message).sentence === sentence,
  )
  if (tone === 'failed' && known) {
    change(notices.map(notice => (notice === known ? { ...notice, message, action, about } : notice)))
    return known.id
  }
  lastId += 1
  const id = lastId
  change([...notices, { id, tone, message, action, about }].slice(-MOST))
  // A failure stays until it has been read.
  if (tone === 'done') setTimeout(() => dismissNotice(id), action ? SHOWN_WITH_ACTION : SHOWN)
  return id
}

/** A short word at the edge of the screen, with an undo or a way on where there is one. */
export const notify = {
  done: (message: string, action?: Action, about?: string) => show('done', message, action, about),
  failed: (message: string, action?: Action, about?: string) => show('failed', message, action, about),
  /** `what` is a whole sentence, "Bill.dotx could not be deleted."; the reason follows it. */
  failedBecause: (what: string, error: unknown, action?: Action, about?: string) =>
    show('failed', `${what} ${messageOf(error)}`, action, about),
  settled,
}

export const noticeStore = {
  read: () => notices,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
