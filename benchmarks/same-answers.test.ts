import { expect, test } from 'vitest'
import { alike } from './same-answers.ts'

test('what the other side does not know is left out, whatever is missing or different stays', () => {
  const like = { id: 1, quote: { mode: 2 }, rows: [{ name: 'a' }, { name: 'b' }] }
  const whole = {
    id: 1,
    version: 3,
    quote: { mode: 2, port: 'x' },
    rows: [{ name: 'a', id: 1 }, { name: 'b' }],
  }
  expect(alike(whole, like)).toEqual(like)
  expect(alike({ ...whole, id: 2 }, like)).not.toEqual(like)
  expect(alike({ ...whole, rows: [...whole.rows, { name: 'c' }] }, like)).not.toEqual(like)
  expect(alike({ ...whole, rows: [] }, like)).not.toEqual(like)
  expect(alike({ ...whole, quote: null }, like)).not.toEqual(like)
})
