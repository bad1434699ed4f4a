import { expect, test } from 'vitest'
import { passwordMistake } from './password-rules.ts'

const own = ['ann.lindqvist@harbourline.example', 'Ann Lindqvist', 'Harbourline Freight', 'Lading']

test.each([
  'three green harbours',
  'another long password',
  'correct horse battery staple',
  'пароль моей бабушки',
  'lading demonstration',
  'v7#kQ2!x9$Lm',
  'Ann likes boats',
  'Harbourline in three green boats',
  'monday 48 turnips',
  '481 927 306 558',
])('“%s” may be used', async password => {
  expect(await passwordMistake(password, own)).toBeUndefined()
})

test.each([
  ['seven seas', 'At least 12 characters.'],
  ['ⱱⱱⱱⱱⱱ😀😀😀😀😀😀', 'At least 12 characters.'],
  ['x'.repeat(201), 'At most 200 characters.'],
  ['Welcome2026!', 'attackers try first'],
  ['admin2026!', 'At least 12 characters.'],
  ['admin2026!!!', 'attackers try first'],
  ['qwerty2026!', 'At least 12 characters.'],
  ['qwerty2026!?', 'attackers try first'],
  ['Monday2026!', 'At least 12 characters.'],
  ['Monday 2026!', 'attackers try first'],
  ['Lading2026', 'At least 12 characters.'],
  ['Lading2026!!', 'your own'],
  ['Password1234', 'attackers try first'],
  ['P@ssw0rd2026', 'attackers try first'],
  ['!!P4$$w0rd!!!!', 'attackers try first'],
  ['football12345', 'attackers try first'],
  ['!!!!!sunshine', 'attackers try first'],
  ['Summer-Winter-2026', 'attackers try first'],
  ['WelcomeAdmin123', 'attackers try first'],
  ['asdfASDF1234', 'attackers try first'],
  ['iloveyou2026!', 'attackers try first'],
  ['31.12.2026 2027', 'attackers try first'],
  ['            ', 'pattern'],
  ['aaaaaaaaaaaa', 'pattern'],
  ['abcabcabcabc', 'pattern'],
  ['harborharborharbor', 'pattern'],
  ['xyxyxyxyxyxyxy', 'pattern'],
  ['098765432109', 'pattern'],
  ['lkjhgfdsapoi!', 'attackers try first'],
  ['lindqvist2026!', 'your own'],
  ['Ann Lindqvist', 'your own'],
  ['harbourline1', 'your own'],
  ['Harbourline2026!', 'your own'],
  ['H@rbourline2026!', 'your own'],
  ['harbourline freight', 'your own'],
  ['ann.lindqvist@harbourline.example', 'your own'],
])('“%s” may not, since it is: %s', async (password, reason) => {
  expect(await passwordMistake(password, own)).toContain(reason)
})

test('judging the longest password takes milliseconds', async () => {
  await passwordMistake('three green harbours', own)
  const before = performance.now()
  for (const text of ['ab'.repeat(100), 'a'.repeat(199) + 'b', 'qwerty'.repeat(33), '1'.repeat(200)])
    await passwordMistake(text, own)
  expect(performance.now() - before).toBeLessThan(200)
})
