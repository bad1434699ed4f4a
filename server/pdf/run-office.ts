import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isPlainFile } from './run-folder.ts'
import type { FoundSandbox, RunPlace } from './sandbox.ts'
import { libraryFolder } from './readable-paths.ts'

export type OfficeRun = {
  program: string
  found: FoundSandbox
  /** Holds `profile`, `out` and the documents. */
  place: RunPlace
  /** Names in the run's folder; each becomes a PDF in `out`. */
  documents: readonly string[]
  /** Milliseconds for all of them together. */
  timeLimit: number
  /** Seconds of the processor for all of them together. */
  cpuSeconds: number
  /** How far behind the server, as Unix counts priorities: 0 to 19. */
  nice: number
  signal: AbortSignal
}

// Far more than a document needs, far less than a machine has: blocks of 512 bytes, and kilobytes of addresses, of which
// LibreOffice takes many more than it fills.
const LIMITS = 'ulimit -c 0; ulimit -f 1048576; ulimit -v 8388608'
// The program is not the first process of a sandbox: that one inherits orphans, and hears no signals.
const FIRST = `${LIMITS}; "$@"; exit $?`
// The same for a run: behind the server wherever both want the processor, and with what it took of it told at the end.
const FIRST_OF_RUN = `${LIMITS}; ulimit -t "$1"; nice=$2; shift 2; nice -n "$nice" "$@" >/dev/null 2>&1; code=$?; times; exit $code`

/** A command as the sandbox runs it. */
export function insideSandbox(command: readonly string[]): string[] {
  return process.platform === 'win32' ? [...command] : ['/bin/sh', '-c', FIRST, 'sandbox', ...command]
}

const runInSandbox = (command: readonly string[], { cpuSeconds, nice }: OfficeRun): string[] =>
  process.platform === 'win32'
    ? [...command]
    : ['/bin/sh', '-c', FIRST_OF_RUN, 'sandbox', String(Math.ceil(cpuSeconds)), String(nice), ...command]

/** How a run ended, and how many seconds of the processor it took; of the clock where that is not known. */
export type OfficeEnd = { how: 'ended' | 'out of time' | 'out of processor time'; seconds: number }

/** Ends when LibreOffice has, or was made to. Whether it made the files is for the caller to see. */
export async function runOffice(run: OfficeRun): Promise<OfficeEnd> {
  const { place, found, cpuSeconds } = run
  const began = performance.now()
  const inside = (name: string) => join(place.inside, name)
  const [program = '', ...rest] = [
    ...found.sandbox.enter(place, found.paths),
    ...runInSandbox(
      [
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
      ],
      run,
    ),
  ]
  const office = spawn(program, rest, {
    // A group of its own: the program starts others, and all of them have to end with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: place.folder,
    env: environmentFor(place, run.program),
  })
  putBehind(office, run.nice)
  let told = ''
  office.stdout?.on('data', chunk => {
    if (told.length < LONGEST_TIMES) told += String(chunk)
  })
  const end = () => killGroup(office)
  run.signal.addEventListener('abort', end, { once: true })
  const timer = new AbortController()
  try {
    const ended = once(office, 'close').then(() => 'ended' as const)
    const late = pause(run.timeLimit, 'out of time' as const, { signal: timer.signal })
    late.catch(() => undefined)
    if (run.signal.aborted) end()
    const outcome = await Promise.race([ended, late])
    if (outcome === 'out of time') {
      end()
      await ended
    }
    const taken = secondsIn(told)
    const seconds = taken ?? (performance.now() - began) / 1000
    // The system counts in ticks, and ends a program a little before or after its time.
    const isSpent = taken !== undefined && taken >= Math.max(cpuSeconds / 2, cpuSeconds - 1)
    return { how: outcome === 'ended' && isSpent ? 'out of processor time' : outcome, seconds }
  } finally {
    timer.abort()
    run.signal.removeEventListener('abort', end)
    // What the program has started may still stand.
    end()
  }
}

const LONGEST_TIMES = 200

/** The seconds of a shell's `times`: its own in one line, those of what it started in the next. */
export function secondsIn(times: string): number | undefined {
  const parts = [...times.matchAll(/(\d+)m(\d+)[.,](\d+)s/g)]
  if (parts.length < 4) return undefined
  return parts.reduce(
    (sum, [, minutes, whole, part]) => sum + Number(minutes) * 60 + Number(`${whole}.${part}`),
    0,
  )
}

/** Linux shares the processor among sessions first, each of which may stand behind the others. */
function putBehind({ pid }: ChildProcess, nice: number): void {
  if (process.platform !== 'linux' || pid === undefined || nice === 0) return
  // Not every kernel has it; where it has not, the priority of the program itself counts.
  void writeFile(`/proc/${pid}/autogroup`, String(nice)).catch(() => undefined)
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
