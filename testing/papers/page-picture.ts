import { crc32, deflateSync } from 'node:zlib'

/** As many shades as a page with a logo needs to be read; each picture keeps those that it has most of. */
const COLOURS = 48
/** Bits of each channel by which colours are told apart. */
const BITS = 4
const DROPPED = 8 - BITS
const WHITE = 255

type Colour = readonly [red: number, green: number, blue: number]
type Pixels = { width: number; height: number; rgb: Uint8Array }

/** A picture of the kind P6 of Netpbm, which pdftoppm writes: three numbers as text, then the bytes of each pixel. */
export function readPpm(bytes: Buffer): Pixels {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64)) ?? []
  if (head === '') throw new Error('This is no picture of the kind P6 with 255 shades.')
  return { width: Number(width), height: Number(height), rgb: bytes.subarray(head.length) }
}

const codeAt = (rgb: Uint8Array, at: number) =>
  ((rgb[at] ?? WHITE) >> DROPPED) |
  (((rgb[at + 1] ?? WHITE) >> DROPPED) << BITS) |
  (((rgb[at + 2] ?? WHITE) >> DROPPED) << (2 * BITS))

const distance = (one: Colour, other: Colour) =>
  one.reduce((sum, value, place) => sum + (value - (other[place] ?? 0)) ** 2, 0)

/** Colours that are alike are one: what they are on average. */
function averages({ rgb }: Pixels): Map<number, { count: number; colour: Colour }> {
  const sums = new Map<number, [count: number, red: number, green: number, blue: number]>()
  for (let at = 0; at < rgb.length; at += 3) {
    const code = codeAt(rgb, at)
    const sum = sums.get(code) ?? [0, 0, 0, 0]
    sums.set(code, sum)
    sum[0] += 1
    sum[1] += rgb[at] ?? WHITE
    sum[2] += rgb[at + 1] ?? WHITE
    sum[3] += rgb[at + 2] ?? WHITE
  }
  return new Map(
    [...sums].map(([code, [count, ...channels]]) => {
      const [red = 0, green = 0, blue = 0] = channels.map(sum => Math.round(sum / count))
      return [code, { count, colour: [red, green, blue] }]
    }),
  )
}

/** The commonest colours, and which of them stands for each that the page has. */
function paletteOf(page: Pixels): { palette: Colour[]; places: Map<number, number> } {
  const found = averages(page)
  const palette = [...found]
    .toSorted(([one, often], [other, oftener]) => oftener.count - often.count || one - other)
    .slice(0, COLOURS)
    .map(([, { colour }]) => colour)
  const nearest = (wanted: Colour) => {
    const distances = palette.map(colour => distance(colour, wanted))
    return distances.indexOf(Math.min(...distances))
  }
  return { palette, places: new Map([...found].map(([code, { colour }]) => [code, nearest(colour)])) }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A page as a PNG of few colours, a third as large as one of all; the same bytes for the same page. */
export function pagePng(page: Pixels): Buffer {
  const { width, height, rgb } = page
  const { palette, places } = paletteOf(page)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = places.get(codeAt(rgb, (y * width + x) * 3)) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, each the place of a colour in the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
