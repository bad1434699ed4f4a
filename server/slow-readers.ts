import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Less than the slowest line takes. */
const LEAST_BYTES_A_SECOND = 256

/** What a socket has written, and what of its present write the system has not taken yet. */
type Progress = { written: number; waiting: number }
type Watched = { socket: Socket; progress: Progress; lookedAt: number }

/** Ends connections whose client takes next to nothing of its reply for `stallMs`: what waits for it holds memory and files. */
export function endSlowReaders(app: FastifyInstance, { stallMs }: { stallMs: number }): void {
  const watched = new Map<ServerResponse, Watched>()
  const look = () => {
    const now = performance.now()
    for (const [reply, seen] of watched) {
      if (now - seen.lookedAt < stallMs) continue
      const progress = progressOf(seen.socket)
      const least = ((now - seen.lookedAt) / 1000) * LEAST_BYTES_A_SECOND
      // With nothing to take, it is the server that is slow.
      if (seen.socket.writableLength > 0 && taken(seen.progress, progress) < least) {
        watched.delete(reply)
        seen.socket.destroy()
      } else Object.assign(seen, { progress, lookedAt: now })
    }
  }
  const timer = setInterval(look, stallMs / 3).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    watched.set(reply.raw, { socket, progress: progressOf(socket), lookedAt: performance.now() })
    reply.raw.once('close', () => watched.delete(reply.raw))
    done()
  })
}

// Of one long write the stream knows only that it goes on; how much of it is left stands where Node's own timeouts of
// sockets read it.
function progressOf(socket: Socket): Progress {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return { written: socket.bytesWritten - socket.writableLength, waiting: handle?.writeQueueSize ?? 0 }
}

const taken = (before: Progress, now: Progress) =>
  now.written - before.written + (now.written === before.written ? before.waiting - now.waiting : 0)
