import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from './step.ts'

const onPath = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))

type Wanted = { programs: readonly string[]; packages: readonly string[]; what: string }

/**
 * Sees to it that these programs are here, installing Debian's packages where that is allowed.
 * Gives the reason in words when they cannot be had, and nothing when all is well.
 */
export async function ensurePrograms({ programs, packages, what }: Wanted): Promise<string | undefined> {
  const missing = () => programs.filter(name => !onPath(name))
  const lacking = missing()
  if (lacking.length === 0) return undefined
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    return `${lacking.join(', ')} not found (Debian, Ubuntu: apt-get install ${packages.join(' ')})`
  console.log(`Installing ${what} (${lacking.join(', ')} not found) …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runStep('apt-get', ['update', '-qq'], { env, seconds: 120, quiet: true })
  const installed = await runStep(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...packages],
    { env, seconds: 600, quiet: true },
  )
  const still = missing()
  if (still.length === 0) return undefined
  const last = installed.output.trim().split('\n').at(-1) ?? ''
  return `apt-get could not install ${still.join(', ')} (${last})`
}
