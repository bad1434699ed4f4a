import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'
import { expect, test, vi } from 'vitest'
import { LEVEL } from '#server/word/file/zip-write.ts'
import { documentText } from '#testing/word/read-document.ts'
import { documentMaker } from './documents-run.ts'

type Level = typeof LEVEL | 6

const packed = (files: PizZip, level: Level) => {
  const anew = new PizZip()
  for (const [name, file] of Object.entries(files.files)) anew.file(name, file.asUint8Array())
  return anew.generate({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level } }).length
}

test('docxtemplater packs as lightly as our engine does, and its document says the same', async () => {
  const theirs = await (await documentMaker('docxtemplater', 40))()
  const files = new PizZip(theirs)
  // PizZip passes parts on as they were packed where nothing is filled in, which makes a small difference.
  const isOff = (level: Level) => Math.abs(theirs.length - packed(files, level))
  expect(isOff(LEVEL)).toBeLessThan(isOff(6))
  const ours = await (await documentMaker('lading', 40))()
  expect(await documentText(theirs)).toBe(await documentText(ours))
})

test('docxtemplater keeps the formats that it has read for the next document', async () => {
  const options = vi.spyOn(Docxtemplater.prototype, 'setOptions')
  const make = await documentMaker('docxtemplater', 1)
  await make()
  await make()
  const reads = options.mock.calls.flatMap(([given]) =>
    Object.values(given.parser?.('Shipment.Etd | date:"d MMM yyyy"') ?? {}),
  )
  expect(reads).toHaveLength(2)
  expect(reads[0]).toBeTypeOf('function')
  expect(reads[1]).toBe(reads[0])
})
