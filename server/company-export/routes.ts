import { EXPORT_FILE_BYTES_HEADER, exportCompany } from '#contract/company-export.ts'
import { attachmentHeader } from '#server/files/file-names.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Api } from '#server/route.ts'
import { beginExport, exportCompany as startExport } from './commands.ts'
import { portableName } from './places.ts'

export function companyExportRoutes(
  api: Api,
  { files, dataDir }: { files: FileStore; dataDir: string },
): void {
  api.bindWithoutTransaction(exportCompany, async (asUser, { reply, left }) => {
    const { id, accountId } = await asUser(async session => ({
      id: await beginExport(session),
      accountId: session.accountId,
    }))
    const { database } = api
    const made = await startExport({ database, files, dataDir }, { accountId, id, left })
    made.done.catch((err: unknown) => reply.log.warn({ err }, 'an export of a company was broken off'))
    void reply.headers({
      'content-type': 'application/zip',
      'content-disposition': attachmentHeader(portableName(made.name)),
      [EXPORT_FILE_BYTES_HEADER]: made.fileBytes,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
    return made.content
  })
}
