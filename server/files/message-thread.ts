import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type ReadReply, type ReadRequest, UnreadableMessage } from './message.ts'

export type ReadingLimits = {
  /** Seconds of the processor that one message may take, however busy the machine is. */
  cpuSeconds: number
  /** Seconds after which a message is given up that takes no processor either. */
  seconds: number
  /** The heap that one message may take. */
  megabytes: number
  /** How far behind the server's own thread this one stands, as Unix counts priorities. */
  nice: number
}

const LOOK_EVERY_MS = 200
const IDLE_MS = 60_000

/** A thread that reads one message after another; one that a message has brought down is replaced for the next. */
export class MessageThread {
  readonly #limits: ReadingLimits
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(limits: ReadingLimits) {
    this.#limits = limits
  }

  /** `bytes` change hands. Throws `UnreadableMessage`. */
  async read(request: ReadRequest & { bytes: Uint8Array<ArrayBuffer> }): Promise<ReadReply> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= await this.#start())
    const ending = new AbortController()
    try {
      const answer = replyOf(worker, ending.signal)
      worker.postMessage(request, [request.bytes.buffer])
      return await Promise.race([answer, this.#outOfTime(worker, ending.signal)])
    } catch (error) {
      await this.close()
      throw error
    } finally {
      ending.abort()
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL('./message-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes, maxYoungGenerationSizeMb: 32 },
      argv: [String(this.#limits.nice)],
      // What a parser says about a broken file concerns nobody.
      stdout: true,
      stderr: true,
    })
    await once(worker, 'online')
    // One that dies while idle is replaced; without a listener it would end the server.
    worker.on('error', () => {})
    worker.unref()
    return worker
  }

  /** Never resolves. */
  async #outOfTime(worker: Worker, signal: AbortSignal): Promise<never> {
    const { cpuSeconds, seconds } = this.#limits
    const before = await worker.cpuUsage().catch(() => undefined)
    const started = performance.now()
    return new Promise((_, reject) => {
      const look = async () => {
        const used = await worker.cpuUsage(before).catch(() => ({ user: 0, system: 0 }))
        const isSpent = (used.user + used.system) / 1_000_000 > cpuSeconds
        if (isSpent || performance.now() - started > seconds * 1000)
          reject(new UnreadableMessage('costly', 'Reading it took too long.'))
      }
      const timer = setInterval(() => void look(), LOOK_EVERY_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    })
  }
}

function replyOf(worker: Worker, signal: AbortSignal): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown) => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(new UnreadableMessage(isMemory ? 'costly' : 'damaged', String(error)))
    }
    const onExit = () => reject(new UnreadableMessage('damaged', 'Its reading ended without a result.'))
    worker.once('message', resolve).once('error', onError).once('exit', onExit)
    signal.addEventListener('abort', () =>
      worker.off('message', resolve).off('error', onError).off('exit', onExit),
    )
  })
}
