import { Piscina } from 'piscina'
import type { TemplateReport } from './compile.ts'
import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import type { RenderOptions } from './render.ts'
import { Turns } from './turns.ts'
import type { WorkReply, WorkRequest } from './worker.ts'
import { WordTemplateError, WordWorkError } from '#server/word/file/word-error.ts'

export interface WordPoolSettings {
  threads?: number
  /** How long one template or document may take, in milliseconds, from when its work begins. */
  timeLimit?: number
  /** The heap of one thread, in megabytes. */
  memoryLimit?: number
  /** How many may wait for their turn. */
  queueLimit?: number
}

export interface FillRequest {
  /** Must change when the template's bytes or the known fields change: a hash of both. */
  key: string
  /** Asked for only when no thread holds the compiled template. */
  bytes: () => Promise<Uint8Array>
  known: KnownFields
  values: FieldValues
  options?: RenderOptions
}

/**
 * Reads and fills templates in threads of their own, so that neither a large document nor a hostile file
 * holds up the server. Refusals are `WordTemplateError`s; running out of time, memory or turns is a
 * `WordWorkError`, and the thread concerned is replaced.
 */
export interface WordPool {
  inspect(bytes: Uint8Array, known: KnownFields): Promise<TemplateReport>
  fill(request: FillRequest): Promise<Uint8Array>
  close(): Promise<void>
}

export function openWordPool(settings: WordPoolSettings = {}): WordPool {
  const { threads = 2, timeLimit = 10_000, memoryLimit = 192, queueLimit = 500 } = settings
  const turns = new Turns(threads, queueLimit)
  const compiledSomewhere = new Set<string>()
  const workers = new Piscina<WorkRequest, WorkReply>({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'work',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 32 },
  })
  // A thread that dies while idle is replaced when the next task comes; without a listener it would end the server.
  workers.on('error', () => {})
  let isClosed = false

  const run = (request: WorkRequest): Promise<WorkReply> =>
    turns.take(async () => {
      if (isClosed) throw stopping()
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), timeLimit)
      try {
        return await workers.run(request, { signal: limit.signal })
      } catch (error) {
        throw isClosed ? stopping() : explain(error, limit.signal.aborted, timeLimit)
      } finally {
        clearTimeout(timer)
      }
    })

  return {
    async inspect(bytes, known) {
      const reply = accepted(await run({ type: 'inspect', bytes, known }))
      if (reply.type !== 'report') throw new Error(`unexpected answer “${reply.type}”`)
      return reply.report
    },
    async fill({ key, bytes, known, values, options = {} }) {
      const request = { type: 'fill', key, values, options } as const
      let reply: WorkReply = { type: 'missing' }
      if (compiledSomewhere.has(key)) reply = accepted(await run(request))
      if (reply.type === 'missing') {
        const template = { bytes: await bytes(), known }
        reply = accepted(await run({ ...request, template }))
        compiledSomewhere.add(key)
        // Only a hint, so it may be forgotten at any time.
        if (compiledSomewhere.size > 10_000) compiledSomewhere.clear()
      }
      if (reply.type !== 'document') throw new Error(`unexpected answer “${reply.type}”`)
      return reply.bytes
    },
    async close() {
      isClosed = true
      await workers.destroy()
    },
  }
}

function accepted(reply: WorkReply): Exclude<WorkReply, { type: 'refused' }> {
  if (reply.type === 'refused') throw new WordTemplateError(reply.message, reply.place, reply.problems)
  return reply
}

function stopping(): WordWorkError {
  return new WordWorkError('The server is stopping. Try again in a moment.', 'closed')
}

function explain(error: unknown, isOutOfTime: boolean, timeLimit: number): WordWorkError {
  if (error instanceof WordWorkError) return error
  if (isOutOfTime) {
    return new WordWorkError(
      `The template was given up after ${timeLimit / 1000} seconds. It is too large or repeats too much; make it simpler.`,
      'time',
    )
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new WordWorkError('The template needs more memory than is allowed. Make it smaller.', 'memory')
  }
  const detail = error instanceof Error ? error.message : String(error)
  return new WordWorkError(`The template could not be worked on (${detail}).`, 'failed')
}
