import { afterAll, expect, test } from 'vitest'
import { internetMessage, outlookMessage } from '#testing/mail-files.ts'
import { endlessCompoundFile } from './compound-file.ts'
import type { MessageFormat } from './message.ts'
import { openMessageReader } from './message-reader.ts'

const reader = openMessageReader({ cpuSeconds: 2 })
afterAll(() => reader.close())

let keys = 0
const stored = (content: Uint8Array | string, format: MessageFormat = 'eml', company = 'a company') => {
  keys += 1
  return { company, key: `${keys}`, format, bytes: async () => Buffer.from(content) }
}
const letter = (html: string, to = 'b@x.example') =>
  `From: a@x.example\r\nTo: ${to}\r\nSubject: s\r\nContent-Type: text/html\r\n\r\n${html}`
const outlook = () => outlookMessage({ subject: 's', body: 'b'.repeat(20_000), sender: 'a', address: 'b' })

/** The number that follows a sector in its chain, in the first list of a file as the tests' are. */
function linkSector(file: Uint8Array, sector: number, next: number): Uint8Array {
  const changed = Uint8Array.from(file)
  const view = new DataView(changed.buffer)
  const list = view.getInt32(0x4c, true)
  view.setInt32((list + 1) * 512 + sector * 4, next, true)
  return changed
}

test('a message whose sectors run in a circle is refused, and the thread reads on', async () => {
  const file = outlook()
  expect(endlessCompoundFile(file)).toBeNull()
  const view = new DataView(file.buffer, file.byteOffset)
  const directory = view.getInt32(0x30, true)
  const circle = linkSector(file, directory, directory)
  expect(endlessCompoundFile(circle)).toBe('A sector of the directory is used twice.')
  await expect(reader.read(stored(circle, 'msg'))).rejects.toMatchObject({
    name: 'UnreadableMessage',
    reason: 'damaged',
  })
  expect((await reader.read(stored(file, 'msg'))).subject).toBe('s')
})

test('every other way of a file without an end is refused', () => {
  const file = outlook()
  const view = new DataView(file.buffer, file.byteOffset)
  const directory = view.getInt32(0x30, true)
  const sectors = Math.floor(file.byteLength / 512) - 1
  // One sector after the other is led back to each of the others: none of these files has an end.
  for (let sector = 0; sector < sectors; sector += 1) {
    const circle = linkSector(file, sector, sector)
    const before = new DataView(file.buffer, file.byteOffset).getInt32(
      (view.getInt32(0x4c, true) + 1) * 512 + sector * 4,
      true,
    )
    // -3 marks the lists themselves, which belong to no chain.
    if (before !== -3) expect([sector, endlessCompoundFile(circle)]).not.toEqual([sector, null])
  }
  const tree = Uint8Array.from(file)
  const root = (directory + 1) * 512
  new DataView(tree.buffer).setInt32(root + 128 + 0x48, 1, true)
  expect(endlessCompoundFile(tree)).toBe('The tree of the directory runs in a circle.')
  const large = Uint8Array.from(file)
  new DataView(large.buffer).setInt32(root + 128 + 0x78, 2_000_000_000, true)
  expect(endlessCompoundFile(large)).toBe('A stream is larger than the file.')
})

test.each([
  ['two million blank lines', letter(`<p>${'\n'.repeat(2_000_000)}x`)],
  ['groups in groups', letter('<p>x', 'a:'.repeat(500_000))],
])('%s are refused', async (_, content) => {
  await expect(reader.read(stored(content))).rejects.toMatchObject({ reason: 'damaged' })
})

test('a message that takes too much of the processor is given up, and read no second time', async () => {
  const hostile = stored(letter(`<p>${`${'x'.repeat(25)}\n`.repeat(1_500_000)}`))
  await expect(reader.read(hostile)).rejects.toMatchObject({ reason: 'costly' })
  const { reads } = reader
  await expect(reader.read(hostile)).rejects.toMatchObject({ reason: 'costly' })
  await expect(reader.attachment(hostile, 0, async () => 'used')).rejects.toMatchObject({ reason: 'costly' })
  expect(reader.reads).toBe(reads)
})

test('a message that is opened often, at once or later, is read once', async () => {
  const message = stored(internetMessage())
  const before = reader.reads
  const [first, second] = await Promise.all([reader.read(message), reader.read(message)])
  expect(await reader.read(message)).toEqual(first)
  expect(second).toEqual(first)
  expect(reader.reads).toBe(before + 1)
})

test('a company with many hostile messages leaves a thread to another, and its own queue has an end', async () => {
  const small = openMessageReader({ queueLimit: 2 })
  try {
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    const slow = () => ({
      ...stored(''),
      bytes: async () => {
        await held
        return Buffer.from(internetMessage())
      },
    })
    const greedy = [1, 2, 3].map(() => small.read(slow()))
    await expect(small.read(slow())).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 30,
      message: 'Too many e-mails are being read at the moment. Try again in a minute.',
    })
    const other = await small.read(stored(internetMessage(), 'eml', 'another company'))
    expect(other.attachments).toEqual([{ name: 'Booking.pdf', size: 16 }])
    release()
    expect((await Promise.all(greedy)).map(({ to }) => to)).toEqual(Array(3).fill(other.to))
  } finally {
    await small.close()
  }
})
