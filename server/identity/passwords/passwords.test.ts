import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('passwords are kept as argon2id at the cost that is standard here', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(await passwords.matches(stored, 'correct horse')).toBe(true)
  expect(await passwords.matches(stored, 'Correct horse')).toBe(false)
})

test('a person who does not exist costs as much time as a wrong password, and never matches', async () => {
  const passwords = createPasswords({ memoryKib: 32 * 1024, passes: 2 })
  const stored = await passwords.hash('correct horse')
  await passwords.matches(null, 'warm up')
  const time = async (hash: string | null) => {
    const before = performance.now()
    expect(await passwords.matches(hash, 'wrong')).toBe(false)
    return performance.now() - before
  }
  // The fastest of several: the machine may be busy with something else in between.
  let known = Infinity
  let unknown = Infinity
  for (let round = 0; round < 20; round++) {
    known = Math.min(known, await time(stored))
    unknown = Math.min(unknown, await time(null))
  }
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
  expect(await passwords.matches(null, 'nobody has this password')).toBe(false)
})

test('too many at once are refused instead of taking all memory, and the place is free again afterwards', async () => {
  const passwords = createPasswords({ memoryKib: 64, passes: 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => passwords.hash('x')))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' })
  await expect(passwords.hash('x')).resolves.toBeTruthy()
})
