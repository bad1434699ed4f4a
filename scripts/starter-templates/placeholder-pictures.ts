import { crc32, deflateSync } from 'node:zlib'

// Five by seven dots a letter.
const letters = {
  L: ['10000', '10000', '10000', '10000', '10000', '10000', '11111'],
  O: ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  G: ['01110', '10001', '10000', '10111', '10001', '10001', '01110'],
  Q: ['01110', '10001', '10001', '10001', '10101', '10010', '01101'],
  R: ['11110', '10001', '10001', '11110', '10100', '10010', '10001'],
} as const

type Picture = { word: readonly (keyof typeof letters)[]; dot: number; width: number; height: number }

const PAPER = 0xed
const INK = 0x9a

function isInked({ word, dot, width, height }: Picture, x: number, y: number): boolean {
  const left = x - (width - (word.length * 6 - 1) * dot) / 2
  const column = Math.floor(left / dot)
  const line = Math.floor((y - (height - 7 * dot) / 2) / dot)
  const letter = word[Math.floor(column / 6)]
  return left >= 0 && letter !== undefined && letters[letter][line]?.[column % 6] === '1'
}

/** What stands in a template where documents show the company's logo: the word on grey. */
export const logoPlaceholder = () => png({ word: ['L', 'O', 'G', 'O'], dot: 8, width: 260, height: 160 })

/** The same where they show a QR code: a square. */
export const codePlaceholder = () => png({ word: ['Q', 'R'], dot: 8, width: 160, height: 160 })

function png(picture: Picture): Buffer {
  const { width, height } = picture
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + x + 1] = isInked(picture, x, y) ? INK : PAPER
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey a pixel.
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(rows, { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4)
  return framed
}
