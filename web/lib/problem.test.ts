import { expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { ApiProblem, messageOf, sentenceAndReference } from './problem.ts'

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

test.each([
  ['internal', 'It failed. Reference: 7f3kq-9x2md-h4wzt'],
  ['unavailable', 'It failed. Reference: 7f3kq-9x2md-h4wzt'],
  ['storage_full', 'It failed. Reference: 7f3kq-9x2md-h4wzt'],
  ['company_storage_full', 'It failed.'],
  ['too_many_requests', 'It failed.'],
  ['not_found', 'It failed.'],
  ['invalid_input', 'It failed.'],
] as const)('%s has a reference where nobody can mend it by themselves', (code: ErrorCode, message) => {
  const { status, title } = errorCodes[code]
  const problem = { type: 'about:blank', status, code, title, detail: 'It failed.' }
  expect(messageOf(new ApiProblem({ ...problem, requestId: '7f3kq-9x2md-h4wzt' }))).toBe(message)
  expect(messageOf(new ApiProblem(problem))).toBe('It failed.')
})

test('a reference is found at the end of a sentence, and nowhere else', () => {
  expect(sentenceAndReference('It failed. Reference: 7f3kq-9x2md-h4wzt')).toEqual({
    ...{ sentence: 'It failed.', reference: '7f3kq-9x2md-h4wzt' },
  })
  for (const sentence of ['It failed.', 'Reference: none of these', 'The Reference: field is empty.'])
    expect(sentenceAndReference(sentence)).toEqual({ sentence, reference: undefined })
})

test.each([
  'Failed to fetch dynamically imported module: http://127.0.0.1/assets/x.js',
  'error loading dynamically imported module: http://127.0.0.1/assets/x.js',
  'Importing a module script failed.',
])('a part of the application that does not come is told in plain words: %s', message => {
  expect(messageOf(new TypeError(message))).toBe(
    'A part of the application could not be loaded. Check your connection and try again.',
  )
})
