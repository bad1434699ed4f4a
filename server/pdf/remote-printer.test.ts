import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AppSettings, createServer as createApp } from '#server/app.ts'
import { AppError } from '#server/errors.ts'
import { CallerLeft } from '#server/fair-queue.ts'
import { runningRequestId } from '#server/request-ids.ts'
import { PdfError } from './pdf-error.ts'
import { addPrintService, asksAsServer } from './print-service.ts'
import type { PdfPrinter } from './printer.ts'
import { openRemotePrinter, type RemotePrinterSettings } from './remote-printer.ts'

const KEY = 'k'.repeat(32)
const told: AppSettings = { logLevel: 'silent', trustedProxies: [], publicUrl: 'http://127.0.0.1:1' }
const document = new TextEncoder().encode('a Word document')
const pdf = new TextEncoder().encode('%PDF-')

let closing: (() => Promise<unknown>)[]
let lines: string[]
/** What the workers' printers were given. */
let given: { company: string; text: string }[]
/** Whose requests the workers print. */
let requests: (string | undefined)[]
beforeEach(() => {
  closing = []
  lines = []
  given = []
  requests = []
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
})

type Print = PdfPrinter['print']

/** A worker's port with a printer in LibreOffice's place; answers its address. */
async function startWorker(
  print: Print,
  { key = KEY, unavailable = null }: { key?: string; unavailable?: string | null } = {},
): Promise<string> {
  const app = await createApp({ ...told, mayNameRequests: asksAsServer(key) })
  app.get('/healthz', async () => ({ status: 'ok' }))
  const printer: PdfPrinter = {
    unavailable,
    load: { running: 0, waiting: 0 },
    ready: async () => undefined,
    print: (company, content, left) => {
      given.push({ company, text: new TextDecoder().decode(content) })
      requests.push(runningRequestId())
      return print(company, content, left)
    },
    close: async () => undefined,
  }
  addPrintService(app, { pdf: printer, key })
  closing.push(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

function open(workers: readonly string[], settings: Partial<RemotePrinterSettings> = {}): PdfPrinter {
  const printer = openRemotePrinter({
    ...{ workers, key: KEY, log: line => lines.push(line), patience: 0, pulse: 20_000 },
    ...settings,
  })
  closing.push(() => printer.close())
  return printer
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)
/** An address at which nothing answers. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

describe('PDFs that workers make', () => {
  test('a document goes to a worker under its company’s name and comes back as a PDF', async () => {
    const printer = open([await startWorker(async () => pdf)])
    expect(await printer.print('a company', document)).toEqual(pdf)
    expect(given).toEqual([{ company: 'a company', text: 'a Word document' }])
    expect(await printer.ready()).toBe('PDFs are made by workers: 1 of 1 can do it at the moment.')
    const server = await createApp(told)
    closing.push(() => server.close())
    server.post('/paper', async () => printer.print('a company', document))
    const { headers } = await server.inject({ method: 'POST', url: '/paper', payload: { lines: 1 } })
    expect(requests).toEqual([expect.stringMatching(/^.{17}$/), headers['x-request-id']])
    expect([printer.unavailable, printer.load]).toEqual([null, { running: 0, waiting: 0 }])
  })

  test('what the printer refuses is told as it says it', async () => {
    const refusals = [
      new PdfError('LibreOffice could not make a PDF of this document.', 'failed'),
      new PdfError('Your company has too many PDFs waiting at the moment.', 'busy'),
      new AppError('storage_full', 'The disk on which PDFs are made is full.'),
    ]
    const printer = open([
      await startWorker(async () => {
        throw refusals.shift() ?? new Error('no more')
      }),
    ])
    for (const expected of [...refusals])
      expect(await failureOf(printer.print('a', document))).toEqual(expected)
    expect(given).toHaveLength(3)
  })

  test('a worker that is gone or stops leaves its documents to another', async () => {
    const stopping = await startWorker(async () => {
      throw new PdfError('The server is stopping.', 'closed')
    })
    const printer = open([await nowhere(), stopping, await startWorker(async () => pdf)])
    expect(await printer.print('a', document)).toEqual(pdf)
    expect(lines).toEqual([
      expect.stringMatching(/^A worker that makes PDFs cannot be used \(http:.*\): fetch failed$/),
      `A worker that makes PDFs cannot be used (${stopping}): The server is stopping.`,
    ])
  })

  test('one that hangs is found out, and the document goes to another', async () => {
    const sockets: Server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(sockets, 'listening')
    closing.push(async () => {
      sockets.closeAllConnections()
      sockets.close()
    })
    const silent = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`
    // Where a busy machine lets the other one look silent too, it is asked again.
    const printer = open([silent, await startWorker(async () => pdf)], { patience: 30_000, pulse: 300 })
    expect(await printer.print('a', document)).toEqual(pdf)
  })

  test('one that is restarted meanwhile is waited for', async () => {
    let tries = 0
    const printer = open(
      [
        await startWorker(async () => {
          tries += 1
          if (tries === 1) throw new PdfError('The server is stopping.', 'closed')
          return pdf
        }),
      ],
      { patience: 5_000 },
    )
    expect(await printer.print('a', document)).toEqual(pdf)
  })

  test('whoever leaves takes the document out of the worker’s queue', async () => {
    let isDropped = false
    const printer = open([
      await startWorker(
        (_company, _document, left) =>
          new Promise((_resolve, reject) => {
            left?.addEventListener('abort', () => {
              isDropped = true
              reject(new CallerLeft())
            })
          }),
      ),
    ])
    const leaving = new AbortController()
    const printing = failureOf(printer.print('a', document, leaving.signal))
    await expect.poll(() => given.length).toBe(1)
    leaving.abort()
    expect(await printing).toBeInstanceOf(CallerLeft)
    await expect.poll(() => isDropped).toBe(true)
  })

  test('where none can, people are told why', async () => {
    expect(open([]).unavailable).toMatch(/PDF_WORKERS names none/)
    expect(await failureOf(open([]).print('a', document))).toMatchObject({ reason: 'absent' })

    expect(await failureOf(open([await nowhere()]).print('a', document))).toMatchObject({
      reason: 'closed',
      message:
        'No worker that makes PDFs can be reached at the moment. Try again in a minute, or make a Word document instead.',
    })
    const other = open([
      await startWorker(async () => pdf, { key: 'another key, just as long as it must be' }),
    ])
    expect(await failureOf(other.print('a', document))).toMatchObject({ reason: 'absent' })
    await other.ready()
    expect(other.unavailable).toMatch(/they have another LADING_KEY/)

    const reason = 'PDF needs LibreOffice, which is not installed on the server.'
    const without = open([await startWorker(async () => pdf, { unavailable: reason })])
    expect(without.unavailable).toBe(null)
    await without.ready()
    expect(without.unavailable).toBe(reason)
    expect(given).toEqual([])
  })

  test('nobody without the key prints, or sees what can be printed', async () => {
    const address = await startWorker(async () => pdf)
    for (const authorization of ['', 'Bearer x', `Bearer ${KEY}`])
      for (const method of ['GET', 'POST'])
        expect(
          (await fetch(`${address}/print`, { method, headers: authorization ? { authorization } : {} }))
            .status,
        ).toBe(401)
    expect(given).toEqual([])
  })
})
