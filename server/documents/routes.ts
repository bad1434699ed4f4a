import { downloadDocument, replaceDocumentContent, uploadDocument } from '#contract/documents.ts'
import { sendFile } from '#server/files/downloads.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import { withUpload, type FileParts } from './upload.ts'

export function documentRoutes(api: Api, { files, uploadLimitBytes }: FileParts): void {
  api.bindFree(uploadDocument, (asUser, { request, reply }) =>
    withUpload({ files, uploadLimitBytes, asUser, request, endpoint: uploadDocument }, async upload => {
      const { document, created } = await commands.attachDocument(upload)
      if (!created) void reply.code(200)
      return document
    }),
  )

  api.bindFree(replaceDocumentContent, (asUser, { request, ifMatch }) =>
    withUpload({ files, uploadLimitBytes, asUser, request, endpoint: replaceDocumentContent }, upload =>
      commands.replaceContent(asUser, upload, ifMatch),
    ),
  )

  api.bindFree(downloadDocument, async (asUser, { params, reply }) => {
    const { document, contentKey, mediaType } = await asUser(session =>
      commands.loadDocument(session, params.id),
    )
    return sendFile(reply, files, { ...document, key: contentKey, mediaType })
  })
}
