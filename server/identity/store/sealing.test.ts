import { expect, test } from 'vitest'
import { createSeal, SealError } from './sealing.ts'

const secret = 'the private key of Häfen & Co'

test('what is sealed can be read with the key alone', () => {
  const seal = createSeal('a key of at least thirty-two characters')
  const sealed = seal.close(secret)
  expect(sealed).not.toContain('private')
  expect(seal.close(secret)).not.toBe(sealed)
  expect(createSeal('a key of at least thirty-two characters').open(sealed)).toBe(secret)
  expect(() => createSeal('another key of more than thirty-two').open(sealed)).toThrow(/another key/)
  expect(() => createSeal(undefined).open(sealed)).toThrow(/Set LADING_KEY/)
})

test('what was changed by one bit is refused', () => {
  const seal = createSeal('a key of at least thirty-two characters')
  const [name = '', data = ''] = seal.close(secret).split(':')
  const bytes = Buffer.from(data, 'base64')
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
  expect(() => seal.open(`${name}:${bytes.toString('base64')}`)).toThrow(SealError)
  expect(() => seal.open(secret)).toThrow(/damaged/)
})

test('without a key everything works, and a key that comes later reads what was there', () => {
  const open = createSeal(undefined)
  expect(open.locks).toBe(false)
  const sealed = open.close(secret)
  expect(open.open(sealed)).toBe(secret)
  expect(createSeal('a key of at least thirty-two characters').open(sealed)).toBe(secret)
})
