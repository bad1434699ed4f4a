import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid, messageFrom } from '#server/errors.ts'
import { ContentWatch, type WatchedContent } from './content-watch.ts'
import { cleanFileName } from './file-names.ts'
import { tooLarge, type StoredFile } from './store.ts'

/** The form's part that carries the file. */
const FILE_PART = 'afile'

// What a form may weigh besides its file.
const FIELD_BYTES = 64 * 1024
const MAXIMUM_FIELDS = 20
const FORM_BYTES = 1024 * 1024

export async function registerUploads(
  app: FastifyInstance,
  { limitBytes }: { limitBytes: number },
): Promise<void> {
  await app.register(multipart, {
    // The store counts for itself and refuses; one byte more lets it see that there was more.
    throwFileSizeLimit: false,
    limits: {
      fileSize: limitBytes + 1,
      files: 2,
      fields: MAXIMUM_FIELDS,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      parts: MAXIMUM_FIELDS + 3,
      headerPairs: 50,
    },
  })
}

/** How large the file of a form is at least, by what the request says of its length. */
export const minimumFileBytes = ({ headers }: FastifyRequest): number =>
  Math.max(0, Number(headers['content-length'] ?? 0) - FORM_BYTES)

export type ReceivedForm = StoredFile & {
  fileName: string
  content: WatchedContent
  /** As they were sent: still to be checked. */
  fields: Record<string, unknown>
}

type Receiver = {
  limitBytes: number
  /** Throws where a file of this name is not wanted, before any of its bytes are stored. */
  acceptName?: (fileName: string) => void
  put: (content: AsyncIterable<Uint8Array>) => Promise<StoredFile>
}

/**
 * Streams the one file of a form to `put`, wherever it stands among the text fields. When this throws,
 * the file may be stored already: the caller deletes it.
 */
export async function receiveForm(request: FastifyRequest, receiver: Receiver): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new AppError(
      'unsupported_media_type',
      `Send the file in a form (multipart/form-data), in a part named ${FILE_PART}.`,
    )
  if (Number(request.headers['content-length'] ?? 0) > receiver.limitBytes + FORM_BYTES)
    throw tooLarge(receiver.limitBytes)
  try {
    return await readForm(request, receiver)
  } catch (error) {
    // Many clients read no answer before they have sent all; what is left is read and dropped.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

async function readForm(request: FastifyRequest, { acceptName, put }: Receiver): Promise<ReceivedForm> {
  const fields: Record<string, unknown> = {}
  let file: Omit<ReceivedForm, 'fields'> | undefined
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      if (part.fieldname === FILE_PART)
        throw invalid(FILE_PART, 'This part must be a file with its name, not text.')
      if (part.valueTruncated) throw invalid(part.fieldname, `At most ${FIELD_BYTES} bytes.`)
      if (Object.hasOwn(fields, part.fieldname)) throw invalid(part.fieldname, 'Give this field once.')
      fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== FILE_PART)
      throw invalid(part.fieldname || FILE_PART, `The part with the file must be named ${FILE_PART}.`)
    if (file) throw invalid(FILE_PART, 'Send one file at a time.')
    // Browsers write a quotation mark in this way and no other character.
    const fileName = cleanFileName((part.filename ?? '').replaceAll('%22', '"'))
    if (!fileName) throw invalid(FILE_PART, 'The file has no name; choose a file.')
    acceptName?.(fileName)
    const watch = new ContentWatch()
    const stored = await put(watch.watch(bytesOf(part.file)))
    file = { ...stored, fileName, content: watch.result() }
  }
  if (!file) throw invalid(FILE_PART, 'Choose a file; the form has none.')
  return { ...file, fields }
}

async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    throw brokenForm(error)
  }
}

async function* bytesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk
  } catch (error) {
    throw brokenForm(error)
  }
}

function brokenForm(error: unknown): AppError {
  if (error instanceof AppError) return error
  const reason = messageFrom(error)
  return new AppError(
    'bad_request',
    `The form could not be read to its end (${reason}); nothing was saved. Send it again.`,
  )
}
