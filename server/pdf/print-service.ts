import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { disconnectSignal } from '#server/disconnect-signal.ts'
import { AppError } from '#server/errors.ts'
import { PdfError } from './pdf-error.ts'
import type { PdfPrinter } from './printer.ts'

/** Where a worker prints for servers. */
export const PRINT_PATH = '/print'

/** The header that names whose document it is. */
export const COMPANY_HEADER = 'x-lading-company'

/** With a refusal of the printer, and no other reply. */
export const REFUSED_STATUS = 422

const MOST_BYTES = 200 * 1024 * 1024

/** What servers show to workers: whoever has the installation's key. */
export const printToken = (key: string): string =>
  createHmac('sha256', key).update('lading: workers print for servers').digest('base64url')

/** Whether a request comes from a server that has the same key. */
export function asksAsServer(key: string): (request: Pick<IncomingMessage, 'headers'>) => boolean {
  const expected = Buffer.from(`Bearer ${printToken(key)}`)
  return ({ headers }) => {
    const given = Buffer.from(headers.authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

/** Lets servers that have the same key print their documents here. */
export function addPrintService(app: FastifyInstance, { pdf, key }: { pdf: PdfPrinter; key: string }): void {
  const isServer = asksAsServer(key)
  const requireServer = async ({ headers }: FastifyRequest) => {
    if (!isServer({ headers }))
      throw new AppError(
        'sign_in_required',
        'Only servers with the same LADING_KEY may have their documents printed here.',
      )
  }
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.get(PRINT_PATH, { onRequest: requireServer }, async () => ({ unavailable: pdf.unavailable }))
  app.post(PRINT_PATH, { onRequest: requireServer, bodyLimit: MOST_BYTES }, async (request, reply) => {
    const company = request.headers[COMPANY_HEADER]
    if (typeof company !== 'string' || company === '' || !Buffer.isBuffer(request.body))
      throw new AppError('bad_request', 'Send a Word document and name the company that it belongs to.')
    try {
      const bytes = await pdf.print(company, request.body, disconnectSignal(reply))
      return await reply.type('application/pdf').send(bytes)
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      const { message, reason } = error
      return reply.code(REFUSED_STATUS).send({ reason, message })
    }
  })
}
