import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { picture } from '#testing/word/drawings.ts'
import { paragraph } from '#testing/word/markup.ts'
import { coloursOf } from '#testing/word/pdf-colours.ts'
import { GREEN, RED, svgShowing } from '#testing/word/planted-picture.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { readConfig } from '#server/config.ts'
import { findOffice } from './find-office.ts'
import { PdfError } from './pdf-error.ts'
import { openPdfPrinter, type PrinterSettings } from './printer.ts'
import { type Sandbox, sandboxes } from './sandbox.ts'

// LibreOffice is started for each, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

let folder = ''
let dataDir = ''
const printers: { close(): Promise<void> }[] = []
let listener: Server | undefined
let port = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-sandbox-test-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  await writeFile(join(dataDir, 'secret.txt'), 'SECRET 4711', { mode: 0o600 })
  await writeFile(join(dataDir, 'red.png'), RED, { mode: 0o600 })
  await writeFile(join(dataDir, 'whole.pdf'), '%PDF-1.7 SECRET 4711 %%EOF', { mode: 0o600 })
  listener = createServer(socket => socket.destroy())
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  for (const printer of printers) await printer.close()
  listener?.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (settings: Omit<PrinterSettings, 'dataDir'>) => {
  const printer = openPdfPrinter({ ...settings, dataDir })
  printers.push(printer)
  return printer
}

/** A program in LibreOffice's place: `lines` write what they find into $pdf. */
async function program(name: string, lines: string): Promise<{ program: string }> {
  await mkdir(join(folder, name))
  const path = join(folder, name, 'office')
  const script = `#!/bin/bash
[ "$1" = --version ] && exit 0
for one; do
  [ "$last" = --outdir ] && out=$one
  last=$one
  case $one in *.docx)
    pdf=$out/$(basename "$one" .docx).pdf
    ${lines}
  esac
done
`
  await writeFile(path, script)
  await chmod(path, 0o755)
  return { program: path }
}

const asText = (pdf: Uint8Array) => Buffer.from(pdf).toString()

async function failure(work: Promise<unknown>): Promise<PdfError> {
  const error = await work.catch((thrown: unknown) => thrown)
  if (error instanceof PdfError) return error
  throw new Error(`no PdfError but ${String(error)}`)
}

test('PDF_SANDBOX says whether a sandbox is preferred or required', () => {
  expect(readConfig({}).pdfSandbox).toBe('preferred')
  expect(readConfig({ PDF_SANDBOX: 'required' }).pdfSandbox).toBe('required')
  expect(() => readConfig({ PDF_SANDBOX: 'off' })).toThrow('PDF_SANDBOX must be preferred or required')
})

const isRoot = process.getuid?.() === 0
const usable: [string, Sandbox][] = []
for (const way of sandboxes(isRoot)) {
  const opened = openPdfPrinter({
    office: { program: '/bin/bash' },
    dataDir: '/nowhere',
    ways: [way],
    sandbox: 'required',
  })
  await opened.ready()
  if (opened.unavailable === null) usable.push([way.name, way])
  await opened.close()
}

// A machine in which nothing may be confined, as some containers are, can only show what stays open.
const testOfSandbox = test.skipIf(usable.length === 0)

describe.skipIf(process.platform !== 'linux')('what a program gets at', () => {
  const LOOKING = () => `{
    echo '%PDF-1.7'
    cat ${dataDir}/secret.txt; ls -R ${dataDir} ${tmpdir()}/lading-pdf-*
    cat /proc/self/cwd/*.docx /proc/self/cwd/*/*.docx /proc/*/environ
    (exec 3<>/dev/tcp/127.0.0.1/${port}) && echo CONNECTED
    kill -0 ${process.pid} && echo KILLS
    echo "sees: $(cat $(dirname "$out")/*/*.docx | tr '\\n' ' ')"
    echo '%%EOF'
  } > $pdf 2> /dev/null`

  test('nothing is kept from it where there is no sandbox', async () => {
    const printer = open({ office: await program('open', LOOKING()), ways: [] })
    const found = asText(await printer.print('A', Buffer.from('of A')))
    expect(found).toContain('SECRET 4711')
    expect(found).toContain('CONNECTED')
    expect(await printer.ready()).toContain('could reach files of the server and the network')
  })

  testOfSandbox('in the best sandbox of this machine nothing but its own documents', async () => {
    const printer = open({ office: await program('shut', LOOKING()), workers: 2 })
    await printer.ready()
    const asked = ['A', 'B', 'A', 'B'].map(company => printer.print(company, Buffer.from(`of ${company}\n`)))
    const seen = (await Promise.all(asked)).map(asText)
    // The first of each finds its company's run free and goes alone; what comes meanwhile goes in the next.
    expect(seen).toEqual(['A', 'B', 'A', 'B'].map(company => `%PDF-1.7\nsees: of ${company} \n%%EOF\n`))
    const busy = open({ office: await program('busy', LOOKING()) })
    const waiting = ['C', 'A', 'B', 'A', 'B'].map(company =>
      busy.print(company, Buffer.from(`of ${company}\n`)),
    )
    const [, ofA, ofB] = (await Promise.all(waiting)).map(asText)
    expect(ofA).toBe('%PDF-1.7\nsees: of A of A \n%%EOF\n')
    expect(ofB).toBe('%PDF-1.7\nsees: of B of B \n%%EOF\n')
    expect(await printer.ready()).toContain('without files of the server and without a network')
  })

  test('each run has other names, and leaves nothing for the next', async () => {
    const lines = `{ echo %PDF-; echo "$one"; find "$(dirname "$out")" ; echo kept > $(dirname "$out")/kept; echo %%EOF; } > $pdf`
    const printer = open({ office: await program('names', lines) })
    const first = asText(await printer.print('A', Buffer.from('1')))
    const second = asText(await printer.print('A', Buffer.from('2')))
    const longNames = (text: string) => text.match(/[0-9a-f]{32}/g) ?? []
    expect(longNames(first).length).toBeGreaterThan(1)
    expect(longNames(second).filter(name => first.includes(name))).toEqual([])
    expect(second).not.toContain('kept')
  })

  test('a link in place of a PDF leads nowhere', async () => {
    const linked = open({ office: await program('link', `ln -s ${dataDir}/whole.pdf $pdf`), ways: [] })
    expect(await failure(linked.print('A', Buffer.from('x')))).toMatchObject({ reason: 'failed' })
    const moved = open({
      office: await program(
        'moved',
        `rmdir $out; mkdir ${folder}/elsewhere; ln -s ${folder}/elsewhere $out; cp ${dataDir}/whole.pdf $pdf`,
      ),
      ways: [],
    })
    expect(await failure(moved.print('A', Buffer.from('x')))).toMatchObject({ reason: 'failed' })
  })

  test('where a sandbox is required and none can be had, nothing is printed', async () => {
    const printer = open({ office: await program('never', 'exit 0'), ways: [], sandbox: 'required' })
    const error = await failure(printer.print('A', Buffer.from('x')))
    expect(error).toMatchObject({ reason: 'unsafe' })
    expect(printer.unavailable).toBe(error.message)
    expect(error.message).toContain('docs/printing-pdfs.md')
  })
})

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('LibreOffice with a hostile document', () => {
  const office = findOffice()
  const hostile = () =>
    templateFile({
      isDocument: true,
      body: ['disk', 'cwd', 'proc'].map(name => paragraph(picture(name, 30, 30, name))).join(''),
      extraParts: [
        {
          name: 'word/media/disk.svg',
          type: 'image/svg+xml',
          content: svgShowing(`file://${dataDir}/red.png`),
        },
        {
          name: 'word/media/cwd.svg',
          type: 'image/svg+xml',
          content: svgShowing('file:///proc/self/cwd/1.pdf'),
        },
        {
          name: 'word/media/proc.svg',
          type: 'image/svg+xml',
          content: svgShowing(`file:///proc/${process.pid}/cwd/1.pdf`),
        },
      ],
      extraLinks: ['disk', 'cwd', 'proc'].map(name => ({
        id: name,
        kind: 'image',
        target: `media/${name}.svg`,
      })),
    })
  const confidential = templateFile({
    isDocument: true,
    body: paragraph('VICTIM CONFIDENTIAL') + paragraph(picture('green', 100, 100, 'x')),
    pictures: { green: GREEN },
  })

  test('without a sandbox the picture of the disk is printed: the attack works', async () => {
    const { red, blue } = await coloursOf(await open({ office, ways: [] }).print('spy', hostile()))
    expect(blue).toBeGreaterThan(100)
    expect(red).toBeGreaterThan(1000)
  })

  testOfSandbox('in the sandbox it is not, nor what another company prints at the same time', async () => {
    const printer = open({ office })
    const [, seen, victim] = await Promise.all([
      printer.print('spy', hostile()),
      printer.print('spy', hostile()),
      printer.print('victim', confidential),
    ])
    const found = await coloursOf(seen)
    expect(found).toMatchObject({ red: 0, green: 0, text: '' })
    expect(found.blue).toBeGreaterThan(100)
    expect(await coloursOf(victim)).toMatchObject({ text: 'VICTIM CONFIDENTIAL' })
  })

  test.each(usable)('%s keeps the disk from it', async (_, way) => {
    const printer = open({ office, ways: [way], sandbox: 'required' })
    const found = await coloursOf(await printer.print('spy', hostile()))
    expect(found).toMatchObject({ red: 0, green: 0, text: '' })
    expect(found.blue).toBeGreaterThan(100)
  })
})
