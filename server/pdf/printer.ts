import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findConfinement } from './confinement.ts'
import type { FoundOffice } from './find-office.ts'
import { PdfError } from './pdf-error.ts'
import { makeProfile } from './profile.ts'
import { isWholePdf, runOffice } from './run-office.ts'

export type PrinterSettings = {
  office: FoundOffice
  /** How many LibreOffices may run at a time, each on a profile of its own. */
  workers?: number
  /** Milliseconds for one run of LibreOffice. */
  timeLimit?: number
  /** How many documents may wait. */
  queueLimit?: number
}

/** Makes PDFs of Word documents that the product itself has written: cleaned of links, macros and scripts. */
export interface PdfPrinter {
  /** Why no PDF can be made, as people read it; null where they can. */
  readonly unavailable: string | null
  /** Throws `PdfError`. */
  print(document: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

type Waiting = {
  document: Uint8Array
  isAlone: boolean
  resolve: (pdf: Uint8Array) => void
  reject: (error: Error) => void
}

// Starting takes most of the time: what waits goes together, eight times as fast as one by one.
const TOGETHER = 8

export function openPdfPrinter(settings: PrinterSettings): PdfPrinter {
  const { office, workers = 1, timeLimit = 60_000, queueLimit = 200 } = settings
  const stopping = new AbortController()
  const waiting: Waiting[] = []
  const running = new Set<Promise<void>>()
  const confinement = 'program' in office ? findConfinement() : Promise.resolve([])
  let folder: Promise<string> | undefined
  const freeProfiles = Array.from({ length: workers }, (_, index) => `profile-${index + 1}`)
  let rounds = 0

  const start = () => {
    while (waiting.length > 0 && freeProfiles.length > 0 && !stopping.signal.aborted) {
      const profile = freeProfiles.pop() ?? ''
      const round = take(waiting)
      const work = printRound(round, profile)
        .catch((error: unknown) => {
          const failure = error instanceof Error ? error : new Error(String(error))
          for (const one of round) one.reject(failure)
        })
        .finally(() => {
          running.delete(work)
          freeProfiles.push(profile)
          start()
        })
      running.add(work)
    }
  }

  const printRound = async (round: readonly Waiting[], profileName: string) => {
    if (!('program' in office)) return
    folder ??= mkdtemp(join(tmpdir(), 'lading-pdf-'))
    rounds += 1
    const place = join(await folder, `round-${rounds}`)
    const profile = join(await folder, profileName)
    await mkdir(place)
    await makeProfile(profile)
    try {
      const files = await Promise.all(
        round.map(async ({ document }, index) => {
          const file = join(place, `${index + 1}.docx`)
          await writeFile(file, document)
          return file
        }),
      )
      const outcome = await runOffice({
        program: office.program,
        confinement: await confinement,
        profile,
        files,
        output: place,
        timeLimit,
        signal: stopping.signal,
      })
      for (const [index, one] of round.entries()) {
        const pdf = join(place, `${index + 1}.pdf`)
        if (await isWholePdf(pdf)) one.resolve(await readFile(pdf))
        else if (stopping.signal.aborted) one.reject(closed())
        // Which of several documents spoilt the run is found by printing each alone.
        else if (round.length > 1) waiting.unshift({ ...one, isAlone: true })
        else one.reject(outcome === 'out of time' ? outOfTime(timeLimit) : failed())
      }
      // A run cut short may leave its profile locked or half written.
      if (outcome === 'out of time') await rm(profile, { recursive: true, force: true })
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }

  return {
    unavailable: 'program' in office ? null : office.reason,
    print: document =>
      new Promise((resolve, reject) => {
        if (!('program' in office)) return reject(new PdfError(office.reason, 'absent'))
        if (stopping.signal.aborted) return reject(closed())
        if (waiting.length >= queueLimit) return reject(busy())
        waiting.push({ document, isAlone: false, resolve, reject })
        start()
      }),
    async close() {
      stopping.abort()
      for (const one of waiting.splice(0)) one.reject(closed())
      await Promise.all(running)
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

function take(waiting: Waiting[]): Waiting[] {
  const alone = waiting.findIndex(one => one.isAlone)
  if (alone === 0) return waiting.splice(0, 1)
  return waiting.splice(0, alone < 0 ? TOGETHER : Math.min(alone, TOGETHER))
}

const closed = () => new PdfError('The server is stopping. Try again in a moment.', 'closed')
const busy = () => new PdfError('Too many PDFs are being made at this moment. Try again in a minute.', 'busy')
const failed = () => new PdfError('LibreOffice could not make a PDF of this document.', 'failed')
const outOfTime = (limit: number) =>
  new PdfError(`LibreOffice was stopped after ${limit / 1000} seconds. Make a Word document instead.`, 'time')
