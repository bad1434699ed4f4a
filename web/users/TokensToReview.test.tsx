import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { TokensToReview } from './TokensToReview.tsx'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const token = (name: string, change: Partial<ApiToken>): ApiToken => ({
  id: crypto.randomUUID(),
  name,
  role: 'staff',
  actsAs: 'staff',
  createdBy: 'Bilal Khan',
  responsible: null,
  createdAt: inDays(-100),
  expiresAt: inDays(80),
  toReview: false,
  lastUsedAt: null,
  ...change,
})

test('asks about the tokens that the upgrade gave an end and those that end within two weeks', () => {
  renderPart(<TokensToReview />, {
    known: [
      [
        ['api tokens'],
        [
          token('From before', { toReview: true }),
          token('Ends soon', { expiresAt: inDays(3) }),
          token('Good for long', {}),
          token('Over', { toReview: true, expiresAt: inDays(-1), actsAs: null }),
        ],
      ],
    ],
  })
  const asked = within(screen.getByRole('status')).getAllByRole('listitem')
  expect(asked.map(item => item.querySelector('strong')?.textContent)).toEqual(['From before', 'Ends soon'])
  for (const name of ['Keep From before', 'Revoke From before now', 'Keep Ends soon'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

test('says nothing where nothing is to be decided', () => {
  renderPart(<TokensToReview />, { known: [[['api tokens'], [token('Good for long', {})]]] })
  expect(screen.queryByRole('status')).toBeNull()
})
