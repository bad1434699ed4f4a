import { inflateRawSync } from 'node:zlib'

/*
 * Reads Word files by itself, with none of the product's code: what it finds is what a stranger's program finds.
 * It knows what the papers of the starter templates need, and no more.
 */

/** The files of a zip by name. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + size)
    const content = bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), content.toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What says where a text of another direction begins and ends; it has no width and parts no words. */
const DIRECTION_MARKS = /[\u200e\u200f\u202b\u202c]/g

const plain = (xml: string) =>
  xml
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(/<w:(?:br|tab)\b[^>]*>|<\/w:p>/g, '\n')
    .replaceAll(/<w:instrText[^>]*>[^<]*<\/w:instrText>/g, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name: string | undefined) =>
      name
        ? (entities[name] ?? whole)
        : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
    )

/** All of a file's text, the rows of its tables as the texts of their cells, and the cells under no list's heading. */
export function readPaper(bytes: Buffer): { text: string; rows: string[][]; boxes: string[] } {
  const parts = [...unzip(bytes)].filter(([name]) => /^word\/(document|header\d+|footer\d+)\.xml$/.test(name))
  const tables = parts.flatMap(([, xml]) =>
    [...xml.matchAll(/<w:tr\b.*?<\/w:tr>/gs)].map(([row]) => ({
      isHeading: row.includes('<w:tblHeader/>'),
      cells: [...row.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => plain(cell).trim()),
    })),
  )
  return {
    text: parts.map(([, xml]) => plain(xml)).join('\n'),
    rows: tables.map(({ cells }) => cells),
    boxes: tables.flatMap(({ cells, isHeading }) => (isHeading ? [] : cells)),
  }
}

/** The words and figures of a text, without the signs that stand around them. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map(word => word.replaceAll(/^[("“,:;]+|[)"”,.:;]+$/g, ''))
    .filter(word => word !== '')
