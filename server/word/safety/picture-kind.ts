import { gunzipSync } from 'node:zlib'

/** `drawing`: of metafile records, which name no other files. */
export type PictureKind = 'raster' | 'drawing' | 'unknown'

type Mark = { at: number; bytes: string }

const begins = (bytes: string): readonly Mark[] => [{ at: 0, bytes }]
const RASTER: readonly (readonly Mark[])[] = [
  begins('89504e470d0a1a0a'),
  begins('ffd8ff'),
  begins('474946383761'),
  begins('474946383961'),
  begins('49492a00'),
  begins('4d4d002a'),
  // JPEG XR, in which Word keeps the originals of effects.
  begins('4949bc01'),
  [...begins('52494646'), { at: 8, bytes: '57454250' }],
]
const DRAWING: readonly (readonly Mark[])[] = [
  begins('d7cdc69a'),
  begins('010009000003'),
  begins('010009000001'),
  [...begins('01000000'), { at: 40, bytes: '20454d46' }],
]
const BITMAP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124])

/** What a picture is by its own first bytes: neither its name nor what the file calls it says how it is read. */
export function pictureKind(content: Buffer): PictureKind {
  if (mayBeReadAsMarkup(content)) return 'unknown'
  const has = (marks: readonly Mark[]) =>
    marks.every(({ at, bytes }) => content.subarray(at, at + bytes.length / 2).toString('hex') === bytes)
  if (RASTER.some(has) || isBitmap(content)) return 'raster'
  return DRAWING.some(has) ? 'drawing' : 'unknown'
}

function isBitmap(content: Buffer): boolean {
  const isNamed = content.length > 26 && content.subarray(0, 2).toString('latin1') === 'BM'
  return isNamed && BITMAP_HEADERS.has(content.readUInt32LE(14))
}

// Programs look for these in the beginning of a file, wherever it may be.
const MARKUP = /<svg|svg:svg|<!doctype|<\?xml/i

function mayBeReadAsMarkup(content: Buffer): boolean {
  const beginning = content.subarray(0, 4096).toString('latin1').replaceAll('\0', '')
  // Photographs describe themselves in XML too, so of those only the drawing counts.
  return /^(\u00ff\u00d8\u00ff|\u0089PNG)/.test(beginning)
    ? /<svg|svg:svg/i.test(beginning)
    : MARKUP.test(beginning)
}

/** Whether something that does not say it is a picture would be read as one that fetches others or runs. */
export function isHiddenPicture(content: Buffer): boolean {
  const beginning = content.subarray(0, 4096).toString('latin1').replaceAll('\0', '').trimStart()
  return /^(%!|%PDF|\u00c5\u00d0\u00d3\u00c6|\u001f\u008b)/.test(beginning) || MARKUP.test(beginning)
}

/** What a packed picture (.svgz, .emz, .wmz) holds; anything else as it is, undefined where it cannot be unpacked. */
export function unpacked(content: Buffer, limit: number): Buffer | undefined {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content
  try {
    return gunzipSync(content, { maxOutputLength: limit })
  } catch {
    return undefined
  }
}
