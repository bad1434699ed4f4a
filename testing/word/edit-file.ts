import { readZip, unpack } from '#server/word/file/zip-read.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'

/** The same Word file with some parts' text changed; a part that `edit` answers undefined for is left out. */
export async function editParts(
  bytes: Uint8Array,
  edit: (xml: string, name: string) => string | undefined,
): Promise<Buffer> {
  const entries = [...(await readZip(bytes)).values()].flatMap(entry => {
    if (!/\.(xml|rels)$/.test(entry.name)) return [entry]
    const edited = edit(unpack(entry).toString('utf8'), entry.name)
    return edited === undefined ? [] : [packEntry(entry.name, edited)]
  })
  return writeZip(entries)
}
