export type Message = {
  title: string
  description?: string
  /** A further sentence: what can be done about it. */
  advice?: string
  /** One line for each thing that the message is about. */
  points?: readonly string[]
  /** What most people want instead of Ok: the main button, beside Ok and Cancel. */
  other?: string
  /** 'Ok' by default. */
  ok?: string
  /** 'Cancel' by default; null for a message that only wants to be read. */
  cancel?: string | null
  /** The answer takes something away. */
  destructive?: boolean
  /** Enter means Cancel: whoever goes on typing must not say Ok by it. */
  isCancelFirst?: boolean
}

export type Answer = 'ok' | 'other' | 'cancel'

/** A message that waits for its answer. */
export type AskedMessage = Message & { answer: (answer: Answer) => void }

let asked: AskedMessage | undefined
const listeners = new Set<() => void>()

function change(next: AskedMessage | undefined) {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Shows the message box; true for Ok, false for Cancel, Escape or the cross. `signal` takes the question back,
 * as if it had been cancelled.
 */
export async function askMessage(message: Omit<Message, 'other'>, signal?: AbortSignal): Promise<boolean> {
  return (await askForAnswer(message, signal)) === 'ok'
}

/** The same for a message that offers another way out. */
export function askForAnswer(message: Message, signal?: AbortSignal): Promise<Answer> {
  if (signal?.aborted) return Promise.resolve('cancel')
  asked?.answer('cancel')
  return new Promise(resolve => {
    const question: AskedMessage = {
      ...message,
      answer: answer => {
        change(undefined)
        resolve(answer)
      },
    }
    signal?.addEventListener('abort', () => {
      if (asked === question) question.answer('cancel')
    })
    change(question)
  })
}

export const messageBoxStore = {
  read: () => asked,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
