import {
  deleteDocument,
  downloadDocument,
  downloadEarlierContent,
  fileMessageAttachment,
  listDeletedDocuments,
  listEarlierContents,
  readMessage,
  replaceDocumentContent,
  restoreDocument,
  restoreEarlierContent,
  updateDocument,
  uploadDocument,
} from '#contract/documents.ts'

import { sendStoredFile } from '#server/files/downloads.ts'
import type { MessageReader } from '#server/files/message-reader.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import { fileAttachment, readStoredMessage } from './message-commands.ts'
import * as restoring from './restore-commands.ts'
import { withUpload, type FileDependencies } from './upload.ts'

export function documentRoutes(
  api: Api,
  { files, messages, uploadLimitBytes }: FileDependencies & { messages: MessageReader },
): void {
  api.bindWithoutTransaction(uploadDocument, (asUser, { request, reply }) =>
    withUpload({ files, uploadLimitBytes, asUser, request, endpoint: uploadDocument }, async upload => {
      const { document, created } = await commands.attachDocument(upload)
      if (!created) void reply.code(200)
      return document
    }),
  )

  api.bindWithoutTransaction(replaceDocumentContent, (asUser, { request, ifMatch }) =>
    withUpload({ files, uploadLimitBytes, asUser, request, endpoint: replaceDocumentContent }, upload =>
      commands.replaceContent(asUser, upload, ifMatch),
    ),
  )

  api.bindWithoutTransaction(downloadDocument, async (asUser, { params, reply }) => {
    const { document, contentKey, mediaType } = await asUser(session =>
      commands.loadDocument(session, params.id),
    )
    return sendStoredFile(reply, files, { ...document, key: contentKey, mediaType })
  })

  api.bind(updateDocument, (session, { body, ifMatch }) => commands.renameDocument(session, body, ifMatch))

  api.bind(deleteDocument, async (session, { params, ifMatch }) => {
    await commands.deleteDocument(session, params.id, ifMatch)
    return undefined
  })

  api.bind(listDeletedDocuments, (session, { query }) =>
    restoring.deletedDocuments(session, query.shipmentId),
  )

  api.bind(restoreDocument, (session, { params }) => restoring.restoreDocument(session, params.id))

  api.bind(listEarlierContents, (session, { params }) => restoring.earlierContents(session, params.id))

  api.bindWithoutTransaction(downloadEarlierContent, async (asUser, { params, reply }) => {
    const { contentKey, size, document } = await asUser(session =>
      restoring.loadEarlierContent(session, params),
    )
    // Of what kind this content was is not kept beside it; bytes of no kind are opened by nothing.
    const mediaType = 'application/octet-stream'
    return sendStoredFile(reply, files, {
      key: contentKey,
      name: document.name,
      size,
      mediaType,
      mayRunCode: true,
    })
  })

  api.bindWithoutTransaction(restoreEarlierContent, (asUser, { params }) =>
    restoring.restoreEarlierContent(files, asUser, params),
  )

  api.bindWithoutTransaction(readMessage, async (asUser, { params }) =>
    readStoredMessage(
      { files, messages },
      await asUser(session => commands.loadDocument(session, params.id)),
    ),
  )

  api.bindWithoutTransaction(fileMessageAttachment, async (asUser, { params, body, reply }) => {
    const { document, created } = await fileAttachment({ files, messages, uploadLimitBytes }, asUser, {
      documentId: params.id,
      position: body.position,
    })
    if (!created) void reply.code(200)
    return document
  })
}
