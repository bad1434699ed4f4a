import { expect, test } from 'vitest'
import { base32, codeOfStep, newTotpSecret, stepAt, stepOfCode, totpAddress } from './totp.ts'

// The secret and times of RFC 6238, appendix B; its codes have eight digits, of which apps show the last six.
const secret = base32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeOfStep(secret, stepAt(seconds * 1000))).toBe(code)
})

test('secrets are written as RFC 4648 says', () => {
  for (const [text, written] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    expect(base32(Buffer.from(text))).toBe(written)
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
})

test('a code is taken half a minute early or late, with spaces, and no other', () => {
  const now = 1_234_567_890_000
  const at = (step: number) => codeOfStep(secret, stepAt(now) + step)
  for (const step of [-1, 0, 1]) expect(stepOfCode(secret, at(step), now)).toBe(stepAt(now) + step)
  expect(stepOfCode(secret, ` ${at(0).slice(0, 3)} ${at(0).slice(3)}`, now)).toBe(stepAt(now))
  for (const wrong of [at(-2), at(2), '', '00592', '0059244', 'abcdef', `${at(0)}0`])
    expect(stepOfCode(secret, wrong, now)).toBeUndefined()
})

test('the address names product and person, whatever characters they have', () => {
  expect(totpAddress('ABC', 'Häfen & Co', 'a+b@example.com')).toBe(
    'otpauth://totp/H%C3%A4fen%20%26%20Co:a%2Bb%40example.com?secret=ABC&issuer=H%C3%A4fen%20%26%20Co',
  )
})
