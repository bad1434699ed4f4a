import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { AppError } from '#server/errors.ts'
import { type ByteRange, rangeAsked } from './byte-ranges.ts'
import { attachmentHeader } from './file-names.ts'
import { FileMissing, type FileStore } from './store.ts'

const OCTETS = 'application/octet-stream'

export type Download = {
  key: string
  name: string
  size: number
  mediaType: string
  mayRunCode: boolean
  /** What is sent is not what is stored: it goes out as a whole. */
  isRewritten?: boolean
}

/**
 * The file's bytes, or those that the call asks for, with headers by which a browser saves it and never opens it on our
 * address. A key is written once, so what it names never changes, and the ETag is a strong one.
 */
export async function sendFile(reply: FastifyReply, store: FileStore, file: Download): Promise<Readable> {
  const range = file.isRewritten ? undefined : askedRange(reply, file)
  const content = await store.get(file.key, { range }).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    reply.log.error({ err: error }, 'a stored file is missing')
    throw new AppError(
      'internal',
      `The content of “${file.name}” is missing; ask for a backup to be restored.`,
    )
  })
  const mediaType = file.mayRunCode ? OCTETS : file.mediaType
  setDownloadHeaders(reply, { ...file, mediaType })
  if (!file.isRewritten) void reply.headers({ 'accept-ranges': 'bytes', etag: etagOf(file.key) })
  if (range)
    void reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
      'content-length': range.end - range.start + 1,
    })
  return content
}

/** The same, or an address of the store at which whoever has it finds the file for a minute. */
export async function sendStoredFile(
  reply: FastifyReply,
  store: FileStore,
  file: Download,
): Promise<Readable | FastifyReply> {
  if (!store.presigned) return sendFile(reply, store, file)
  const mediaType = file.mayRunCode ? OCTETS : file.mediaType
  return reply.redirect(await store.presigned.addressOf(file.key, { ...file, mediaType }), 302)
}

/** Says nothing about where the file lies. */
const etagOf = (key: string) => `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`

function askedRange(reply: FastifyReply, { key, name, size }: Download): ByteRange | undefined {
  const { range: header, 'if-range': condition } = reply.request.headers
  // What was begun is of another content, or of a day, which says too little: the whole, from its start.
  if (condition !== undefined && condition !== etagOf(key)) return undefined
  const range = rangeAsked(header, size)
  if (range !== 'unsatisfiable') return range
  void reply.header('content-range', `bytes */${size}`)
  throw new AppError(
    'range_not_satisfiable',
    `“${name}” has ${size} bytes, and none of those that were asked for (Range).`,
  )
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
