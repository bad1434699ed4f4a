import { expect, test } from 'vitest'
import { packingModes } from '#contract/packing-modes.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  financeOf,
} from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()

const lastUsed = async (by = company) => (await by.call('GET', '/api/last-used')).body
const packing = (label: string) => packingModes.findIndex(mode => mode.label === label)

test('what the newest jobs use comes first, each once and five at most; another company’s use is not told', async () => {
  expect(await lastUsed()).toEqual({ packingModes: [], currencies: [], countries: [], masters: [] })
  const master = await buildJob(company, { name: 'Consolidation' })
  const used = [
    ['Bags', 'EUR', 'DE'],
    ['Bales', 'USD', 'NL'],
    ['Boxes', 'PKR', 'PK'],
    ['Cartons', 'GBP', 'GB'],
    ['Crates', 'AED', 'AE'],
    ['Cans', 'JPY', 'JP'],
    ['Bales', 'USD', 'NL'],
  ] as const
  for (const [mode, currency, countryId] of used) {
    const job = await buildJob(company, { masterShipmentId: master.id })
    await buildItem(company, job.id, { modeOfPacking: packing(mode) })
    const finance = await financeOf(company, job)
    await company.call('PUT', '/api/finance', { id: finance.id, freightCharge: { currency } })
    const { partyId } = await buildOrganisation(company, {
      organisationContacts: [{ contact: { countryId } }],
    })
    await buildParty(company, job.id, 'agent', partyId)
  }
  expect(await lastUsed()).toEqual({
    packingModes: ['Bales', 'Cans', 'Crates', 'Cartons', 'Boxes'].map(packing),
    currencies: ['USD', 'JPY', 'AED', 'GBP', 'PKR'],
    countries: ['NL', 'JP', 'AE', 'GB', 'PK'],
    masters: [{ id: master.id, jobId: master.jobId, name: 'Consolidation' }],
  })
  expect(await lastUsed(await buildCompany(product))).toEqual({
    packingModes: [],
    currencies: [],
    countries: [],
    masters: [],
  })
})
