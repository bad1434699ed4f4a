import { buffer } from 'node:stream/consumers'
import type { Document, Message } from '#contract/documents.ts'
import { extensionOf } from '#contract/file-names.ts'
import { AppError } from '#server/errors.ts'
import { readMessageContent, UnreadableMessage, type MessageFormat } from '#server/files/message.ts'
import { FileMissing, type FileStore } from '#server/files/store.ts'

const MOST_BYTES = 50 * 1024 * 1024

const formats: Record<string, MessageFormat> = { '.eml': 'eml', '.msg': 'msg' }

const unreadable = ({ name }: Document, why: string) =>
  new AppError('invalid_input', `“${name}” cannot be shown here: ${why} Download it to read it.`, {
    errors: [{ path: 'id', message: why }],
  })

export async function readStoredMessage(
  files: FileStore,
  { document, contentKey }: { document: Document; contentKey: string },
): Promise<Message> {
  const format = formats[extensionOf(document.name)]
  if (!format || document.mayRunCode) throw unreadable(document, 'it is no e-mail (.eml or .msg).')
  if (document.size > MOST_BYTES) throw unreadable(document, 'it is too large.')
  try {
    return await readMessageContent(await buffer(await files.get(contentKey)), format)
  } catch (error) {
    if (error instanceof UnreadableMessage) throw unreadable(document, 'its content is damaged.')
    if (error instanceof FileMissing)
      throw new AppError(
        'internal',
        `The content of “${document.name}” is missing; ask for a backup to be restored.`,
      )
    throw error
  }
}
