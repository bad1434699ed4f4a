import { crc32, deflateSync } from 'node:zlib'
import { code128 } from './code128.ts'
import type { PictureValue } from '#server/word/language/known-fields.ts'
import { qrCode } from './qr-code.ts'
import type { CodeKind } from '#server/word/file/tree.ts'

/** What office printers print; a module of a code is a whole number of its dots. */
export const DOTS_PER_INCH = 300
const MAX_SIDE = 2_400
const SQUARE_MARGIN = 4
const BAR_MARGIN = 10

/** A code as a black and white picture that fits a box of `width` by `height` dots; undefined if it cannot hold the text. */
export function codePicture(
  kind: CodeKind,
  text: string,
  width: number,
  height: number,
): PictureValue | undefined {
  if (kind === 'code128') {
    const bars = code128(text)
    if (bars === undefined) return undefined
    const modules = bars.length + 2 * BAR_MARGIN
    const scale = scaleFor(modules, width)
    const tall = Math.max(1, Math.min(MAX_SIDE, Math.floor(height)))
    return picture(modules * scale, tall, x => bars[Math.floor(x / scale) - BAR_MARGIN] === true)
  }
  const matrix = qrCode(text)
  if (matrix === undefined) return undefined
  const modules = matrix.length + 2 * SQUARE_MARGIN
  const scale = scaleFor(modules, Math.min(width, height))
  const side = modules * scale
  const moduleAt = (pixel: number) => Math.floor(pixel / scale) - SQUARE_MARGIN
  return picture(side, side, (x, y) => matrix[moduleAt(y)]?.[moduleAt(x)] === true)
}

function scaleFor(modules: number, dots: number): number {
  return Math.max(1, Math.floor(Math.min(MAX_SIDE, dots) / modules))
}

/** A PNG of one bit a pixel, at the resolution of `DOTS_PER_INCH`. */
function picture(width: number, height: number, isDark: (x: number, y: number) => boolean): PictureValue {
  const stride = 1 + Math.ceil(width / 8)
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDark(x, y)) continue
      const at = y * stride + 1 + (x >> 3)
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const resolution = Buffer.alloc(9)
  const dotsPerMetre = Math.round(DOTS_PER_INCH / 0.0254)
  resolution.writeUInt32BE(dotsPerMetre, 0)
  resolution.writeUInt32BE(dotsPerMetre, 4)
  resolution[8] = 1
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { bytes, mediaType: 'image/png', width, height }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
