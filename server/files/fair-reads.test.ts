import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { withFairReads } from './fair-reads.ts'
import { FileMissing, type FileStore, newFileKey } from './store.ts'

const [loud, quiet] = [crypto.randomUUID(), crypto.randomUUID()]

/** A store whose files are all there, and how many of them are open. */
function storeOf() {
  const counted = { open: 0 }
  const store: FileStore = {
    put: async () => ({ size: 0, sha256: '' }),
    get: async key => {
      if (key === 'missing') throw new FileMissing(key)
      counted.open += 1
      const content = Readable.from([Buffer.from('some'), Buffer.from('thing')])
      content.once('close', () => (counted.open -= 1))
      return content
    },
    delete: async () => undefined,
    check: async () => undefined,
    requireRoom: async () => undefined,
    sweep: async () => undefined,
    close: async () => undefined,
  }
  return { counted, fair: withFairReads(store, { atOnce: 3, ofOneCompany: 2, waiting: 1 }) }
}

test('a company that reads no file to its end keeps no other from one', async () => {
  const { counted, fair } = storeOf()
  const [first, second] = [await fair.get(newFileKey(loud)), await fair.get(newFileKey(loud))]
  const waiting = fair.get(newFileKey(loud))
  await expect(fair.get(newFileKey(loud))).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 30,
    message: 'Your company is reading too many files at the moment. Try again in a minute.',
  })
  expect(String(await buffer(await fair.get(newFileKey(quiet))))).toBe('something')
  expect(counted.open).toBe(2)
  // Whoever downloads has gone.
  first.destroy()
  const third = await waiting
  expect(String(await buffer(third))).toBe('something')
  expect(String(await buffer(second))).toBe('something')
  await expect.poll(() => counted.open).toBe(0)
})

test('a file that is not there takes no place', async () => {
  const { fair } = storeOf()
  for (let times = 0; times < 5; times += 1) await expect(fair.get('missing')).rejects.toThrow(FileMissing)
})
