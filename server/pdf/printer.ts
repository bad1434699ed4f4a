import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { stoppedTasks } from '#server/counters.ts'
import { AppError, errorFrom } from '#server/errors.ts'
import { freeBytesOf } from '#server/files/disk-reserve.ts'
import { CallerLeft, type Load } from '#server/fair-queue.ts'
import type { FoundOffice } from './find-office.ts'
import type { Meter } from '#server/fair-queue.ts'
import { PdfError } from './pdf-error.ts'
import { profileFiles } from './profile.ts'
import { describe, findSandbox } from './prove-sandbox.ts'
import { PrintQueue, type QueuedDocument } from './queue.ts'
import { writeEntry, randomName, RunFolders, TemporaryFolderError } from './run-folder.ts'
import { isWholePdf, runOffice } from './run-office.ts'
import type { FoundSandbox, Sandbox } from './sandbox.ts'

export type PrinterSettings = {
  office: FoundOffice
  /** Where the server keeps its own data, which LibreOffice is to see nothing of. */
  dataDir: string
  /** `required`: without a whole sandbox nothing is printed. */
  sandbox?: 'preferred' | 'required'
  /** The ways of confining LibreOffice to try, the best first; those of the system if not given. */
  ways?: readonly Sandbox[]
  /** How many LibreOffices may run at a time. */
  workers?: number
  /** Milliseconds for one run of LibreOffice. */
  timeLimit?: number
  /** Seconds of the processor for one run. */
  cpuSeconds?: number
  /** How far behind the server LibreOffice runs, as Unix counts priorities. */
  nice?: number
  /** How many documents of one company may wait. */
  queueLimit?: number
  /** For how many milliseconds a document may wait for LibreOffice. */
  patience?: number
  /** Called with the milliseconds of LibreOffice that a company used. */
  meter?: Meter
}

/** Makes PDFs of Word documents that the product itself has written: cleaned of links, macros and scripts. */
export interface PdfPrinter {
  /** Why no PDF can be made, as people read it; null where they can, as far as is known. */
  readonly unavailable: string | null
  /** How many LibreOffices run, and how many documents wait for one. */
  readonly load: Load
  /**
   * Tries how far LibreOffice can be shut off on this machine, and says it; undefined where there is none. Throws
   * TemporaryFolderError where nothing can be tried.
   */
  ready(): Promise<string | undefined>
  /**
   * No run ever holds documents of two companies. Throws `PdfError`. Once the caller has `left`, a document that waits
   * is dropped with CallerLeft.
   */
  print(company: string, document: Uint8Array, left?: AbortSignal): Promise<Uint8Array>
  close(): Promise<void>
}

/** Of the clock: on a busy machine LibreOffice waits for the server. */
const TIME_LIMIT_MS = 120_000
const CPU_SECONDS = 30
const PATIENCE_MS = 60_000
/** For how long a document that took too much is not tried again. */
const REMEMBERED_MS = 5 * 60_000

const UNSAFE =
  'PDFs need a sandbox for LibreOffice, which this server does not permit. The operator of the server finds what to do in docs/printing-pdfs.md.'

export function openPdfPrinter(settings: PrinterSettings): PdfPrinter {
  const { office, dataDir, workers = 1, queueLimit = 200, patience = PATIENCE_MS } = settings
  const { timeLimit = TIME_LIMIT_MS, cpuSeconds = CPU_SECONDS, nice = 0 } = settings
  const program = 'program' in office ? office.program : undefined
  const stopping = new AbortController()
  const queue = new PrintQueue({ limit: queueLimit, patience })
  const running = new Set<Promise<void>>()
  const folders = new RunFolders()
  const tooLong = new LRUCache<string, true>({ max: 10_000, ttl: REMEMBERED_MS })
  let unavailable = 'reason' in office ? office.reason : null
  let search: Promise<FoundSandbox> | undefined

  const sandbox = (name: string) => {
    search ??= findSandbox({ program: name, folders, dataDir, ways: settings.ways }).then(found => {
      const isWhole = found.holds.files && found.holds.network
      if (settings.sandbox === 'required' && !isWhole) unavailable = UNSAFE
      return found
    })
    // What failed for want of room, or of processes, may succeed for the next document.
    search.catch(() => (search = undefined))
    return search
  }

  const start = () => {
    while (running.size < workers && !stopping.signal.aborted) {
      const round = queue.take()
      if (round === undefined) return
      const { company, documents } = round
      const begun = performance.now()
      let seconds = 0
      const work = printRound(documents, spent => (seconds = spent))
        .catch((error: unknown) => {
          const failure = error instanceof TemporaryFolderError ? noFolder(error) : errorFrom(error)
          for (const one of documents) one.reject(failure)
        })
        .finally(() => {
          settings.meter?.(company, performance.now() - begun)
          queue.ran(round, seconds)
          running.delete(work)
          start()
        })
      running.add(work)
    }
  }

  const printRound = async (round: readonly QueuedDocument[], tell: (seconds: number) => void) => {
    if (program === undefined) return
    const found = await sandbox(program)
    if (unavailable !== null) throw new PdfError(unavailable, 'unsafe')
    const place = await folders.open(found.sandbox)
    try {
      // Nothing of a run outlives it, the profile's lists and caches included.
      for (const { name, content } of profileFiles('profile')) await writeEntry(place, name, content)
      await writeEntry(place, 'out')
      const names: string[] = []
      for (const { document } of round) {
        const [within, name] = [randomName(), randomName()]
        await writeEntry(place, within)
        await writeEntry(place, join(within, `${name}.docx`), document)
        names.push(join(within, name))
      }
      const outcome = await runOffice({
        program,
        found,
        place,
        documents: names.map(name => `${name}.docx`),
        timeLimit,
        cpuSeconds,
        nice,
        signal: AbortSignal.any([stopping.signal, whenAllLeft(round)]),
      })
      tell(outcome.seconds)
      if (outcome.how !== 'ended') stoppedTasks.inc({ kind: 'pdf' })
      for (const [index, one] of round.entries()) {
        const [, name = ''] = (names[index] ?? '').split('/')
        const pdf = join(place.folder, 'out', `${name}.pdf`)
        if (await isWholePdf(pdf)) one.resolve(await readFile(pdf))
        else if (stopping.signal.aborted) one.reject(closed())
        else if (one.left?.aborted) one.reject(new CallerLeft())
        // Which of several documents spoilt the run is found by printing each alone.
        else if (round.length > 1) queue.again(one)
        else if (outcome.how === 'out of processor time') {
          tooLong.set(nameOf(one.company, one.document), true)
          one.reject(tooMuch(cpuSeconds))
        } else if (outcome.how === 'out of time') one.reject(outOfTime(timeLimit))
        else one.reject((await freeBytesOf(place.folder)) < ROOM_FOR_A_RUN ? noRoom() : failed())
      }
    } finally {
      await rm(place.folder, { recursive: true, force: true })
    }
  }

  return {
    get unavailable() {
      return unavailable
    },
    get load() {
      return { running: running.size, waiting: queue.count }
    },
    async ready() {
      return program === undefined ? undefined : describe(await sandbox(program))
    },
    print: (company, document, left) =>
      new Promise((resolve, reject) => {
        if (unavailable !== null)
          return reject(new PdfError(unavailable, program === undefined ? 'absent' : 'unsafe'))
        if (stopping.signal.aborted) return reject(closed())
        if (left?.aborted) return reject(new CallerLeft())
        if (tooLong.has(nameOf(company, document))) return reject(tooMuch(cpuSeconds))
        queue.add({ company, document, isAlone: false, left, resolve, reject })
        start()
      }),
    async close() {
      stopping.abort()
      for (const one of queue.clear()) one.reject(closed())
      await Promise.all(running)
      await search?.catch(() => undefined)
      await folders.remove()
    },
  }
}

/** Aborted when nobody waits for any of these documents any more. */
function whenAllLeft(round: readonly QueuedDocument[]): AbortSignal {
  const all = new AbortController()
  const look = () => {
    if (round.every(one => one.left?.aborted)) all.abort()
  }
  for (const { left } of round) left?.addEventListener('abort', look, { once: true })
  look()
  return all.signal
}

const nameOf = (company: string, document: Uint8Array) =>
  `${company} ${createHash('sha256').update(document).digest('base64')}`

const tooMuch = (seconds: number) =>
  new PdfError(
    `LibreOffice needs more than ${seconds} seconds of the processor for this document, which is the most for one. Make it shorter, or make a Word document instead.`,
    'time',
  )

// LibreOffice says nothing of why it fails, and removes what it wrote; a PDF and what it takes to make it need so much.
const ROOM_FOR_A_RUN = 16 * 1024 * 1024

const noRoom = () =>
  new AppError(
    'storage_full',
    'The disk on which PDFs are made is full. Make a Word document instead, or tell the operator of the server.',
  )
const noFolder = (cause: TemporaryFolderError) =>
  cause.isFull
    ? noRoom()
    : Object.assign(
        new PdfError(
          'No PDF can be made, because the server cannot write its temporary files. Make a Word document instead, or tell the operator of the server.',
          'absent',
        ),
        { cause },
      )
const closed = () => new PdfError('The server is stopping. Try again in a moment.', 'closed')
const failed = () => new PdfError('LibreOffice could not make a PDF of this document.', 'failed')
const outOfTime = (limit: number) =>
  new PdfError(`LibreOffice was stopped after ${limit / 1000} seconds. Make a Word document instead.`, 'time')
