import { codeFrom, messageFrom } from '#server/errors.ts'
import { Piscina } from 'piscina'
import type { TemplateReport } from './report.ts'
import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import type { Findable } from './finding/find-places.ts'
import type { TemplateProof } from './finding/prove.ts'
import type { PageChanges, ShownPage } from './finding/template-page.ts'
import type { RenderOptions } from './render.ts'
import type { FilledTexts, LabelledText, TextsReport } from './text/texts.ts'
import { type Limits, newTaskStart, watchTask } from './thread-time.ts'
import type { WorkReply, WorkRequest, WorkTask } from './worker.ts'
import { type Load, type Meter, FairQueue, onePlaceKept } from '#server/fair-queue.ts'
import { WordTemplateError, WordWorkError } from '#server/word/file/word-error.ts'

export interface WordPoolSettings {
  threads?: number
  /** How much of the processor's time one template or document may take, in milliseconds. */
  timeLimit?: number
  /** How long it may take by the clock, in milliseconds, however little of the processor's time it gets. */
  clockLimit?: number
  /** The heap of one thread, in megabytes. */
  memoryLimit?: number
  /** How many of one company may wait for their turn. */
  queueLimit?: number
  /** Told how many milliseconds a company's task has taken. */
  meter?: Meter
  /** Called where a thread was ended, since it took too long or too much memory. */
  onStopped?: () => void
  /** How far behind the server's own thread these stand, as Unix counts priorities. */
  nice?: number
}

/** Whose turn it is, and what a template may name. */
interface Asked {
  company: string
  known: KnownFields
}

export interface InspectRequest extends Asked {
  /** Asked for when the turn has come, so that what waits takes no memory. They change hands with the thread. */
  bytes: () => Promise<Uint8Array>
}

/** A file that is read in its turn. */
interface FileRequest {
  company: string
  bytes: () => Promise<Uint8Array>
}

export interface PageRequest extends FileRequest {
  findable: Findable
  values: FieldValues | null
  /** Of the file before changes that are not saved: no value is more certain than there. Asked for with `bytes`. */
  former?: () => Promise<Uint8Array>
}

export interface FillRequest extends Asked {
  /** Must change when the template's bytes or the known fields change: a hash of both. */
  key: string
  /** Asked for in its turn, and only when no thread holds the compiled template. They change hands. */
  bytes: () => Promise<Uint8Array>
  values: FieldValues
  options?: RenderOptions
  /** Whoever asked has gone: what waits is not begun, and CallerLeft thrown. */
  left?: AbortSignal | undefined
}

export interface ProofRequest extends Asked {
  page: Uint8Array
  /** Of the template; asked for in its turn. They change hands. */
  bytes: () => Promise<Uint8Array>
  values: FieldValues
  /** Values of jobs that stood on its page as text before. */
  earlier: readonly string[]
}

export interface TextsRequest extends Asked {
  texts: readonly LabelledText[]
}

/**
 * Reads and fills templates in threads of their own, so that neither a large document nor a hostile file
 * holds up the server, and no company another: one thread is always left to the others. Refusals are `WordTemplateError`s; running out of time, memory or turns is a
 * `WordWorkError`, and the thread concerned is replaced.
 */
export interface WordPool {
  /** How many tasks the threads have been given. */
  readonly tasks: number
  /** How many run and how many wait at this moment. */
  readonly load: Load
  inspect(request: InspectRequest): Promise<TemplateReport>
  fill(request: FillRequest): Promise<Uint8Array>
  /** The same for plain texts in the language of the templates. */
  inspectTexts(request: TextsRequest): Promise<TextsReport>
  fillTexts(request: TextsRequest & { values: FieldValues }): Promise<FilledTexts>
  /** What a file shows, with its placeholders and, for the values of a job, where they stand. */
  page(request: PageRequest): Promise<ShownPage>
  /** The file with changes on its page, one after the other, as a template; null where they change nothing. */
  changePage(
    request: FileRequest & { steps: readonly PageChanges[]; known: KnownFields },
  ): Promise<Uint8Array | null>
  /** The file as Word opens it without loading anything from elsewhere; null where it is so already. */
  safe(request: FileRequest): Promise<Uint8Array | null>
  /** What a template prints for some values otherwise than a filled page says, and what of them stays text. `page` changes hands. */
  prove(request: ProofRequest): Promise<TemplateProof>
  close(): Promise<void>
}

export function openWordPool(settings: WordPoolSettings = {}): WordPool {
  const { threads = 3, timeLimit = 10_000, memoryLimit = 192, queueLimit = 200, nice = 0 } = settings
  const { clockLimit = 6 * timeLimit } = settings
  const turns = new FairQueue({
    atOnce: threads,
    ofOneCompany: Math.max(1, threads - 1),
    // Two that ask for much leave a third its thread.
    besideOthers: 1,
    kept: onePlaceKept,
    waiting: queueLimit,
    ...(settings.meter && { meter: settings.meter }),
    full: () =>
      new WordWorkError('Too many documents are being made at the moment. Try again in a minute.', 'busy'),
  })
  const limits: Limits = { work: timeLimit, clock: clockLimit }
  const compiledSomewhere = new Set<string>()
  const workers = new Piscina<WorkTask, WorkReply>({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'work',
    argv: [String(nice)],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 32 },
  })
  // A thread that dies while idle is replaced when the next task comes; without a listener it would end the server.
  workers.on('error', () => {})
  let isClosed = false
  let tasks = 0

  const run = async (request: WorkRequest, bytes?: Uint8Array<ArrayBuffer>): Promise<Accepted> => {
    if (isClosed) throw stopping()
    tasks += 1
    const limit = new AbortController()
    const started = newTaskStart()
    let passed: keyof Limits | undefined
    const stopWatching = watchTask(
      started,
      () => workers.threads,
      limits,
      which => {
        passed = which
        limit.abort()
      },
    )
    try {
      const task = { request, started }
      return accepted(
        await workers.run(task, { signal: limit.signal, transferList: bytes ? [bytes.buffer] : [] }),
      )
    } catch (error) {
      if (error instanceof WordTemplateError) throw error
      if (isClosed) throw stopping()
      if (passed !== undefined || codeFrom(error) === OUT_OF_MEMORY) settings.onStopped?.()
      throw explain(error, passed, limits)
    } finally {
      stopWatching()
    }
  }

  const takeBytes = async (read: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
    if (isClosed) throw stopping()
    return ownBytes(await read())
  }

  return {
    get tasks() {
      return tasks
    },
    get load() {
      return turns.load
    },
    inspect: ({ company, bytes: read, known }) =>
      turns.take(company, async () => {
        const bytes = await takeBytes(read)
        return expecting('report', await run({ type: 'inspect', bytes, known }, bytes)).report
      }),
    fill: ({ company, key, bytes: read, known, values, options = {}, left }) =>
      turns.take(
        company,
        async () => {
          const request = { type: 'fill', key, values, options } as const
          let reply: Accepted = { type: 'missing' }
          if (compiledSomewhere.has(key)) reply = await run(request)
          if (reply.type === 'missing') {
            const bytes = await takeBytes(read)
            reply = await run({ ...request, template: { bytes, known } }, bytes)
            compiledSomewhere.add(key)
            // Only a hint, so it may be forgotten at any time.
            if (compiledSomewhere.size > 10_000) compiledSomewhere.clear()
          }
          return expecting('document', reply).bytes
        },
        left,
      ),
    inspectTexts: ({ company, texts, known }) =>
      turns.take(
        company,
        async () => expecting('texts report', await run({ type: 'inspect texts', texts, known })).report,
      ),
    fillTexts: ({ company, texts, known, values }) =>
      turns.take(
        company,
        async () => expecting('texts', await run({ type: 'fill texts', texts, known, values })).filled,
      ),
    page: ({ company, bytes: read, former: readFormer, findable, values }) =>
      turns.take(company, async () => {
        const bytes = await takeBytes(read)
        const former = readFormer && (await takeBytes(readFormer))
        const request = { type: 'page', bytes, findable, values, ...(former && { former }) } as const
        return expecting('page', await run(request, bytes)).page
      }),
    changePage: ({ company, bytes: read, steps, known }) =>
      turns.take(company, async () => {
        const bytes = await takeBytes(read)
        const made = expecting('document', await run({ type: 'change page', bytes, steps, known }, bytes))
        return made.isChanged ? made.bytes : null
      }),
    safe: ({ company, bytes: read }) =>
      turns.take(company, async () => {
        const bytes = await takeBytes(read)
        return expecting('safe', await run({ type: 'make safe', bytes }, bytes)).bytes
      }),
    prove: ({ company, page, bytes: read, known, values, earlier }) =>
      turns.take(company, async () => {
        const template = await takeBytes(read)
        const request = { type: 'prove', page, template, known, values, earlier } as const
        return expecting('differences', await run(request, template))
      }),
    async close() {
      isClosed = true
      await workers.destroy()
    },
  }
}

type Accepted = Exclude<WorkReply, { type: 'refused' }>

function expecting<Type extends Accepted['type']>(
  type: Type,
  reply: Accepted,
): Extract<Accepted, { type: Type }> {
  if (reply.type !== type) throw new Error(`unexpected answer “${reply.type}”`)
  return reply as Extract<Accepted, { type: Type }>
}

/** Bytes whose memory can change hands with the thread; small ones share theirs with others. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? new Uint8Array(bytes.buffer as ArrayBuffer) : new Uint8Array(bytes)
}

function accepted(reply: WorkReply): Accepted {
  if (reply.type === 'refused') throw new WordTemplateError(reply.message, reply.place, reply.problems)
  return reply
}

function stopping(): WordWorkError {
  return new WordWorkError('The server is stopping. Try again in a moment.', 'closed')
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

function explain(error: unknown, passed: keyof Limits | undefined, limits: Limits): WordWorkError {
  if (error instanceof WordWorkError) return error
  if (passed === 'work') {
    return new WordWorkError(
      `Work on the template was stopped after ${limits.work / 1000} seconds. It is too large or repeats too much; make it simpler.`,
      'time',
    )
  }
  if (passed === 'clock') {
    return new WordWorkError(
      `The server is busy: the template was not done after ${limits.clock / 1000} seconds. Try again in a minute.`,
      'busy',
    )
  }
  if (codeFrom(error) === OUT_OF_MEMORY) {
    return new WordWorkError('The template needs more memory than is allowed. Make it smaller.', 'memory')
  }
  const detail = messageFrom(error)
  return new WordWorkError(`The template could not be worked on (${detail}).`, 'failed')
}
