import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { AppError } from '#server/errors.ts'
import { attachmentHeader } from './file-names.ts'
import { FileMissing, type FileStore } from './store.ts'

export type Download = { key: string; name: string; size: number; mediaType: string; mayRunCode: boolean }

/** The file's bytes, with headers by which a browser saves it and never opens it on our address. */
export async function sendFile(reply: FastifyReply, store: FileStore, file: Download): Promise<Readable> {
  const content = await store.get(file.key).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    reply.log.error({ err: error }, 'a stored file is missing')
    throw new AppError(
      'internal',
      `The content of “${file.name}” is missing. Ask the operator of the server to put it back from a backup: npm run restore -- FOLDER --missing-files`,
    )
  })
  const mediaType = file.mayRunCode ? 'application/octet-stream' : file.mediaType
  setDownloadHeaders(reply, { ...file, mediaType })
  return content
}

/** The same for a file that was made for this call and is kept nowhere. */
export function sendBytes(
  reply: FastifyReply,
  bytes: Uint8Array,
  file: Pick<Download, 'name' | 'mediaType'>,
): Buffer {
  setDownloadHeaders(reply, { ...file, size: bytes.length })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function setDownloadHeaders(
  reply: FastifyReply,
  { name, mediaType, size }: Pick<Download, 'name' | 'mediaType' | 'size'>,
): void {
  void reply.headers({
    'content-type': mediaType,
    'content-length': size,
    'content-disposition': attachmentHeader(name),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
}
