import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { code128 } from './code128.ts'
import { codePicture } from './code-picture.ts'
import { type QrMatrix, qrCode } from './qr-code.ts'

const bits = (bars: readonly boolean[] | undefined) => bars?.map(Number).join('')

/** A one-bit PNG's pixels, true where dark. */
function pixelsOf(bytes: Uint8Array): boolean[][] {
  const file = Buffer.from(bytes)
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const data = file.indexOf('IDAT')
  const rows = inflateSync(file.subarray(data + 4, data + 4 + file.readUInt32BE(data - 4)))
  const stride = 1 + Math.ceil(width / 8)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const byte = rows[y * stride + 1 + (x >> 3)] ?? 0
      return ((byte >> (7 - (x & 7))) & 1) === 0
    }),
  )
}

describe('QR codes', () => {
  test('a short number', () => {
    const rows = qrCode('LAD-26-01042')?.map(row => row.map(isDark => (isDark ? '#' : '.')).join(''))
    expect(rows).toEqual([
      '#######.#.##..#######',
      '#.....#.###...#.....#',
      '#.###.#.#.##..#.###.#',
      '#.###.#....#..#.###.#',
      '#.###.#.##.##.#.###.#',
      '#.....#...#...#.....#',
      '#######.#.#.#.#######',
      '.........#...........',
      '#..######..#.#..#.###',
      '.####...############.',
      '.##.#########..#.##..',
      '#.#.........#####..##',
      '#.###.####.####..#.#.',
      '........###.###.###..',
      '#######.##.#.#.##.##.',
      '#.....#.#.....#.#.#..',
      '#.###.#.#.#...###.###',
      '#.###.#.##..###..#...',
      '#.###.#..#####.#.####',
      '#.....#..#.##..#..##.',
      '#######.#.#.##.#.#.#.',
    ])
  })

  // Each of these was read back by another program's decoder when it was written down.
  test.each([
    ['digits', '0123456789', 21, '036e5a2ff1975032'],
    ['an address', 'https://example.com/track?no=MEDU8841207', 29, '127f6571732fefc0'],
    ['other letters', 'Zürich, Ærø 上海', 25, 'ddc58f44b9281702'],
    ['several blocks and a version', 'x'.repeat(500), 85, '13b6e102de16ab6a'],
    ['the largest size', '9'.repeat(5_596), 177, '45208e17718f673e'],
  ])('%s', (_, text, size, digest) => {
    const matrix: QrMatrix = qrCode(text) ?? []
    expect(matrix).toHaveLength(size)
    const rows = matrix.map(row => row.map(Number).join('')).join('\n')
    expect(createHash('sha256').update(rows).digest('hex').slice(0, 16)).toBe(digest)
  })

  test('nothing, and more than the largest holds', () => {
    expect(qrCode('')).toBeUndefined()
    expect(qrCode('9'.repeat(5_597))).toBeUndefined()
    expect(qrCode('x'.repeat(100_000))).toBeUndefined()
  })
})

describe('Code 128', () => {
  test('digits in pairs, letters, and both', () => {
    expect(bits(code128('1042'))).toBe('110100111001100100010010110111000101111000101100011101011')
    expect(bits(code128('LAD-26-01042'))).toBe(
      '110100100001000110111010100011000101100010001001101110011001110010110011101001001101110010011101100101110111101100100010010110111000110011001101100011101011',
    )
    expect(code128('12345678')).toHaveLength(79)
  })

  test('only printable ASCII of a length that a scanner reads', () => {
    for (const text of ['', 'Zürich', 'a\nb', 'x'.repeat(121)]) expect(code128(text)).toBeUndefined()
    expect(code128('x'.repeat(120))).toBeDefined()
  })
})

describe('pictures of codes', () => {
  test('a QR code is as large as whole dots allow, with four modules of margin', () => {
    const picture = codePicture('qr', 'LAD-26-01042', 310, 400)
    expect(picture).toMatchObject({ mediaType: 'image/png', width: 290, height: 290 })
    const pixels = pixelsOf(picture?.bytes ?? new Uint8Array())
    const matrix = qrCode('LAD-26-01042')
    for (let y = 0; y < 29; y += 1) {
      for (let x = 0; x < 29; x += 1) {
        const isDark = matrix?.[y - 4]?.[x - 4] === true
        expect([pixels[y * 10]?.[x * 10], pixels[y * 10 + 9]?.[x * 10 + 9]]).toEqual([isDark, isDark])
      }
    }
  })

  test('a barcode fills the height and has ten modules of margin', () => {
    const picture = codePicture('code128', '1042', 700, 90)
    expect(picture).toMatchObject({ width: 9 * 77, height: 90 })
    const [first, last] = [
      pixelsOf(picture?.bytes ?? new Uint8Array()).at(0),
      pixelsOf(picture?.bytes ?? new Uint8Array()).at(-1),
    ]
    const read = first
      ?.filter((_, x) => x % 9 === 4)
      .map(Number)
      .join('')
    expect(read).toBe(`${'0'.repeat(10)}${bits(code128('1042')) ?? ''}${'0'.repeat(10)}`)
    expect(last).toEqual(first)
  })

  test('a box that is too small or absurdly large is no harm', () => {
    expect(codePicture('qr', 'A', 3, 3)?.width).toBe(29)
    expect(codePicture('qr', 'A', 1e9, 1e9)?.width).toBe(29 * 82)
    expect(codePicture('code128', 'A', 1e9, 1e9)?.height).toBe(2_400)
  })
})
