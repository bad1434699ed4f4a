export type Message = {
  title: string
  description?: string
  /** 'Ok' unless said otherwise. */
  ok?: string
  /** 'Cancel' unless said otherwise; null for a message that only wants to be read. */
  cancel?: string | null
  /** The answer takes something away. */
  destructive?: boolean
  /** Enter means Cancel: whoever goes on typing must not say Ok by it. */
  isCancelFirst?: boolean
}

/** A message that waits for its answer. */
export type AskedMessage = Message & { answer: (ok: boolean) => void }

let asked: AskedMessage | undefined
const listeners = new Set<() => void>()

function change(next: AskedMessage | undefined) {
  asked = next
  for (const listener of listeners) listener()
}

/** Shows the message box; true for Ok, false for Cancel, Escape or the cross. */
export function askMessage(message: Message): Promise<boolean> {
  asked?.answer(false)
  return new Promise(resolve => {
    change({
      ...message,
      answer: ok => {
        change(undefined)
        resolve(ok)
      },
    })
  })
}

export const messageBoxStore = {
  read: () => asked,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
