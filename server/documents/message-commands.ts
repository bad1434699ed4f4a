import { cleanLine, cleanText } from '#contract/clean-text.ts'
import type { Document, Message } from '#contract/documents.ts'
import { extensionOf } from '#contract/file-names.ts'
import { AppError, invalid } from '#server/errors.ts'
import { ContentWatch } from '#server/files/content-watch.ts'
import { detectKind } from '#server/files/file-kind.ts'
import { cleanFileName } from '#server/files/file-names.ts'
import {
  type AttachmentContent,
  type MessageContent,
  type MessageFormat,
  UnreadableMessage,
} from '#server/files/message.ts'
import type { MessageReader, StoredMessage } from '#server/files/message-reader.ts'
import { FileMissing, type FileStore, ownerOf, wholeFile } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import { loadDocument } from './commands.ts'
import { insertUnderFreeName } from './free-name.ts'
import { findDocument, findDocumentByName } from './records.ts'
import { type FileDependencies, withStoredFile } from './upload.ts'

const MAX_BYTES = 50 * 1024 * 1024

const formats: Record<string, MessageFormat> = { '.eml': 'eml', '.msg': 'msg' }

const unreadable = ({ name }: Document, why: string) =>
  new AppError('invalid_input', `“${name}” cannot be shown here: ${why} Download it to read it.`, {
    errors: [{ path: 'id', message: why }],
  })

type Stored = { document: Document; contentKey: string }
type MessageDependencies = { files: FileStore; messages: MessageReader }

export const readStoredMessage = (dependencies: MessageDependencies, stored: Stored): Promise<Message> =>
  reading(dependencies.files, stored, async message => asWritten(await dependencies.messages.read(message)))

/** Outsiders write it: “exe.fdp” is not to read as “pdf.exe” in the list from which somebody chooses. */
const asWritten = ({ subject, from, to, cc, text, attachments, ...others }: MessageContent): Message => ({
  ...others,
  subject: cleanLine(subject),
  from: cleanLine(from),
  to: cleanLine(to),
  cc: cleanLine(cc),
  text: cleanText(text),
  attachments: attachments.map(({ name, size }) => ({ name: cleanLine(name) || 'Attachment', size })),
})

/** Makes an attachment of a job's message a document of the job, unless it is one already. */
export async function fileAttachment(
  { files, messages, uploadLimitBytes: limitBytes }: FileDependencies & MessageDependencies,
  asUser: AsUser,
  { documentId, position }: { documentId: string; position: number },
): Promise<{ document: Document; created: boolean }> {
  const stored = await asUser(session => loadDocument(session, documentId))
  return reading(files, stored, message =>
    messages.attachment(message, position, attachment => {
      if (!attachment) throw invalid('position', 'The e-mail has no such attachment.')
      return keep({ files, limitBytes }, asUser, stored.document.shipmentId, attachment)
    }),
  )
}

async function keep(
  { files, limitBytes }: { files: FileStore; limitBytes: number },
  asUser: AsUser,
  jobId: string,
  attachment: NonNullable<AttachmentContent>,
): Promise<{ document: Document; created: boolean }> {
  const name = cleanFileName(attachment.name) || 'Attachment'
  return withStoredFile({ files, asUser }, async (key, save) => {
    const watch = new ContentWatch()
    const { size, sha256 } = await files.put(key, watch.watch(inOnePiece(attachment.content)), { limitBytes })
    const kind = await detectKind(name, watch.result(), () => files.get(key))
    return save<{ document: Document; created: boolean }>(async session => {
      const { db, accountId } = session
      const sameName = await findDocumentByName(db, accountId, jobId, name)
      const same = sameName && (await findDocument(db, accountId, sameName.id))
      if (same?.contentHash === sha256)
        return { result: { document: same.document, created: false }, kept: false }
      const content = { contentKey: key, contentHash: sha256, size, ...kind }
      const document = await insertUnderFreeName(session, {
        id: crypto.randomUUID(),
        jobId,
        name,
        ...content,
      })
      return { result: { document, created: true }, kept: true }
    })
  })
}

async function reading<Result>(
  files: FileStore,
  { document, contentKey }: Stored,
  read: (message: StoredMessage) => Promise<Result>,
): Promise<Result> {
  const format = formats[extensionOf(document.name)]
  if (!format || document.mayRunCode) throw unreadable(document, 'it is not an e-mail (.eml or .msg).')
  if (document.size > MAX_BYTES) throw unreadable(document, 'it is too large.')
  try {
    return await read({
      company: ownerOf(contentKey),
      key: contentKey,
      format,
      bytes: () => wholeFile(files, { key: contentKey, size: document.size }),
    })
  } catch (error) {
    if (error instanceof UnreadableMessage)
      throw unreadable(
        document,
        error.reason === 'damaged'
          ? 'its content is damaged.'
          : 'reading it takes more time or memory than one e-mail may take.',
      )
    if (error instanceof FileMissing)
      throw new AppError(
        'internal',
        `The content of “${document.name}” is missing. Ask the operator of the server to put it back from a backup: npm run restore -- FOLDER --missing-files`,
      )
    throw error
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
