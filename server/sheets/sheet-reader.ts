import { Piscina } from 'piscina'
import { AppError, codeFrom, invalid } from '#server/errors.ts'
import { FairQueue, type Load, type Meter, onePlaceKept } from '#server/fair-queue.ts'
import type { SheetReply } from './sheet-worker.ts'

export type SheetReader = {
  /** How many run and how many wait at this moment. */
  readonly load: Load
  /** The cells of a file, packed. Refuses what cannot be read, in words. `bytes` change hands. */
  read(company: string, file: { bytes: Uint8Array<ArrayBuffer>; name: string }): Promise<Buffer>
  close(): Promise<void>
}

const WAITING = 50

type Settings = {
  nice?: number
  /** Told how many milliseconds a company's file has taken. */
  meter?: Meter
  /** Called where a thread was ended, since it took too long or too much memory. */
  onStopped?: () => void
  /** How long one file may take by the clock, in milliseconds. */
  clockLimit?: number
  /** The heap of one thread, in megabytes. */
  memoryLimit?: number
}

/** Reads spreadsheets in threads of their own: neither a large nor a hostile one holds up the server. */
export function openSheetReader(settings: Settings = {}): SheetReader {
  const { nice = 0, meter, onStopped, clockLimit = 60_000, memoryLimit = 192 } = settings
  const turns = new FairQueue({
    atOnce: 2,
    ofOneCompany: 1,
    kept: onePlaceKept,
    waiting: WAITING,
    ...(meter && { meter }),
    full: () =>
      new AppError('unavailable', 'Too many files are being read at the moment. Try again in a minute.'),
  })
  const workers = new Piscina<{ bytes: Uint8Array; name: string }, SheetReply>({
    filename: new URL('./sheet-worker.ts', import.meta.url).href,
    name: 'work',
    argv: [String(nice)],
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 16 },
  })
  // A thread that dies while idle is replaced when the next task comes; without a listener it would end the server.
  workers.on('error', () => {})
  return {
    get load() {
      return turns.load
    },
    read: (company, file) =>
      turns.take(company, async () => {
        let reply: SheetReply
        try {
          reply = await workers.run(file, {
            signal: AbortSignal.timeout(clockLimit),
            transferList: [file.bytes.buffer],
          })
        } catch (error) {
          onStopped?.()
          const isTooMuch = codeFrom(error) === 'ERR_WORKER_OUT_OF_MEMORY'
          throw invalid(
            'afile',
            isTooMuch
              ? 'Reading the file needs more memory than is allowed. Split it into several.'
              : 'Reading the file took too long. Split it into several.',
          )
        }
        if ('refused' in reply) throw invalid('afile', reply.refused)
        return Buffer.from(reply.packed)
      }),
    close: () => workers.destroy(),
  }
}
