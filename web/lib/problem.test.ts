import { expect, test } from 'vitest'
import { ApiProblem, messageOf } from './problem.ts'

const said = (detail: string, errors: { path: string; message: string }[]) =>
  messageOf(
    new ApiProblem({
      type: 'about:blank',
      status: 400,
      code: 'invalid_input',
      title: 'Not valid',
      detail,
      errors,
    }),
  )

test.each([
  ['It cannot be opened.', [{ path: 'the file', message: 'It cannot be opened.' }], 'It cannot be opened.'],
  [
    'This field is open. Place: body.',
    [{ path: 'body', message: 'This field is open.' }],
    'This field is open. Place: body.',
  ],
  [
    'name: It is empty.',
    [
      { path: 'name', message: 'It is empty.' },
      { path: 'code', message: 'It is empty.' },
    ],
    'name: It is empty. code: It is empty.',
  ],
])('the server’s reasons are said once: %s', (detail, errors, message) => {
  expect(said(detail, errors)).toBe(message)
})
