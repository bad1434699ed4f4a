import { chooseVersion, encodeBits, type QrLayout } from './qr-data.ts'
import { errorCorrection } from './qr-error-correction.ts'

/** A square of modules, true where dark, without its quiet zone. */
export type QrMatrix = readonly (readonly boolean[])[]

/** The QR code of a text at medium error correction; undefined for a text that no QR code can hold. */
export function qrCode(text: string): QrMatrix | undefined {
  const layout = chooseVersion(text)
  if (layout === undefined) return undefined
  const words = interleave(encodeBits(text, layout), layout)
  let best: Grid | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const grid = drawSymbol(layout, words, mask)
    const penalty = penaltyOf(grid.dark)
    if (penalty >= fewest) continue
    best = grid
    fewest = penalty
  }
  return best?.dark
}

/** Data in blocks, each with words of its own for correction, dealt out in turns. */
function interleave(data: Uint8Array, { blocks, correctionWords }: QrLayout): Uint8Array {
  const shortLength = Math.floor(data.length / blocks)
  const longBlocks = data.length % blocks
  const parts: { data: Uint8Array; correction: Uint8Array }[] = []
  let at = 0
  for (let block = 0; block < blocks; block += 1) {
    const length = shortLength + (block < blocks - longBlocks ? 0 : 1)
    const part = data.subarray(at, at + length)
    parts.push({ data: part, correction: errorCorrection(part, correctionWords) })
    at += length
  }
  const words: number[] = []
  for (let index = 0; index <= shortLength; index += 1) {
    for (const part of parts) if (index < part.data.length) words.push(part.data[index] ?? 0)
  }
  for (let index = 0; index < correctionWords; index += 1) {
    for (const part of parts) words.push(part.correction[index] ?? 0)
  }
  return Uint8Array.from(words)
}

interface Grid {
  dark: boolean[][]
  /** Modules that belong to the pattern itself and carry no data. */
  fixed: boolean[][]
}

function drawSymbol(layout: QrLayout, words: Uint8Array, mask: number): Grid {
  const { size, version } = layout
  const empty = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const grid: Grid = { dark: empty(), fixed: empty() }
  for (let at = 0; at < size; at += 1) {
    set(grid, 6, at, at % 2 === 0)
    set(grid, at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(grid, x, y, 4, distance => distance !== 2 && distance !== 4)
  }
  for (const x of layout.alignments) {
    for (const y of layout.alignments) {
      const isInCorner = (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6)
      if (!isInCorner) square(grid, x, y, 2, distance => distance !== 1)
    }
  }
  drawFormat(grid, size, mask)
  if (version >= 7) drawVersion(grid, size, version)
  drawData(grid, size, words, mask)
  return grid
}

function set(grid: Grid, x: number, y: number, isDark: boolean): void {
  const [dark, fixed] = [grid.dark[y], grid.fixed[y]]
  if (dark === undefined || fixed === undefined || x < 0 || x >= dark.length) return
  dark[x] = isDark
  fixed[x] = true
}

function square(
  grid: Grid,
  x: number,
  y: number,
  reach: number,
  isDark: (distance: number) => boolean,
): void {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      set(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
}

/** Medium error correction is 0 in the format's first two bits. */
function drawFormat(grid: Grid, size: number, mask: number): void {
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412
  const bit = (index: number) => ((bits >> index) & 1) === 1
  for (let index = 0; index < 15; index += 1) {
    const near = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index
    set(grid, 8, near, bit(index))
    const far = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index
    set(grid, far, 8, bit(index))
  }
  set(grid, 8, size - 8, true)
}

function drawVersion(grid: Grid, size: number, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25)
  for (let index = 0; index < 18; index += 1) {
    const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)]
    set(grid, a, b, ((bits >> index) & 1) === 1)
    set(grid, b, a, ((bits >> index) & 1) === 1)
  }
}

function remainder(value: number, bits: number, generator: number): number {
  let rest = value
  for (let index = 0; index < bits; index += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator)
  return rest
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Up and down in columns of two, from the right; the column of the timing pattern is left out. */
function drawData({ dark, fixed }: Grid, size: number, words: Uint8Array, mask: number): void {
  const isMasked = MASKS[mask] ?? (() => false)
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const line = dark[y]
        if (line === undefined || fixed[y]?.[x] === true) continue
        const word = words[bit >> 3] ?? 0
        line[x] = (((word >> (7 - (bit & 7))) & 1) === 1) !== isMasked(x, y)
        bit += 1
      }
    }
  }
}

const FINDER = [
  [true, false, true, true, true, false, true, false, false, false, false],
  [false, false, false, false, true, false, true, true, true, false, true],
]

/** How hard a symbol is to read, as the standard counts it. */
function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length
  const at = (x: number, y: number) => dark[y]?.[x] === true
  let penalty = 0
  let darkCount = 0
  for (let line = 0; line < size; line += 1) {
    for (const read of [(index: number) => at(index, line), (index: number) => at(line, index)]) {
      penalty += penaltyOfLine(size, read)
    }
    for (let x = 0; x < size; x += 1) {
      const colour = at(x, line)
      if (colour) darkCount += 1
      const isBlock =
        x + 1 < size &&
        line + 1 < size &&
        colour === at(x + 1, line) &&
        colour === at(x, line + 1) &&
        colour === at(x + 1, line + 1)
      if (isBlock) penalty += 3
    }
  }
  const percent = (darkCount * 100) / (size * size)
  return penalty + Math.floor(Math.abs(percent - 50) / 5) * 10
}

function penaltyOfLine(size: number, read: (index: number) => boolean): number {
  let penalty = 0
  let length = 0
  for (let index = 0; index < size; index += 1) {
    length = index > 0 && read(index) === read(index - 1) ? length + 1 : 1
    if (length === 5) penalty += 3
    else if (length > 5) penalty += 1
    if (index + 11 > size) continue
    if (FINDER.some(pattern => pattern.every((isDark, offset) => read(index + offset) === isDark))) {
      penalty += 40
    }
  }
  return penalty
}
