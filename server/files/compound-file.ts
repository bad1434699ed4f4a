import { messageFrom } from '#server/errors.ts'
const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const SMALL_SECTOR_BYTES = 64
const SMALL_STREAM_BELOW = 4096
const FATS_IN_HEADER = 109
const NONE = -1

const kinds = { storage: 1, stream: 2, root: 5 }

type Entry = { kind: number; left: number; right: number; child: number; start: number; size: number }

/**
 * Why a compound file (the form of .msg) cannot be read to an end; null where it can. Its sectors are linked by hand,
 * so that a file can run in a circle, give one sector to many streams or claim more bytes than it has, and whoever
 * follows it comes to no end or out of memory.
 */
export function endlessCompoundFile(bytes: Uint8Array): string | null {
  try {
    new CompoundFile(bytes).check()
    return null
  } catch (error) {
    return messageFrom(error)
  }
}

class CompoundFile {
  readonly #view: DataView
  readonly #sectorBytes: number
  readonly #fat: number[] = []

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.byteLength < HEADER_BYTES) throw new Error('The file ends within its header.')
    this.#sectorBytes = this.#view.getUint8(30) === 12 ? 4096 : 512
  }

  check(): void {
    this.#readFat()
    const directory = this.#chain(this.#header(0x30), 'the directory')
    const entries = this.#entries(directory)
    const [root] = entries
    if (!root) throw new Error('The directory is empty.')
    const used = new Set(directory)
    const smallFat = this.#claim(used, this.#header(0x3c), 'the list of small sectors')
    const smallSectors = this.#claim(used, root.start, 'the small sectors')
    const next = smallFat.flatMap(sector => this.#numbersIn(sector))
    const usedSmall = new Set<number>()
    for (const { start, size } of this.#streamsBelow(entries)) {
      if (size < 0 || size > this.#view.byteLength) throw new Error('A stream is larger than the file.')
      if (size === 0) continue
      const isSmall = size < SMALL_STREAM_BELOW
      const chain = isSmall
        ? claimChain(usedSmall, start, next, 'a small stream')
        : this.#claim(used, start, 'a stream')
      if (chain.length * (isSmall ? SMALL_SECTOR_BYTES : this.#sectorBytes) < size)
        throw new Error('A stream ends before its size.')
    }
    if (usedSmall.size * SMALL_SECTOR_BYTES > smallSectors.length * this.#sectorBytes)
      throw new Error('There are more small sectors than room for them.')
  }

  #header(offset: number): number {
    return this.#view.getInt32(offset, true)
  }

  #numbersIn(sector: number): number[] {
    const from = (sector + 1) * this.#sectorBytes
    if (from + this.#sectorBytes > this.#view.byteLength) throw new Error('A list lies beyond the end.')
    return Array.from({ length: this.#sectorBytes / 4 }, (_, at) => this.#view.getInt32(from + at * 4, true))
  }

  #readFat(): void {
    const parts = Array.from({ length: FATS_IN_HEADER }, (_, at) => this.#header(0x4c + at * 4))
    const seen = new Set<number>()
    for (let sector = this.#header(0x44); sector >= 0; ) {
      if (seen.has(sector)) throw new Error('The list of lists runs in a circle.')
      seen.add(sector)
      const numbers = this.#numbersIn(sector)
      const following = numbers.pop() ?? NONE
      for (const number of numbers) parts.push(number)
      sector = following
    }
    const read = new Set<number>()
    const end = parts.findIndex(part => part < 0)
    // A gap would be counted by some readers and skipped by others.
    if (end >= 0 && parts.slice(end).some(part => part >= 0)) throw new Error('The list of lists has a gap.')
    for (const part of end < 0 ? parts : parts.slice(0, end)) {
      if (read.has(part)) throw new Error('A list of sectors stands twice.')
      read.add(part)
      for (const number of this.#numbersIn(part)) this.#fat.push(number)
    }
  }

  #chain(start: number, what: string): number[] {
    return claimChain(new Set(), start, this.#fat, what)
  }

  #claim(used: Set<number>, start: number, what: string): number[] {
    return claimChain(used, start, this.#fat, what)
  }

  #entries(directory: readonly number[]): Entry[] {
    return directory.flatMap(sector => {
      const from = (sector + 1) * this.#sectorBytes
      const found: Entry[] = []
      for (let at = from; at < from + this.#sectorBytes; at += ENTRY_BYTES) {
        if (at + ENTRY_BYTES > this.#view.byteLength) break
        found.push({
          kind: this.#view.getUint8(at + 0x42),
          left: this.#view.getInt32(at + 0x44, true),
          right: this.#view.getInt32(at + 0x48, true),
          child: this.#view.getInt32(at + 0x4c, true),
          start: this.#view.getInt32(at + 0x74, true),
          size: this.#view.getInt32(at + 0x78, true),
        })
      }
      return found
    })
  }

  /** The streams of the tree, of which each entry is a part but once. */
  #streamsBelow(entries: readonly Entry[]): Entry[] {
    const seen = new Set<number>([0])
    const open = [entries[0]?.child ?? NONE]
    const streams: Entry[] = []
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const entry = entries[at]
      if (!entry) continue
      if (seen.has(at)) throw new Error('The tree of the directory runs in a circle.')
      seen.add(at)
      open.push(entry.left, entry.right)
      if (entry.kind === kinds.storage) open.push(entry.child)
      else if (entry.kind === kinds.stream) streams.push(entry)
    }
    return streams
  }
}

/** The sectors from `start` on, none of which may have been used before. */
function claimChain(used: Set<number>, start: number, next: readonly number[], what: string): number[] {
  const chain: number[] = []
  for (let sector = start; sector >= 0 && sector < next.length; sector = next[sector] ?? NONE) {
    if (used.has(sector)) throw new Error(`A sector of ${what} is used twice.`)
    used.add(sector)
    chain.push(sector)
  }
  return chain
}
