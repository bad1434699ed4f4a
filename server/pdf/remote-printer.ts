import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { AppError, messageFrom } from '#server/errors.ts'
import { CallerLeft } from '#server/fair-queue.ts'
import { REQUEST_ID_HEADER, runningRequestId } from '#server/request-ids.ts'
import { PdfError } from './pdf-error.ts'
import { COMPANY_HEADER, PRINT_PATH, printToken, REFUSED_STATUS } from './print-service.ts'
import type { PdfPrinter } from './printer.ts'

export type RemotePrinterSettings = {
  /** Addresses of workers' own ports. */
  workers: readonly string[]
  /** The installation's key, which the workers have too. */
  key: string
  log: (line: string) => void
  /** For how many milliseconds workers that cannot be reached are tried again: about as long as one takes to
   * finish what it prints and to start again. */
  patience?: number
  /** How often, in milliseconds, a worker that prints is asked whether it lives, and how long it has to answer. */
  pulse?: number
}

const PATIENCE_MS = 60_000
const PULSE_MS = 10_000
const PAUSE_MS = 300
const AVOIDED_MS = 5_000
/** For how long what a worker said of itself is not asked again. */
const REMEMBERED_MS = 30_000

const refusal = z.object({
  reason: z.enum(['absent', 'unsafe', 'busy', 'time', 'failed', 'closed']),
  message: z.string(),
})
const problem = z.object({ code: z.string(), detail: z.string() })
const state = z.object({ unavailable: z.string().nullable() })

/** The worker could not be reached, hangs or stops: another one may do it. Nothing is kept of a document, so it may be
 * printed twice. */
class WorkerGone extends Error {}

type Worker = {
  address: string
  printing: number
  /** Before this moment of the process's own clock others are tried first. */
  avoidedUntil: number
  unavailable?: string | null | undefined
}

/** Has workers make PDFs. What waits does so in a worker's queue, which shares it fairly among companies. */
export function openRemotePrinter(settings: RemotePrinterSettings): PdfPrinter {
  const { log, patience = PATIENCE_MS, pulse = PULSE_MS } = settings
  const authorization = `Bearer ${printToken(settings.key)}`
  const stopping = new AbortController()
  const workers = settings.workers.map((address): Worker => ({ address, printing: 0, avoidedUntil: 0 }))
  let asked: { at: number; answer: Promise<void> } | undefined

  const ask = async (worker: Worker): Promise<void> => {
    const reply = await fetch(`${worker.address}${PRINT_PATH}`, {
      headers: { authorization },
      signal: AbortSignal.timeout(pulse),
    }).catch(() => undefined)
    if (!reply) worker.unavailable = undefined
    else if (reply.status === 401) worker.unavailable = OTHER_KEY
    else if (reply.ok) worker.unavailable = state.parse(await reply.json()).unavailable
    else worker.unavailable = NO_PRINTING
  }
  const askAll = (): Promise<void> => {
    if (!asked || performance.now() - asked.at > REMEMBERED_MS)
      asked = { at: performance.now(), answer: Promise.all(workers.map(ask)).then(() => undefined) }
    asked.answer.catch(() => undefined)
    return asked.answer
  }

  /** Aborted when the worker does not answer a small question in time. */
  const watch = (worker: Worker, ended: AbortSignal): AbortSignal => {
    const dead = new AbortController()
    const look = async () => {
      while (!ended.aborted) {
        await pause(pulse, undefined, { signal: ended })
        const reply = await fetch(`${worker.address}/healthz`, { signal: AbortSignal.timeout(pulse) }).catch(
          () => undefined,
        )
        await reply?.body?.cancel()
        // Any answer is one, also that it has too much to do.
        if (!reply) dead.abort()
      }
    }
    look().catch(() => undefined)
    return dead.signal
  }

  const printAt = async (worker: Worker, company: string, document: Uint8Array, left?: AbortSignal) => {
    const ended = new AbortController()
    const signals = [watch(worker, ended.signal), stopping.signal, ...(left ? [left] : [])]
    const requestId = runningRequestId()
    worker.printing += 1
    try {
      const reply = await fetch(`${worker.address}${PRINT_PATH}`, {
        method: 'POST',
        headers: {
          ...{ authorization, [COMPANY_HEADER]: company, 'content-type': 'application/octet-stream' },
          ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
        },
        body: document as Uint8Array<ArrayBuffer>,
        signal: AbortSignal.any(signals),
      })
      if (reply.ok) return new Uint8Array(await reply.arrayBuffer())
      throw await failureOf(reply)
    } catch (error) {
      if (left?.aborted) throw new CallerLeft()
      if (stopping.signal.aborted) throw new PdfError(STOPPING, 'closed')
      if (error instanceof PdfError || error instanceof AppError || error instanceof WorkerGone) throw error
      throw new WorkerGone(messageFrom(error))
    } finally {
      worker.printing -= 1
      ended.abort()
    }
  }

  const inTurn = () => {
    const now = performance.now()
    const isAvoided = (worker: Worker) => Number(worker.avoidedUntil > now)
    return workers.toSorted(
      (one, other) => isAvoided(one) - isAvoided(other) || one.printing - other.printing,
    )
  }

  return {
    get unavailable() {
      if (workers.length === 0) return NO_WORKERS
      void askAll()
      const reasons = workers.map(({ unavailable }) => unavailable)
      // One that cannot be reached now may be restarting.
      return reasons.every(reason => typeof reason === 'string') ? (reasons[0] ?? null) : null
    },
    get load() {
      return { running: workers.reduce((sum, { printing }) => sum + printing, 0), waiting: 0 }
    },
    async ready() {
      if (workers.length === 0) return undefined
      await askAll()
      const able = workers.filter(({ unavailable }) => unavailable === null).length
      return `PDFs are made by workers: ${able} of ${workers.length} can do it at the moment.`
    },
    async print(company, document, left) {
      if (workers.length === 0) throw new PdfError(NO_WORKERS, 'absent')
      const deadline = performance.now() + patience
      while (true) {
        for (const worker of inTurn()) {
          try {
            return await printAt(worker, company, document, left)
          } catch (error) {
            if (!(error instanceof WorkerGone)) throw error
            worker.avoidedUntil = performance.now() + AVOIDED_MS
            log(`A worker that makes PDFs cannot be used (${worker.address}): ${error.message}`)
          }
        }
        if (performance.now() > deadline) throw new PdfError(NONE_REACHED, 'closed')
        await pause(PAUSE_MS)
      }
    },
    async close() {
      stopping.abort()
    },
  }
}

async function failureOf(reply: Response): Promise<Error> {
  const said: unknown = await reply.json().catch(() => null)
  if (reply.status === REFUSED_STATUS) {
    const { data } = refusal.safeParse(said)
    if (data?.reason === 'closed') return new WorkerGone(data.message)
    if (data) return new PdfError(data.message, data.reason)
  }
  if (reply.status === 401) return new PdfError(OTHER_KEY, 'absent')
  if (reply.status === 404) return new PdfError(NO_PRINTING, 'absent')
  const { data } = problem.safeParse(said)
  if (!data || reply.status === 503 || !(data.code in errorCodes))
    return new WorkerGone(data?.detail ?? `it answered ${reply.status}`)
  return new AppError(data.code as ErrorCode, data.detail)
}

const NO_WORKERS =
  'PDFs are made by workers here, and PDF_WORKERS names none. The operator of the server finds what to do in docs/several-machines.md.'
const OTHER_KEY =
  'PDFs are made by workers here, and they have another LADING_KEY than this server. Tell the operator of the server.'
const NO_PRINTING =
  'PDFs are made by workers here, and what PDF_WORKERS names is no worker that makes them. Tell the operator of the server.'
const NONE_REACHED =
  'No worker that makes PDFs can be reached at the moment. Try again in a minute, or make a Word document instead.'
const STOPPING = 'The server is stopping. Try again in a moment.'
