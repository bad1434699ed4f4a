import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { componentFailure } from '#server/component-failures.ts'
import type { AppError } from '#server/errors.ts'
import { asRefusal } from '#server/templates/word-refusals.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { findOffice } from './find-office.ts'
import { openPdfPrinter, type PdfPrinter } from './printer.ts'

/** Whether this process may mount a file system of its own. */
const mayMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return process.platform === 'linux' && process.getuid?.() === 0
  } catch {
    return false
  }
})()

let folder: string
const chosen = process.env['TMPDIR']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-office-'))
})
afterAll(async () => {
  if (chosen === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = chosen
  await rm(folder, { recursive: true, force: true })
})

const print = async (printer: PdfPrinter, lines = 1) => {
  const document = templateFile({ isDocument: true, body: paragraph('Bill').repeat(lines) })
  try {
    return Buffer.from(await printer.print('company', document)).toString('latin1', 0, 5)
  } catch (error) {
    const refusal = asRefusal(error)
    const { status, message } = (componentFailure(refusal) ?? refusal) as AppError
    return { status, message }
  }
}

/** LibreOffice as this process has started it, and nobody else. */
function ownOffices(): number[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .map(([pid, parent, name]) => ({ pid: Number(pid), parent: Number(parent), name: name ?? '' }))
  const family = new Set([process.pid])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  return processes
    .filter(({ pid, name }) => family.has(pid) && name.startsWith('soffice'))
    .map(({ pid }) => pid)
}

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('LibreOffice', () => {
  test('that is stopped in the middle is given up in words, and the next PDF is made', async () => {
    const printer = openPdfPrinter({ office: findOffice(), dataDir: join(folder, 'data'), timeLimit: 30_000 })
    expect(await print(printer)).toBe('%PDF-')
    // Enough to be still at work when it is found.
    const answer = print(printer, 20_000)
    const stop = async () => {
      const offices = ownOffices()
      for (const pid of offices) process.kill(pid, 'SIGSTOP')
      return offices.length
    }
    await expect.poll(stop, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0)
    expect(await answer).toEqual({
      status: 503,
      message: 'LibreOffice was stopped after 30 seconds. Make a Word document instead.',
    })
    expect(ownOffices()).toEqual([])
    expect(await print(printer)).toBe('%PDF-')
    await printer.close()
  }, 180_000)

  test.runIf(mayMount)(
    'that finds its temporary folder full is told from a document that it cannot print',
    async () => {
      const disk = join(folder, 'disk')
      execFileSync('mkdir', [disk])
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk])
      process.env['TMPDIR'] = disk
      const printer = openPdfPrinter({ office: findOffice(), dataDir: join(folder, 'data') })
      const fill = async (left: number) => {
        const { bavail, bsize } = await statfs(disk)
        await writeFile(join(disk, 'filled'), Buffer.alloc(bavail * bsize - left))
      }
      const full = { status: 507, message: expect.stringMatching(/disk .* is full/) }
      try {
        // Not even the way of shutting LibreOffice off can be tried.
        await fill(0)
        expect(await print(printer)).toMatchObject({ status: 507 })
        await rm(join(disk, 'filled'))
        expect(await print(printer)).toBe('%PDF-')
        // Room for the document and for nothing that LibreOffice writes.
        await fill(160 * 1024)
        expect(await print(printer, 20_000)).toEqual(full)
        await rm(join(disk, 'filled'))
        expect(await print(printer)).toBe('%PDF-')
      } finally {
        await printer.close()
        execFileSync('umount', ['--lazy', disk])
      }
    },
    180_000,
  )
})
