import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { delimiter, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Confinement } from './confinement.ts'

export type OfficeRun = {
  program: string
  confinement: Confinement
  profile: string
  /** Word files; each becomes a PDF of its name in `output`. */
  files: readonly string[]
  output: string
  /** Milliseconds for all of them together. */
  timeLimit: number
  signal: AbortSignal
}

/** Ends when LibreOffice has, or was made to. Whether it made the files is for the caller to see. */
export async function runOffice(run: OfficeRun): Promise<'ended' | 'out of time'> {
  const [program = '', ...rest] = [
    ...run.confinement,
    run.program,
    `-env:UserInstallation=${pathToFileURL(run.profile).href}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    run.output,
    ...run.files,
  ]
  const office = spawn(program, rest, {
    // A group of its own: the program starts others, and all of them have to end with it.
    detached: process.platform !== 'win32',
    stdio: 'ignore',
    cwd: run.output,
    env: environmentFor(run.profile, run.program),
  })
  const end = () => killGroup(office)
  run.signal.addEventListener('abort', end, { once: true })
  const timer = new AbortController()
  try {
    const ended = once(office, 'exit').then(() => 'ended' as const)
    const late = pause(run.timeLimit, 'out of time' as const, { signal: timer.signal })
    late.catch(() => undefined)
    if (run.signal.aborted) end()
    const outcome = await Promise.race([ended, late])
    if (outcome === 'out of time') {
      end()
      await ended
    }
    return outcome
  } finally {
    timer.abort()
    run.signal.removeEventListener('abort', end)
    // What the program has started may still stand.
    end()
  }
}

/** The server's own settings hold passwords, which are no business of a program that reads strangers' files. */
function environmentFor(profile: string, program: string): NodeJS.ProcessEnv {
  const { PATH = '', LANG = 'C.UTF-8', SystemRoot } = process.env
  return {
    PATH: `${PATH}${delimiter}${dirname(program)}`,
    LANG,
    HOME: profile,
    TMPDIR: profile,
    ...(SystemRoot && { SystemRoot }),
  }
}

function killGroup(office: ChildProcess): void {
  if (office.pid === undefined) return
  try {
    if (process.platform !== 'win32') process.kill(-office.pid, 'SIGKILL')
    else if (office.exitCode === null) office.kill('SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** Whether a file is a whole PDF: LibreOffice says nothing when it fails. */
export async function isWholePdf(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return false
  try {
    const { size } = await file.stat()
    const start = Buffer.alloc(5)
    const end = Buffer.alloc(Math.min(1024, size))
    await file.read(start, 0, start.length, 0)
    await file.read(end, 0, end.length, size - end.length)
    return start.toString('latin1') === '%PDF-' && end.includes('%%EOF')
  } finally {
    await file.close()
  }
}
