import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { companyWithJobs, jobNumbers, openDashboard } from './dashboard-jobs.ts'

let page: Page
let company: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  company = await companyWithJobs(page, 6)
})
test.afterAll(() => page.context().close())

const panel = (name: string) => page.getByRole('dialog', { name: `Filter by ${name}` })
const chip = (label: string) => page.locator('.job-filters__chip').filter({ hasText: label })

async function addFilter(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name, exact: true }).click()
}

test('jobs are filtered by references of a kind, by seals and by dangerous goods', async () => {
  const { id } = (await company.call<Job[]>('GET', '/api/shipment?search=3'))[0] ?? { id: '' }
  await company.call('POST', '/api/reference', {
    shipmentId: id,
    kind: 'customsDeclaration',
    number: 'KAPE 77',
  })
  const kind = await company.call<{ id: string }>('POST', '/api/referencekind', { name: 'Dossier' })
  await company.call('POST', '/api/reference', { shipmentId: id, kind: kind.id, number: 'D-1' })
  await company.call('POST', '/api/container', {
    shipmentId: id,
    number: 'KSOU 418207-5',
    seals: ['SL 120-1'],
  })
  await company.call('POST', '/api/item', { shipmentId: id, unNumber: '1263' })
  await openDashboard(page)
  await addFilter('Reference')
  const reference = panel('Reference')
  await reference.getByLabel('Reference contains').fill('kape77')
  await expect(chip('Reference')).toContainText('contains “kape77”')
  await expect.poll(() => jobNumbers(page)).toEqual([3])
  await reference.getByLabel('Kind').selectOption('Booking')
  await expect(chip('Reference')).toContainText('Booking contains “kape77”')
  await expect.poll(() => jobNumbers(page)).toEqual([])
  await reference.getByLabel('Kind').selectOption('Customs Declaration')
  await expect.poll(() => jobNumbers(page)).toEqual([3])
  await reference.getByLabel('Number').selectOption('Is empty')
  await expect(chip('Reference')).toContainText('Customs Declaration is empty')
  await expect.poll(() => jobNumbers(page)).toEqual([6, 5, 4, 2, 1])
  await reference.getByLabel('Kind').selectOption('Dossier')
  await reference.getByLabel('Number').selectOption('Is filled in')
  await expect(chip('Reference')).toContainText('Dossier is filled in')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await addFilter('Seal')
  await panel('Seal').getByLabel('Seal contains').fill('sl1201')
  await expect(chip('Seal')).toContainText('contains “sl1201”')
  await page.keyboard.press('Escape')
  await addFilter('Dangerous Goods')
  await panel('Dangerous Goods').getByRole('checkbox', { name: 'Yes' }).click()
  await expect(chip('Dangerous Goods')).toContainText('Yes')
  await expect.poll(() => jobNumbers(page)).toEqual([3])
  await expect(page).toHaveURL(/\?(?=.*referenceKind=[0-9a-f-]{36})(?=.*seal=sl1201)(?=.*dangerousGoods=1)/)
  await openDashboard(page, new URL(page.url()).search)
  await expect.poll(() => jobNumbers(page)).toEqual([3])
  await expect(chip('Reference')).toContainText('Dossier is filled in')
  await openDashboard(page, '?search=ksou4182075')
  await expect.poll(() => jobNumbers(page)).toEqual([3])
})
