import { expect, test } from 'vitest'
import { passwordMistake } from './password-rules.ts'

const own = ['ann.lindqvist@harbourline.example', 'Ann Lindqvist', 'Harbourline Freight', 'Lading']

test.each([
  'seven seas',
  'long enough',
  'another long password',
  'correct horse battery staple',
  'пароль моей бабушки',
  'lading demonstration',
  'v7#kQ2!x',
  'Ann likes boats',
  '       a        b',
])('“%s” may be used', async password => {
  expect(await passwordMistake(password, own)).toBeUndefined()
})

test.each([
  ['seven77', 'At least 8 characters.'],
  ['ⱱⱱⱱ😀😀', 'At least 8 characters.'],
  ['x'.repeat(201), 'At most 200 characters.'],
  ['password', 'tried first'],
  ['Password1', 'tried first'],
  ['P@ssw0rd!', 'tried first'],
  ['football99', 'tried first'],
  ['!!sunshine', 'tried first'],
  ['iloveyou', 'tried first'],
  ['TRUSTNO1', 'tried first'],
  ['aaaaaaaa', 'pattern'],
  ['abcabcabc', 'pattern'],
  ['xyxyxyxyxy', 'pattern'],
  ['0987654321', 'pattern'],
  ['98765432z', 'pattern'],
  ['asdfghjk', 'tried first'],
  ['lkjhgfdsa!', 'pattern'],
  ['lindqvist', 'your own'],
  ['AnnLindqvist', 'your own'],
  ['harbourline1', 'your own'],
  ['harbourline freight', 'your own'],
  ['ann.lindqvist@harbourline.example', 'your own'],
])('“%s” may not, since it is: %s', async (password, reason) => {
  expect(await passwordMistake(password, own)).toContain(reason)
})

test('judging the longest password takes milliseconds', async () => {
  await passwordMistake('long enough', own)
  const before = performance.now()
  for (const text of ['ab'.repeat(100), 'a'.repeat(199) + 'b', 'qwerty'.repeat(33), '1'.repeat(200)])
    await passwordMistake(text, own)
  expect(performance.now() - before).toBeLessThan(200)
})
