import type { IncomingMessage } from 'node:http'
import { busy } from '#server/errors.ts'
import { endRequest } from '#server/slow-requests.ts'
import type { FairQueue } from '#server/fair-queue.ts'

export type SlowUploadsSettings = {
  /** For how many milliseconds an upload is measured. */
  measureMs?: number
  /** What comes faster keeps its place, whoever waits. */
  leastBytesASecond?: number
}

type Watched = { since: number; bytes: number; bytesASecond: number }

const TOO_SLOW =
  'The server has no room for slow uploads at the moment, and this one was stopped. Nothing was saved. Send the file again in a minute.'

/**
 * Ends the uploads that come slowest while all places are taken and another company waits for one. On a server with
 * places to spare, an upload may come as slowly as it likes.
 */
export class SlowUploads {
  readonly #turns: FairQueue
  readonly #measureMs: number
  readonly #least: number
  readonly #watched = new Map<IncomingMessage, Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    turns: FairQueue,
    { measureMs = 10_000, leastBytesASecond = 32 * 1024 }: SlowUploadsSettings = {},
  ) {
    this.#turns = turns
    this.#measureMs = measureMs
    this.#least = leastBytesASecond
  }

  /** `request` is on its way until what is answered is called. */
  watch(request: IncomingMessage): () => void {
    this.#watched.set(request, {
      since: performance.now(),
      bytes: request.socket.bytesRead,
      bytesASecond: Number.POSITIVE_INFINITY,
    })
    this.#timer ??= setInterval(() => this.#look(), this.#measureMs / 10).unref()
    return () => {
      this.#watched.delete(request)
      if (this.#watched.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  #look(): void {
    for (const [request, seen] of this.#watched) this.#measure(request, seen)
    if (!this.#turns.isCrowded) return
    const slowest = [...this.#watched]
      .filter(([request, { bytesASecond }]) => bytesASecond < this.#least && !request.complete)
      .toSorted(([, one], [, other]) => one.bytesASecond - other.bytesASecond)
      .slice(0, this.#turns.load.waiting)
    for (const [request] of slowest) {
      this.#watched.delete(request)
      endRequest(request, busy(TOO_SLOW, 60), '503 Service Unavailable')
    }
  }

  #measure(request: IncomingMessage, seen: Watched): void {
    const milliseconds = performance.now() - seen.since
    if (milliseconds < this.#measureMs) return
    const came = request.socket.bytesRead - seen.bytes
    // Bytes that came and wait for us, since the store is slow, are nothing that the sender can mend.
    seen.bytesASecond = request.readableLength > 0 ? Number.POSITIVE_INFINITY : (came * 1000) / milliseconds
    seen.since += milliseconds
    seen.bytes += came
  }
}
