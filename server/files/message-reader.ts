import { LRUCache } from 'lru-cache'
import { busy } from '#server/errors.ts'
import { type Load, type Meter, FairQueue, onePlaceKept } from '#server/fair-queue.ts'
import {
  type AttachmentContent,
  type MessageContent,
  type MessageFormat,
  type ReadReply,
  UnreadableMessage,
} from './message.ts'
import { MessageThread } from './message-thread.ts'

export type MessageReaderSettings = {
  threads?: number
  /** Seconds of the processor for one message. */
  cpuSeconds?: number
  /** How many messages of one company may wait for their turn. */
  queueLimit?: number
  /** Called with the milliseconds that a company's task took. */
  meter?: Meter
  /** How far behind the server's own thread these stand, as Unix counts priorities. */
  nice?: number
}

export type StoredMessage = {
  company: string
  /** What the message is known by: its content never changes. */
  key: string
  format: MessageFormat
  /** Asked for when the turn has come, so that what waits takes no memory. They change hands with the thread. */
  bytes: () => Promise<Uint8Array>
}

/**
 * Reads messages in a few threads, which a hostile one can bring down without harm to the server. The companies take
 * turns, and none has all threads. What was read is remembered, and what could not be read as well.
 */
export interface MessageReader {
  /** How many messages the threads have been given. */
  readonly reads: number
  readonly load: Load
  /** Throws `UnreadableMessage`. */
  read(message: StoredMessage): Promise<MessageContent>
  /** `wanted`: its place among the attachments that `read` lists. The turn ends when `use` has. */
  attachment<Result>(
    message: StoredMessage,
    wanted: number,
    use: (attachment: AttachmentContent) => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

const REMEMBERED_CHARACTERS = 16_000_000
const MEGABYTES = 256
const SECONDS = 60

export function openMessageReader(settings: MessageReaderSettings = {}): MessageReader {
  const { threads = 2, cpuSeconds = 5, queueLimit = 20, nice = 0 } = settings
  const limits = { cpuSeconds, seconds: SECONDS, megabytes: MEGABYTES, nice }
  const turns = new FairQueue({
    atOnce: threads,
    ofOneCompany: Math.max(1, threads - 1),
    waiting: queueLimit,
    kept: onePlaceKept,
    ...(settings.meter && { meter: settings.meter }),
    full: () => busy('Too many e-mails are being read at the moment. Try again in a minute.'),
  })
  const free = Array.from({ length: threads }, () => new MessageThread(limits))
  const known = new LRUCache<string, MessageContent | UnreadableMessage>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: one => (one instanceof UnreadableMessage ? 200 : JSON.stringify(one).length),
  })
  const underWay = new Map<string, Promise<MessageContent>>()
  let reads = 0
  let isClosed = false

  const inThread = async (message: StoredMessage, wanted?: number): Promise<ReadReply> => {
    const bytes = ownBytes(await message.bytes())
    if (isClosed) throw busy('The server is stopping. Try again in a moment.')
    const thread = free.pop()
    if (!thread) throw new Error('More messages are read than there are threads.')
    reads += 1
    try {
      const reply = await thread.read({ bytes, format: message.format, wanted })
      if ('damaged' in reply) throw new UnreadableMessage('damaged', reply.damaged)
      return reply
    } catch (error) {
      if (error instanceof UnreadableMessage && !isClosed) known.set(message.key, error)
      throw error
    } finally {
      free.push(thread)
    }
  }

  const readNow = async (message: StoredMessage): Promise<MessageContent> => {
    const reply = await inThread(message)
    if (!('message' in reply)) throw new Error('A thread read an attachment instead of a message.')
    known.set(message.key, reply.message)
    return reply.message
  }

  return {
    get reads() {
      return reads
    },
    get load() {
      return turns.load
    },
    async read(message) {
      const before = known.get(message.key)
      if (before instanceof UnreadableMessage) throw before
      if (before) return before
      const already = underWay.get(message.key)
      if (already) return already
      const reading = turns
        .take(message.company, () => readNow(message))
        .finally(() => underWay.delete(message.key))
      underWay.set(message.key, reading)
      return reading
    },
    async attachment(message, wanted, use) {
      const before = known.get(message.key)
      if (before instanceof UnreadableMessage) throw before
      return turns.take(message.company, async () => {
        const reply = await inThread(message, wanted)
        return use('attachment' in reply ? reply.attachment : null)
      })
    },
    async close() {
      isClosed = true
      await Promise.all(free.map(thread => thread.close()))
    },
  }
}

/** Small ones share their memory with others, and cannot change hands. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
