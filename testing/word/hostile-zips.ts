import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip written without any of the checks that keep a zip honest. */
export interface RawEntry {
  name: string
  content: Buffer
  /** What the directory claims, if not the truth. */
  claimedSize?: number
  claimedCrc?: number
  isEncrypted?: boolean
  method?: number
}

/** A zip exactly as asked for, lies included. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = deflateRawSync(entry.content)
    const name = Buffer.from(entry.name, 'utf8')
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800 | (entry.isEncrypted === true ? 1 : 0), 2)
    fields.writeUInt16LE(entry.method ?? 8, 4)
    fields.writeUInt32LE(entry.claimedCrc ?? crc32(entry.content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.claimedSize ?? entry.content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, name, packed])
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    fields.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    pieces.push(local)
    directory.push(central, name)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, listing, end])
}
