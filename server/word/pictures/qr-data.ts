/** The measures of one of the forty sizes of QR codes, at medium error correction. */
export interface QrLayout {
  version: number
  /** Modules along one side. */
  size: number
  dataWords: number
  blocks: number
  /** For each block. */
  correctionWords: number
  /** Where the small squares stand, along both sides. */
  alignments: readonly number[]
}

// By version, from 1.
const CORRECTION_WORDS = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]

const LAYOUTS: readonly QrLayout[] = BLOCKS.map((blocks, index) => {
  const version = index + 1
  const correctionWords = CORRECTION_WORDS[index] ?? 0
  const dataWords = Math.floor(dataModules(version) / 8) - blocks * correctionWords
  return {
    version,
    size: version * 4 + 17,
    dataWords,
    blocks,
    correctionWords,
    alignments: alignmentsOf(version),
  }
})

function dataModules(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2
    modules -= (25 * count - 10) * count - 55
  }
  return version >= 7 ? modules - 36 : modules
}

function alignmentsOf(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const last = version * 4 + 10
  const others = Array.from({ length: count - 1 }, (_, index) => last - index * step)
  return [6, ...others.reverse()]
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

interface Segment {
  mode: number
  /** Bits of the count of characters, for small, middling and large codes. */
  countBits: readonly [number, number, number]
  count: number
  pieces: readonly (readonly [value: number, bits: number])[]
}

function segmentOf(text: string): Segment {
  if (/^[0-9]+$/.test(text)) {
    const groups = text.match(/.{1,3}/g) ?? []
    const pieces = groups.map(group => [Number(group), group.length * 3 + 1] as const)
    return { mode: 1, countBits: [10, 12, 14], count: text.length, pieces }
  }
  if (/^[0-9A-Z $%*+\-./:]+$/.test(text)) {
    const valueOf = (character: string) => ALPHANUMERIC.indexOf(character)
    const pieces = (text.match(/.{1,2}/g) ?? []).map(pair =>
      pair.length === 2
        ? ([valueOf(pair.charAt(0)) * 45 + valueOf(pair.charAt(1)), 11] as const)
        : ([valueOf(pair), 6] as const),
    )
    return { mode: 2, countBits: [9, 11, 13], count: text.length, pieces }
  }
  const bytes = Buffer.from(text, 'utf8')
  return {
    mode: 4,
    countBits: [8, 16, 16],
    count: bytes.length,
    pieces: [...bytes].map(byte => [byte, 8] as const),
  }
}

function countBitsOf(segment: Segment, version: number): number {
  return segment.countBits[version < 10 ? 0 : version < 27 ? 1 : 2]
}

/** The smallest code that holds the text. */
export function chooseVersion(text: string): QrLayout | undefined {
  if (text === '' || text.length > 6_000) return undefined
  const segment = segmentOf(text)
  const length = segment.pieces.reduce((sum, [, bits]) => sum + bits, 4)
  return LAYOUTS.find(layout => length + countBitsOf(segment, layout.version) <= layout.dataWords * 8)
}

/** The text as the code's data words, filled up to its size. */
export function encodeBits(text: string, layout: QrLayout): Uint8Array {
  const segment = segmentOf(text)
  const words = new Uint8Array(layout.dataWords)
  let at = 0
  const write = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit -= 1, at += 1) {
      if (((value >> bit) & 1) === 1) words[at >> 3] = (words[at >> 3] ?? 0) | (0x80 >> (at & 7))
    }
  }
  write(segment.mode, 4)
  write(segment.count, countBitsOf(segment, layout.version))
  for (const [value, bits] of segment.pieces) write(value, bits)
  const used = Math.min(layout.dataWords, Math.ceil((at + 4) / 8))
  for (let word = used; word < layout.dataWords; word += 1)
    words[word] = (word - used) % 2 === 0 ? 0xec : 0x11
  return words
}
