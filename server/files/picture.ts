import { crc32, inflateSync } from 'node:zlib'

export type PictureFacts = {
  mediaType: 'image/png' | 'image/jpeg'
  /** Pixels. */
  width: number
  height: number
}

const MAX_PIXELS_A_SIDE = 20_000

/**
 * What kind of picture the bytes are and how large; null where they are none that Word and a browser both draw,
 * or where the file is cut short.
 */
export function readPicture(bytes: Uint8Array): PictureFacts | null {
  if (bytes.length < 8) return null
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const facts = readPng(buffer) ?? readJpeg(buffer)
  if (!facts) return null
  const { width, height } = facts
  const fits = [width, height].every(side => side > 0 && side <= MAX_PIXELS_A_SIDE)
  return fits ? facts : null
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const CHUNK_FRAME = 12
// Samples of a pixel by the header's colour type.
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024

function readPng(bytes: Buffer): PictureFacts | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = 8; at + CHUNK_FRAME <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_FRAME + length
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    if (type === 'IHDR') header = content
    if (type === 'IDAT') data.push(content)
    if (type === 'IEND') return header && header.length === 13 ? pngFacts(header, data) : null
    at = end
  }
  return null
}

function pngFacts(header: Buffer, data: readonly Buffer[]): PictureFacts | null {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, , , interlaced = 0] = header.subarray(8)
  const row = 1 + Math.ceil((width * depth * (SAMPLES[colour] ?? 0)) / 8)
  const expected = row * height
  if (expected > MAX_UNPACKED_BYTES) return null
  try {
    const unpacked = inflateSync(Buffer.concat(data), { maxOutputLength: expected + height * 8 + 64 })
    return unpacked.length >= expected || interlaced ? { mediaType: 'image/png', width, height } : null
  } catch {
    return null
  }
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Whether a marker begins a frame, whose header says how large the picture is. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Buffer): PictureFacts | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  let facts: PictureFacts | null = null
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (isFrame(marker) && at + 9 <= bytes.length)
      facts = {
        mediaType: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    if (marker === START_OF_SCAN) return bytes.includes(Buffer.from([0xff, END_OF_IMAGE]), at) ? facts : null
    at += 2 + length
  }
  return null
}
