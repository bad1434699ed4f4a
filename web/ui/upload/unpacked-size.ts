const END = 0x06054b50
const ENTRY = 0x02014b50
const LONGEST_END = 65_557
const UNKNOWN = 0xffffffff

/**
 * How many bytes a zip file says it unpacks to, read from its list of contents alone; infinite where the
 * list is missing, broken or says more than a common file can.
 */
export async function unpackedSize(file: Blob): Promise<number> {
  const tail = new DataView(await file.slice(Math.max(0, file.size - LONGEST_END)).arrayBuffer())
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1
  if (end < 0) return Number.POSITIVE_INFINITY
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  const list = new DataView(await file.slice(start, start + length).arrayBuffer())
  let total = 0
  let at = 0
  while (at + 46 <= list.byteLength) {
    const size = list.getUint32(at + 24, true)
    if (list.getUint32(at, true) !== ENTRY || size === UNKNOWN) return Number.POSITIVE_INFINITY
    total += size
    at += 46 + list.getUint16(at + 28, true) + list.getUint16(at + 30, true) + list.getUint16(at + 32, true)
  }
  return at === 0 ? Number.POSITIVE_INFINITY : total
}
