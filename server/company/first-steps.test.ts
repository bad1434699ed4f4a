import { expect, test } from 'vitest'
import type { FirstSteps } from '#contract/first-steps.ts'
import type { Preferences } from '#contract/preferences.ts'
import { buildColleague, buildCompany, buildOrganisation, formWithFile, send } from '#testing/factories.ts'
import { smallJpeg } from '#testing/pictures.ts'
import { expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { testProduct } from '#testing/test-company.ts'

const { product } = testProduct({ starters: await readStarterTemplates() })
const path = '/api/company/firststeps'
const none = { country: false, logo: false, template: false, colleague: false, contact: false }

test('each first step is told as done once it is, to everybody of the company and to nobody else', async () => {
  const company = await buildTemplateCompany(product)
  const other = await buildCompany(product)
  const steps = async (by: Pick<typeof other, 'call'> = company) =>
    (await by.call<FirstSteps>('GET', path)).body
  // The starter templates, in either size, are none of its own.
  expect(await steps()).toEqual(none)
  await company.call('PUT', '/api/company', { paperSize: 'Letter' })
  expect(await steps()).toEqual(none)
  await company.call('PUT', '/api/company', { countryId: 'DE' })
  expect(await steps()).toEqual({ ...none, country: true })
  await buildOrganisation(company, { name: 'Nordsee Handel' })
  const { payload, headers } = formWithFile({ name: 'logo.jpg', content: smallJpeg() })
  await company.call('PUT', '/api/company/logo', payload, headers)
  await company.addTemplate('Job {{JobId}}', 'Own.dotx')
  const viewer = await buildColleague(product, company, 'viewer')
  const all = { country: true, logo: true, template: true, colleague: true, contact: true }
  expect(await steps()).toEqual(all)
  expect(await steps(viewer)).toEqual(all)
  expect(await steps(other)).toEqual(none)
  expectProblem(await send(product, { method: 'GET', url: path }), 'sign_in_required')
})

test('whoever makes a company is to be welcomed, until they say so, and no colleague is', async () => {
  const company = await buildCompany(product)
  const colleague = await buildColleague(product, company, 'administrator')
  const isDue = async (by: typeof company) =>
    (await by.call<Preferences>('GET', '/api/preferences')).body.welcomeDue
  expect([await isDue(company), await isDue(colleague)]).toEqual([true, false])
  await company.call('POST', '/api/register')
  await company.call('PUT', '/api/preferences', { welcomeDue: false })
  await company.call('POST', '/api/register')
  expect(await isDue(company)).toBe(false)
})
