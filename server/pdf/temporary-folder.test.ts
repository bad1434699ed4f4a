import { execFileSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asRefusal } from '#server/templates/word-refusals.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { confinementOf } from './confinement.ts'
import { openPdfPrinter } from './printer.ts'

let folder: string
let temporary: string

beforeAll(async () => {
  folder = await makeTemporaryFolder('lading-temporary-')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  temporary = join(folder, crypto.randomUUID())
  vi.stubEnv('TMPDIR', temporary)
})
// The next file begins in the same process, with what its own set-up needs.
afterEach(() => vi.unstubAllEnvs())

const open = () =>
  openPdfPrinter({ office: { program: '/bin/false' }, dataDir: join(folder, 'data'), ways: [] })
const refusalOf = async (work: Promise<unknown>) =>
  asRefusal(await work.catch((error: unknown) => error)) as { status: number; message: string }

/** Whether this process may mount a file system of its own. */
const mayMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return process.platform === 'linux' && process.getuid?.() === 0
  } catch {
    return false
  }
})()

describe('where nothing can be written to the folder for temporary files', () => {
  test('the start goes on and says what to do, people are told, and PDFs come once it can', async () => {
    const printer = open()
    expect(await confinementOf(printer)).toBe(
      `PDFs are made in the folder for temporary files, ${temporary}, which cannot be written to (ENOENT). Set TMPDIR to ` +
        'a folder that this user can write to.',
    )
    expect(await refusalOf(printer.print('A', Buffer.from('x')))).toMatchObject({
      status: 503,
      message:
        'No PDF can be made, because the server cannot write its temporary files. Make a Word document instead, or tell ' +
        'the operator of the server.',
    })
    expect(printer.unavailable).toBe(null)
    await mkdir(temporary)
    expect(await confinementOf(printer)).toMatch(/^PDFs: this machine permits no whole sandbox/)
    await printer.close()
  })

  test.runIf(mayMount)(
    'a folder that is mounted read-only is told as such, and a full one as full',
    async () => {
      await mkdir(temporary)
      for (const [options, status, words] of [
        ['ro', 503, 'cannot be written to (EROFS). Set TMPDIR'],
        ['nr_inodes=1', 507, 'has no room (ENOSPC). Make room there, or set TMPDIR'],
      ] as const) {
        execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', temporary])
        const printer = open()
        try {
          expect(await confinementOf(printer)).toContain(`${temporary}, which ${words}`)
          expect(await refusalOf(printer.print('A', Buffer.from('x')))).toMatchObject({ status })
        } finally {
          await printer.close()
          execFileSync('umount', ['--lazy', temporary])
        }
      }
    },
  )
})
