import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import type { DocumentTemplate } from '#contract/templates.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

const former = new URL('../testing/word/released/House Air Waybill of 0.1.0.dotx', import.meta.url)
const WAYBILL = 'House Air Waybill (starter).dotx'
const path = '/api/documenttemplate'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())

const templates = () => api.call<DocumentTemplate[]>('GET', path)

test('a starter template of the release 0.1.0 is told in the list, renewed by a click, and comes back', async () => {
  const today = (await templates()).find(({ name }) => name === WAYBILL)
  await api.call('DELETE', `${path}/${today?.id}`)
  const content = new Uint8Array(await readFile(former))
  const { id } = await api.upload<DocumentTemplate>(path, new File([content], WAYBILL), {})
  await page.goto('/webapp/documenttemplates')
  const told = page.getByText('A starter template has a newer edition')
  await expect(told).toBeVisible()
  await expect(told).toContainText('your company has not changed its own: House Air Waybill (starter).')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add starter templates' }).click()
  await expect(
    page.getByText('All starter templates are here already. One has a newer edition: see above the list.'),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Renew it' }).click()
  await expect(page.getByText('1 starter template renewed.')).toBeVisible()
  await expect(told).toBeHidden()
  expect((await templates()).find(one => one.id === id)?.size).toBe(today?.size)
  await page.getByRole('button', { name: `Earlier versions of ${WAYBILL}` }).click()
  await expect(page.getByRole('dialog', { name: /Earlier versions/ })).toBeVisible()
})
