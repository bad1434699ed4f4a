import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

type StepOptions = { env?: Record<string, string>; seconds?: number; quiet?: boolean }
export type StepResult = { ok: boolean; output: string }

/** Runs a program in the project's folder, its tools first on PATH; `quiet` keeps its output instead of showing it. */
export function runStep(program: string, args: string[], options: StepOptions = {}): Promise<StepResult> {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
        ...options.env,
      },
      ...(options.seconds && { timeout: options.seconds * 1000 }),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-100_000)
      })
    }
    child.on('error', error => resolve({ ok: false, output: error.message }))
    child.on('close', (code, killedBy) => {
      const end = killedBy ? `${output}\n${program} was ended by ${killedBy}` : output
      resolve({ ok: code === 0, output: end })
    })
  })
}
