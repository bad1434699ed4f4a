import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isPlainFile } from './run-folder.ts'
import type { FoundSandbox, RunPlace } from './sandbox.ts'
import { libraryFolder } from './shown-paths.ts'

export type OfficeRun = {
  program: string
  found: FoundSandbox
  /** Holds `profile`, `out` and the documents. */
  place: RunPlace
  /** Names in the run's folder; each becomes a PDF in `out`. */
  documents: readonly string[]
  /** Milliseconds for all of them together. */
  timeLimit: number
  signal: AbortSignal
}

// Far more than a document needs, far less than a machine has: blocks of 512 bytes, and kilobytes of addresses, of which
// LibreOffice takes many more than it fills.
const LIMITS = 'ulimit -c 0; ulimit -f 1048576; ulimit -v 8388608'
// The program is not the first process of a sandbox: that one inherits orphans, and hears no signals.
const FIRST = `${LIMITS}; "$@"; exit $?`

/** A command as the sandbox runs it. */
export function insideSandbox(command: readonly string[]): string[] {
  return process.platform === 'win32' ? [...command] : ['/bin/sh', '-c', FIRST, 'sandbox', ...command]
}

/** Ends when LibreOffice has, or was made to. Whether it made the files is for the caller to see. */
export async function runOffice(run: OfficeRun): Promise<'ended' | 'out of time'> {
  const { place, found } = run
  const inside = (name: string) => join(place.inside, name)
  const [program = '', ...rest] = [
    ...found.sandbox.enter(place, found.paths),
    ...insideSandbox([
      run.program,
      `-env:UserInstallation=${pathToFileURL(inside('profile')).href}`,
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      inside('out'),
      ...run.documents.map(inside),
    ]),
  ]
  const office = spawn(program, rest, {
    // A group of its own: the program starts others, and all of them have to end with it.
    detached: process.platform !== 'win32',
    stdio: 'ignore',
    cwd: place.folder,
    env: environmentFor(place, run.program),
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
export function environmentFor({ folder, inside }: RunPlace, program: string): NodeJS.ProcessEnv {
  const { PATH = '', LANG = 'C.UTF-8', SystemRoot } = process.env
  return {
    PATH: `${PATH}${delimiter}${dirname(program)}`,
    LANG,
    HOME: inside,
    TMPDIR: inside,
    // Its libraries find each other by /proc, which a sandbox with files of its own has not.
    ...(inside !== folder && { LD_LIBRARY_PATH: libraryFolder(program) }),
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
  if (!(await isPlainFile(path))) return false
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
