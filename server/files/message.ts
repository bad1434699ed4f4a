import { Worker } from 'node:worker_threads'

export type MessageFormat = 'eml' | 'msg'

export type MessageContent = {
  subject: string
  from: string
  to: string
  cc: string
  /** ISO 8601; null where the message does not say so. */
  sentAt: string | null
  text: string
  /** Sizes in bytes. */
  attachments: { name: string; size: number }[]
}

const TIME_LIMIT = 15_000
const MEMORY_MEGABYTES = 256

/** The bytes are no message that can be read, or reading them took too much time or memory. */
export class UnreadableMessage extends Error {}

/** An attachment as a file; null where the message has none in this place. */
export type AttachmentContent = { name: string; content: Uint8Array } | null

export const readMessageContent = (bytes: Uint8Array, format: MessageFormat) =>
  inThread<MessageContent>({ bytes, format })

/** `wanted`: its place among the attachments that `readMessageContent` lists. */
export const readMessageAttachment = (bytes: Uint8Array, format: MessageFormat, wanted: number) =>
  inThread<AttachmentContent>({ bytes, format, wanted })

/** Reads a message in a thread of its own, which a hostile file can bring down without harm to the server. */
function inThread<Result>(workerData: {
  bytes: Uint8Array
  format: MessageFormat
  wanted?: number
}): Promise<Result> {
  const worker = new Worker(new URL('./message-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES, maxYoungGenerationSizeMb: 32 },
    // What a parser says about a broken file concerns nobody.
    stdout: true,
    stderr: true,
  })
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreadableMessage('It took too long to read.')), TIME_LIMIT)
    worker.once('message', resolve)
    worker.once('error', error => reject(new UnreadableMessage(String(error))))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new UnreadableMessage('Its reading ended without a result.'))
    })
  }).finally(() => void worker.terminate())
}
