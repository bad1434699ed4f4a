import type { FastifyRequest } from 'fastify'
import { beginImport, getImport, previewImport, readImport, undoImport } from '#contract/imports.ts'
import { busy, invalid } from '#server/errors.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { tooLarge } from '#server/files/store.ts'
import { receiveForm } from '#server/files/uploads.ts'
import type { Api } from '#server/route.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet.ts'
import { unpacked } from '#server/sheets/packed-file.ts'
import type { SheetReader } from '#server/sheets/sheet-reader.ts'
import { withLowerCaseInitials } from '#server/wire-names.ts'
import * as commands from './commands.ts'
import { reportOf } from './report.ts'

/** Files that are on their way stand in memory, so that there are few of them at a time. */
const receiving = new FairQueue({
  atOnce: 6,
  ofOneCompany: 2,
  waiting: 50,
  full: () => busy('Too many files are being sent at the moment. Send this one again in a minute.'),
})

async function receive(request: FastifyRequest) {
  const chunks: Uint8Array[] = []
  let size = 0
  const form = await receiveForm(request, {
    limitBytes: SHEET_LIMITS.fileBytes,
    put: async content => {
      for await (const chunk of content) {
        size += chunk.length
        if (size > SHEET_LIMITS.fileBytes) throw tooLarge(SHEET_LIMITS.fileBytes)
        chunks.push(chunk)
      }
      return { size, sha256: '' }
    },
  })
  return { form, bytes: new Uint8Array(Buffer.concat(chunks)) }
}

export function importRoutes(api: Api, { sheets }: { sheets: SheetReader }): void {
  api.bindWithoutTransaction(readImport, async (asUser, { request, reply }) => {
    // Nobody's bytes are taken who may not bring anything in.
    const company = await asUser(async ({ accountId }) => accountId)
    const { form, bytes } = await receiving.take(company, () => receive(request))
    const parsed = readImport.body?.safeParse(withLowerCaseInitials(form.fields))
    if (!parsed?.success) {
      const [issue] = parsed?.error.issues ?? []
      throw invalid(issue?.path.join('.') ?? 'id', issue?.message ?? 'This is not valid.')
    }
    await asUser(session => commands.admit(session, parsed.data))
    const content = await sheets.read(company, { bytes, name: form.fileName })
    const file = await unpacked(content)
    const { report, created } = await asUser(session =>
      commands.keep(session, parsed.data, { fileName: form.fileName, content, file }),
    )
    if (!created) void reply.code(200)
    return report
  })

  api.bind(previewImport, (session, { params, body }) => commands.preview(session, params.id, body))

  api.bind(beginImport, (session, { params }) => commands.begin(session, params.id))

  api.bind(getImport, (session, { params }) => reportOf(session, params.id))

  api.bind(undoImport, (session, { params }) => commands.beginUndo(session, params.id))
}
