import { expect, test } from 'vitest'
import type { SimilarOrganisation } from '#contract/lookups.ts'
import { withOwner } from '#server/db/owner.ts'
import { type Company, makeCompanies, makeNeighbours } from '#testing/companies/companies.ts'
import { enterCompanies } from '#testing/companies/company-records.ts'
import { makeDoubles } from '#testing/companies/doubles.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany()

const DOUBLES = 500
const companies = makeCompanies(10_000 - DOUBLES, 1)
/** Companies that nobody has entered yet: half of them called after one that is there, with another trade. */
const strangers = [
  ...makeCompanies(250, 77, new Set(companies.map(({ key }) => key))),
  ...makeNeighbours(companies, 250, 78),
]

async function offeredFor({ name, telephone, email, website }: Company): Promise<(string | null)[]> {
  const filled = Object.entries({ name, telephone, email, website }).filter(([, text]) => text !== null)
  const query = new URLSearchParams(filled as [string, string][]).toString()
  const { body } = await company.call<SimilarOrganisation[]>('GET', `/api/organisation/similar?${query}`)
  return body.map(one => one.name)
}

test('of ten thousand names, nearly all second entries are found, and hardly any other company is taken for one', async () => {
  await withOwner(product.ownerUrl, owner => enterCompanies(owner, company.membership.account.id, companies))
  const missed: string[] = []
  for (const double of makeDoubles(companies, DOUBLES, 2)) {
    const offered = await offeredFor(double)
    if (!offered.includes(double.of.name)) missed.push(`${double.how}: ${double.of.name} as ${double.name}`)
  }
  const wrong: string[] = []
  for (const stranger of strangers) {
    const offered = await offeredFor(stranger)
    if (offered.length > 0) wrong.push(`${stranger.name}: ${offered.join(', ')}`)
  }
  const [found, falsely] = [1 - missed.length / DOUBLES, wrong.length / strangers.length]
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const told = `${percent(found)} of ${DOUBLES} second entries found, ${percent(falsely)} of ${strangers.length} others offered one.`
  expect(found, [told, 'Not found:', ...missed].join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(falsely, [told, 'Falsely offered:', ...wrong].join('\n')).toBeLessThanOrEqual(0.02)
}, 300_000)
