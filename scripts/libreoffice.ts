import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from './step.ts'

const programs = ['soffice', 'pdftotext', 'pdftoppm']

const onPath = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))

const missing = () => programs.filter(name => !onPath(name))

/**
 * Sees to it that LibreOffice and poppler's tools are here, installing them where that is allowed.
 * Gives the reason in words when they cannot be had, and nothing when all is well.
 */
export async function ensureLibreOffice(): Promise<string | undefined> {
  if (process.env['LADING_WITHOUT_LIBREOFFICE']) return 'LADING_WITHOUT_LIBREOFFICE is set'
  const lacking = missing()
  if (lacking.length === 0) return undefined
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    return `${lacking.join(', ')} not found (Debian, Ubuntu: apt-get install libreoffice-writer-nogui poppler-utils)`
  }
  console.log(`Installing LibreOffice for the tests that read documents (${lacking.join(', ')} not found) …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runStep('apt-get', ['update', '-qq'], { env, seconds: 120, quiet: true })
  const packages = ['libreoffice-writer-nogui', 'poppler-utils', 'fonts-liberation', 'fonts-dejavu-core']
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
