import { expect } from 'vitest'
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import type { Caller, Reply } from './factories.ts'
import type { Rows } from './rows.ts'

/** Stands for a JSON number beyond every range, which JSON.stringify cannot write. */
export const TOO_LARGE_NUMBER = '(1e400)'

export const badTexts = (max: number) => [1, true, {}, [], 'x'.repeat(max + 1), 'a\u0000b', 'a\ud800b']
export const badChoices = (highest: number) => ['1', '', 0.5, -1, highest + 1, true, [0], TOO_LARGE_NUMBER]
export const badDates = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '0000-01-01',
  '03.12.2026',
  '2026-12-03T00:00:00Z',
  '',
  20261203,
  'infinity',
]
export const badMeasures = ['12', '', -1, -0.0001, 10_000_000_000, 0.00001, true, TOO_LARGE_NUMBER]
export const badAmounts = ['12', '', 10_000_000_000, -10_000_000_000, 0.00001, true, [1], TOO_LARGE_NUMBER]
export const badCounts = ['3', '', -1, 1.5, 2_147_483_648, true, TOO_LARGE_NUMBER]
export const badIds = ['abc', '', 1, true, '12345678-1234-1234-1234-1234567890', "' or 1=1 --"]

export const jsonText = (body: unknown) =>
  JSON.stringify(body).replaceAll(JSON.stringify(TOO_LARGE_NUMBER), '1e400')

/** A refusal as RFC 9457 writes it; `extras` must be there too. */
export function expectProblem(reply: Reply, code: ErrorCode, extras: object = {}): void {
  const { status, title } = errorCodes[code]
  expect(reply.body).toEqual(
    expect.objectContaining({
      type: 'about:blank',
      status,
      code,
      title,
      detail: expect.any(String),
      // Whatever was changed meanwhile, the caller can settle it: what it is now, and what others changed.
      ...(code === 'changed_meanwhile' && { current: expect.any(Object), changes: expect.any(Array) }),
      ...extras,
    }),
  )
  expect(reply.status).toBe(status)
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
}

/** Runs `work` and finds every row of the company as it was. */
export async function expectNoChange<Result>(
  rows: Rows,
  company: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  const { id } = company.membership.account
  const before = await rows.ofCompany(id)
  const result = await work()
  expect(await rows.ofCompany(id)).toEqual(before)
  return result
}

/** Sends each bad value in its field and finds it refused by name, with nothing changed. */
export async function expectFieldsRefused(
  rows: Rows,
  company: Caller,
  {
    method,
    url,
    fields,
    bodyWith,
  }: {
    method: 'POST' | 'PUT'
    url: string
    /** By the field's path as the refusal must name it. */
    fields: Record<string, readonly unknown[]>
    bodyWith: (path: string, value: unknown) => unknown
  },
): Promise<void> {
  await expectNoChange(rows, company, async () => {
    for (const [path, values] of Object.entries(fields))
      for (const value of values) {
        const body = jsonText(bodyWith(path, value))
        const reply = await company.call<{ errors?: { path: string; message: string }[] }>(
          method,
          url,
          body,
          {
            'content-type': 'application/json',
          },
        )
        const sent = `${path} = ${JSON.stringify(value)}: ${JSON.stringify(reply.body)}`
        expect(reply.status, sent).toBe(400)
        expect(reply.body.errors?.[0]?.path, sent).toBe(path)
        expectProblem(reply, 'invalid_input')
      }
  })
}

/** The statuses of calls that ran side by side, in rising order. */
export const statusesOf = (replies: readonly Reply[]) =>
  replies.map(reply => reply.status).sort((one, other) => one - other)
