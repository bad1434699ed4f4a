import { expect, test } from 'vitest'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { unpackedSize } from './unpacked-size.ts'

const bytes = () => new Uint8Array(templateFile({ isDocument: true, body: paragraph('x'.repeat(10_000)) }))

test('a Word file says how large it is unpacked', async () => {
  const size = await unpackedSize(new Blob([bytes()]))
  expect(size).toBeGreaterThan(10_000)
  expect(size).toBeLessThan(30_000)
})

test('a bomb is known by what its list says', async () => {
  const bomb = bytes()
  const view = new DataView(bomb.buffer)
  for (let at = 0; at + 4 < bomb.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 900_000_000, true)
  expect(await unpackedSize(new Blob([bomb]))).toBeGreaterThan(900_000_000)
})

test('what is no zip file has no size', async () => {
  expect(await unpackedSize(new Blob(['not a zip']))).toBe(Number.POSITIVE_INFINITY)
  expect(await unpackedSize(new Blob([bytes().slice(0, -30)]))).toBe(Number.POSITIVE_INFINITY)
})
