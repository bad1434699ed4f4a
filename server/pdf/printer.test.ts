import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { stoppedTasks } from '#server/counters.ts'
import { CallerLeft } from '#server/fair-queue.ts'
import { findOffice } from './find-office.ts'
import { PdfError } from './pdf-error.ts'
import { openPdfPrinter, type PrinterSettings } from './printer.ts'
import { secondsIn } from './run-office.ts'
import { unconfined } from './sandbox.ts'

const start = promisify(execFile)
let folder = ''
const printers: { close(): Promise<void> }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-printer-test-'))
})
afterAll(async () => {
  for (const printer of printers) await printer.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (settings: Omit<PrinterSettings, 'dataDir'>) => {
  const printer = openPdfPrinter({ ...settings, dataDir: join(folder, 'data') })
  printers.push(printer)
  return printer
}
const letter = (words: string) => templateFile({ isDocument: true, body: paragraph(words) })

/** A program in LibreOffice's place that does what a hostile or broken run would. */
async function program(name: string, lines: string): Promise<{ program: string }> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${lines}\n`)
  await chmod(path, 0o755)
  return { program: path }
}

async function failure(work: Promise<unknown>): Promise<PdfError> {
  const error = await work.catch((thrown: unknown) => thrown)
  if (error instanceof PdfError) return error
  throw new Error(`no PdfError but ${String(error)}`)
}

/** What was killed and waits for somebody to ask after it does not count. */
async function isRunning(command: string): Promise<boolean> {
  const { stdout } = await start('ps', ['-eo', 'stat=,args='])
  return stdout.split('\n').some(line => /^[^Z]/.test(line) && line.endsWith(` ${command}`))
}

const drawing = ({ link, size }: { link: string; size: number }) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="${size}" cy="${size}"/><wp:docPr id="1" name="p"/><a:graphic>` +
  '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>' +
  `<pic:cNvPr id="0" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${link}"/>` +
  `</pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${size}" cy="${size}"/></a:xfrm>` +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>' +
  '</w:drawing></w:r></w:p>'

describe('finding LibreOffice', () => {
  test('where there is none, nothing is printed and the reason is told', async () => {
    const office = findOffice({ PATH: folder })
    expect(office).toEqual({ reason: 'PDF needs LibreOffice, which is not installed on the server.' })
    const printer = open({ office })
    expect(printer.unavailable).toBe('PDF needs LibreOffice, which is not installed on the server.')
    expect(await failure(printer.print('company', letter('x')))).toMatchObject({ reason: 'absent' })
  })

  test('SOFFICE_PATH wins over PATH, and is told when it names nothing', async () => {
    const named = await program('my-office', 'exit 0')
    expect(findOffice({ SOFFICE_PATH: named.program, PATH: '/nowhere' })).toEqual(named)
    expect(findOffice({ SOFFICE_PATH: '/nowhere/soffice', PATH: folder })).toEqual({
      reason: 'PDF needs LibreOffice, and SOFFICE_PATH (/nowhere/soffice) names no program.',
    })
    const found = await program('soffice', 'exit 0')
    expect(findOffice({ PATH: `/nowhere:${folder}` })).toEqual(found)
  })
})

/** How many runs were counted as stopped meanwhile. */
async function stoppedBy(work: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    (await stoppedTasks.get()).values.find(({ labels }) => labels['kind'] === 'pdf')?.value ?? 0
  const before = await read()
  await work()
  return (await read()) - before
}

describe('a run that goes wrong', () => {
  test('takes no longer than its time and ends with all that it started', async () => {
    const office = await program('sleeper', `sleep 3${process.pid} & wait`)
    const printer = open({ office, timeLimit: 700 })
    const error = await failure(printer.print('company', letter('x')))
    expect(error).toMatchObject({
      reason: 'time',
      message: 'LibreOffice was stopped after 0.7 seconds. Make a Word document instead.',
    })
    await expect.poll(() => isRunning(`sleep 3${process.pid}`), { timeout: 20_000 }).toBe(false)
  })

  test('that takes too much of the processor is ended, and not begun again at once', async () => {
    const office = await program('spinner', 'while :; do :; done')
    const printer = open({ office, cpuSeconds: 2, ways: [unconfined] })
    const tooMuch = {
      reason: 'time',
      message:
        'LibreOffice needs more than 2 seconds of the processor for this document, which is the most for one. Make it shorter, or make a Word document instead.',
    }
    const document = letter('x')
    expect(await failure(printer.print('company', document))).toMatchObject(tooMuch)
    await writeFile(office.program, '#!/bin/sh\n[ "$1" = --version ] && exit 0\nexit 0\n')
    expect(await failure(printer.print('company', document))).toMatchObject(tooMuch)
    // Another company's, and another document, are tried.
    expect(await failure(printer.print('other', document))).toMatchObject({ reason: 'failed' })
    expect(await failure(printer.print('company', letter('y')))).toMatchObject({ reason: 'failed' })
  })

  test('is counted where it was stopped, and not where it ended by itself', async () => {
    const document = letter('x')
    const slow = open({ office: await program('slow-one', 'sleep 60'), timeLimit: 500 })
    expect(await stoppedBy(() => failure(slow.print('company', document)))).toBe(1)
    const busy = open({ office: await program('busy-one', 'while :; do :; done'), cpuSeconds: 1 })
    expect(await stoppedBy(() => failure(busy.print('company', document)))).toBe(1)
    const quick = open({ office: await program('quick-one', 'exit 0') })
    expect(await stoppedBy(() => failure(quick.print('company', document)))).toBe(0)
  })

  test('for which nobody waits any more ends', async () => {
    const office = await program('waiter', `sleep 4${process.pid} & wait`)
    const printer = open({ office, ways: [unconfined] })
    const leaving = new AbortController()
    const printing = printer.print('company', letter('x'), leaving.signal)
    await expect.poll(() => isRunning(`sleep 4${process.pid}`), { timeout: 20_000 }).toBe(true)
    leaving.abort()
    await expect(printing).rejects.toThrow(CallerLeft)
    await expect.poll(() => isRunning(`sleep 4${process.pid}`)).toBe(false)
    await expect(printer.print('company', letter('x'), leaving.signal)).rejects.toThrow(CallerLeft)
  })

  test('that leaves no file, or no whole PDF, is a failure whatever it ends with', async () => {
    const silent = open({ office: await program('silent', 'exit 0') })
    expect(await failure(silent.print('company', letter('x')))).toMatchObject({ reason: 'failed' })
    const output =
      'for one; do case "$last" in --outdir) out=$one;; esac; last=$one; done; pdf=$out/$(basename "$one" .docx).pdf'
    const half = open({ office: await program('half', `${output}; printf '%%PDF-1.7 half' > $pdf`) })
    expect(await failure(half.print('company', letter('x')))).toMatchObject({ reason: 'failed' })
    const text = open({ office: await program('text', `${output}; printf 'hello %%%%EOF' > $pdf`) })
    expect(await failure(text.print('company', letter('x')))).toMatchObject({ reason: 'failed' })
  })

  test('the queue has an end, and closing turns away what waits', async () => {
    const printer = open({ office: await program('slow', 'sleep 60'), queueLimit: 1 })
    const all = [1, 2, 3].map(() => failure(printer.print('company', letter('x'))))
    await printer.close()
    expect((await Promise.all(all)).map(error => error.reason)).toEqual(['closed', 'closed', 'busy'])
  })
})

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('with LibreOffice', () => {
  test('documents asked for at once are printed, each its own', async () => {
    const printer = open({ office: findOffice() })
    expect(printer.unavailable).toBe(null)
    const words = Array.from({ length: 10 }, (_, index) => `Bill number ${index + 1}.`)
    const pdfs = await Promise.all(words.map(word => printer.print('company', letter(word))))
    const texts = await Promise.all(
      pdfs.map(async (pdf, index) => {
        const file = join(folder, `${index}.pdf`)
        await writeFile(file, pdf)
        return (await start('pdftotext', [file, '-'])).stdout.trim()
      }),
    )
    expect(texts).toEqual(words)
  })

  test('one document that cannot be printed spoils no other', async () => {
    const printer = open({ office: findOffice() })
    const [good, bad, other] = await Promise.allSettled([
      printer.print('company', letter('good')),
      printer.print('company', Buffer.from('PK\u0003\u0004 no zip at all')),
      printer.print('company', letter('other')),
    ])
    expect([good?.status, bad?.status, other?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('a document that asks for a picture from the net gets none', async () => {
    let asked = 0
    const server = createServer((_request, reply) => {
      asked += 1
      reply.end('x')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const document = templateFile({
      isDocument: true,
      body:
        paragraph('before') +
        '<w:p><w:r><w:pict><v:shape id="s1" style="width:50pt;height:50pt"><v:imagedata r:id="net"/></v:shape>' +
        '</w:pict></w:r></w:p>' +
        drawing({ link: 'net', size: 600_000 }),
      extraLinks: [
        { id: 'net', kind: 'image', target: `http://127.0.0.1:${port}/picture.png`, isExternal: true },
      ],
    })
    await open({ office: findOffice() }).print('company', document)
    server.close()
    expect(asked).toBe(0)
  })
})

test('what a run took is read from its shell’s words, however it writes numbers', () => {
  expect(secondsIn('0m0.01s 0m0.00s\n1m2.50s 0m0.25s\n')).toBeCloseTo(62.76)
  expect(secondsIn('0m0,01s 0m0,00s\n0m1,50s 0m0,25s\n')).toBeCloseTo(1.76)
  expect(secondsIn('')).toBe(undefined)
})
