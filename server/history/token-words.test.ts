import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { buildCompany, buildColleague } from '#testing/factories.ts'
import { testProduct } from '#testing/test-company.ts'

const { product } = testProduct()

test('an API token is one in all of its history, from being made to being revoked', async () => {
  const company = await buildCompany(product)
  const bilal = await buildColleague(product, company, 'administrator')
  const dated = /\d{4}-\d\d-\d\d(T[\d:.]+(Z|\+00:00))?/g
  const { body: token } = await bilal.call<ApiToken>('POST', '/api/apitoken', {
    name: 'Customs feed',
    role: 'staff',
  })
  await company.call('POST', `/api/apitoken/${token.id}/keep`)
  await company.call('DELETE', `/api/apitoken/${token.id}`)
  const { body } = await company.call<HistoryEntry[]>('GET', '/api/history/all?limit=4')
  const { user } = company.membership
  const person = { id: user.id, displayName: user.displayName }
  const maker = { id: bilal.membership.user.id, displayName: bilal.membership.user.displayName }
  const told = (
    field: string,
    label: string,
    old: unknown,
    now: unknown,
    oldText: string,
    newText: string,
  ) => ({
    field,
    label,
    old,
    new: now,
    oldText,
    newText,
    restorable: false,
  })
  const entry = (by: typeof person, action: string, words: unknown, changes: object[]) => ({
    id: expect.any(Number),
    at: '…',
    by,
    origin: expect.any(Object),
    record: { type: 'token', id: token.id, label: 'API token', name: 'Customs feed' },
    job: null,
    action,
    words,
    changes,
    restorable: false,
  })
  expect(JSON.parse(JSON.stringify(body).replaceAll(dated, '…'))).toEqual([
    entry(person, 'changed', 'revoked API token Customs feed', [
      told('revokedAt', 'Revoked', null, '…', '', '…'),
    ]),
    entry(person, 'changed', expect.stringMatching(/^set Last day from .* for API token Customs feed$/), [
      told('expiresOn', 'Last day', '…', '…', '…', '…'),
    ]),
    entry(
      person,
      'changed',
      expect.stringMatching(/^set Person responsible .* for API token Customs feed$/),
      [told('responsible', 'Person responsible', maker.id, person.id, maker.displayName, person.displayName)],
    ),
    entry(maker, 'added', 'created API token Customs feed', [
      told('name', 'Name', null, 'Customs feed', '', 'Customs feed'),
      told('role', 'Role', null, 'staff', '', 'Staff'),
    ]),
  ])
  const { body: csv } = await company.call<string>('GET', '/api/history/export')
  const lines = parse<Record<string, string>>(csv, { columns: true, bom: true })
  expect(
    lines.slice(0, 5).map(({ Record, Name, Action, Words, Field }) => [Record, Name, Action, Words, Field]),
  ).toEqual(
    body.flatMap(({ action, words, changes }) =>
      changes.map(({ label }) => ['API token', 'Customs feed', action, words, label]),
    ),
  )
})
