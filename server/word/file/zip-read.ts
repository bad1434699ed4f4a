import { messageFrom } from '#server/errors.ts'
import { crc32, inflateRawSync } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { WordTemplateError } from './word-error.ts'

export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated. */
  method: 0 | 8
  crc: number
  size: number
  packed: Uint8Array
}

export const ZIP_LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  entries: 2_000,
  entryBytes: 32 * 1024 * 1024,
  totalBytes: 128 * 1024 * 1024,
} as const

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1')

/** The place of a fault that is no single part's. */
export const WHOLE_FILE = 'the file'

/**
 * Reads a zip's directory and cuts out each entry's packed bytes, unpacking nothing.
 * Keys are the names in lower case, as names inside a Word file ignore case.
 */
export async function readZip(bytes: Uint8Array): Promise<Map<string, ZipEntry>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  refuseByItsFirstBytes(buffer)
  const zip = await openZip(buffer)
  const entries = new Map<string, ZipEntry>()
  let total = 0
  let packedTotal = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (name.endsWith('/')) continue
      checkName(name)
      const key = name.toLowerCase()
      if (entries.has(key)) throw new WordTemplateError('Two entries of the file have the same name.', name)
      checkSize(entry)
      total += entry.uncompressedSize
      packedTotal += entry.compressedSize
      if (total > ZIP_LIMITS.totalBytes)
        throw new WordTemplateError('The file unpacks to more than 128 MB.', name)
      // Entries that share their bytes are how a small file claims to hold far more than it does.
      if (packedTotal > buffer.length) throw new WordTemplateError('Entries of the file overlap.', name)
      entries.set(key, await cutOut(zip, entry, buffer))
    }
  } catch (error) {
    throw asTemplateError(error)
  }
  return entries
}

/** Unpacks one entry; its real size and checksum must be what the directory said. */
export function unpack(entry: ZipEntry, limit: number = ZIP_LIMITS.entryBytes): Buffer {
  if (entry.size > limit) {
    throw new WordTemplateError(`This part is ${entry.size} bytes; at most ${limit} are allowed.`, entry.name)
  }
  let content: Buffer
  try {
    content =
      entry.method === 0
        ? Buffer.from(entry.packed)
        : inflateRawSync(entry.packed, { maxOutputLength: Math.max(1, entry.size) })
  } catch {
    throw new WordTemplateError('This part is damaged, or is larger than the file says it is.', entry.name)
  }
  if (content.length !== entry.size) {
    throw new WordTemplateError('This part is smaller than the file says it is.', entry.name)
  }
  if (crc32(content) !== entry.crc) {
    throw new WordTemplateError('This part is damaged: its checksum does not match.', entry.name)
  }
  return content
}

function refuseByItsFirstBytes(buffer: Buffer): void {
  if (buffer.length > ZIP_LIMITS.fileBytes) {
    throw new WordTemplateError('The file is larger than 50 MB.', WHOLE_FILE)
  }
  if (buffer.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) {
    throw new WordTemplateError(
      'The file is protected by a password or was saved by Word 2003 or older. Save it in Word as “Word Template (*.dotx)” without a password.',
      WHOLE_FILE,
    )
  }
}

async function openZip(buffer: Buffer): Promise<ZipFile> {
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(withoutTail(buffer), { lazyEntries: true, strictFileNames: false })
  } catch {
    throw new WordTemplateError(
      'The file is not a Word document: it cannot be opened as one. It may be damaged, or another kind of file with that ending. Upload an intact copy.',
      WHOLE_FILE,
    )
  }
  if (zip.entryCount > ZIP_LIMITS.entries) {
    throw new WordTemplateError(
      `The file holds ${zip.entryCount} entries; at most ${ZIP_LIMITS.entries} are allowed.`,
      WHOLE_FILE,
    )
  }
  return zip
}

/** Programs leave a line end or the like behind the directory's end, which is the end of a zip. */
function withoutTail(buffer: Buffer): Buffer {
  const at = buffer.lastIndexOf(END_OF_DIRECTORY)
  if (at < 0 || at + 22 > buffer.length) return buffer
  const end = at + 22 + buffer.readUInt16LE(at + 20)
  return end < buffer.length ? buffer.subarray(0, end) : buffer
}

function checkName(name: string): void {
  const steps = name.split('/')
  const isPlain = steps.every(step => step !== '' && step !== '.' && step !== '..')
  if (!isPlain || name.length > 260 || /[\u0000-\u001f\\:]/.test(name)) {
    throw new WordTemplateError('An entry of the file has a name that leads outside of it.', name)
  }
}

function checkSize(entry: Entry): void {
  if (entry.isEncrypted()) {
    throw new WordTemplateError(
      'A part of the file is encrypted. Save it without a password.',
      entry.fileName,
    )
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new WordTemplateError('A part of the file is packed in a way Word does not use.', entry.fileName)
  }
  if (entry.uncompressedSize > ZIP_LIMITS.entryBytes) {
    throw new WordTemplateError(
      `A part of the file unpacks to ${entry.uncompressedSize} bytes; at most ${ZIP_LIMITS.entryBytes} are allowed.`,
      entry.fileName,
    )
  }
}

async function cutOut(zip: ZipFile, entry: Entry, buffer: Buffer): Promise<ZipEntry> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const end = fileDataStart + entry.compressedSize
  if (end > buffer.length) throw new WordTemplateError('A part of the file is cut off.', entry.fileName)
  return {
    name: entry.fileName,
    method: entry.compressionMethod === 0 ? 0 : 8,
    crc: entry.crc32,
    size: entry.uncompressedSize,
    packed: buffer.subarray(fileDataStart, end),
  }
}

function asTemplateError(error: unknown): WordTemplateError {
  if (error instanceof WordTemplateError) return error
  const detail = messageFrom(error)
  return new WordTemplateError(`The file is damaged and cannot be opened (${detail}).`, WHOLE_FILE)
}
