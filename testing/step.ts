import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

type StepOptions = {
  env?: Record<string, string>
  seconds?: number
  quiet?: boolean
  /** Where it runs; the project's folder where not given. */
  cwd?: string
  /** Takes the output as it comes, instead of showing it. */
  onOutput?: (text: string) => void
}
export type StepResult = { ok: boolean; output: string }

/** Runs a program in the project's folder, its tools first on PATH; `quiet` keeps its output instead of showing it. */
export function runStep(
  program: string,
  args: readonly string[],
  options: StepOptions = {},
): Promise<StepResult> {
  const isKept = options.quiet === true || options.onOutput !== undefined
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      stdio: isKept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
        ...options.env,
      },
      ...(options.seconds && { timeout: options.seconds * 1000 }),
    })
    let output = ''
    const add = (text: string) => {
      output = (output + text).slice(-100_000)
      options.onOutput?.(text)
    }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add)
    child.on('error', error => {
      add(`${error.message}\n`)
      resolve({ ok: false, output })
    })
    child.on('close', (code, killedBy) => {
      if (killedBy) add(`\n${program} was ended by ${killedBy}`)
      resolve({ ok: code === 0, output })
    })
  })
}
