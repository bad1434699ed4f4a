import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { control } from '#testing/word/controls.ts'
import { mergeField } from '#testing/word/fields.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { DESKTOP, paperOf, TELEPHONE, uploadPaper, withOwnCompany } from './template-papers.ts'

let page: Page
let api: CompanyApi

withOwnCompany(own => ({ page, api } = own))

const body = [
  paragraph('Vessel {{Shipment.Vesselnam}}'),
  paragraph('On board {{Shipment.Vesselnam}}'),
  paragraph(run('Sailing ') + mergeField('Shipment_Etd', '«Shipment_Etd»')),
  paragraph(
    run('Bill ') +
      control(run('the number'), { tag: 'Shipment.HouseBl', title: 'Bill', properties: '<w:text/>' }),
  ),
].join('')

test('mistakes lead to their places, and fields of Word get another format and another field by the page', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Linen', statusId: 1 })
  await api.call('PUT', '/api/shipment', {
    ...{ id: job.id, vesselName: 'Ocean Meridian', etd: '2026-12-03', hbl: 'HB-1', mbl: 'MB-2' },
  })
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Linen')
  await uploadPaper(page, 'Fields.dotx', templateFile({ body }))
  const links = page
    .getByRole('dialog', { name: 'Fields.dotx' })
    .getByRole('link', { name: 'Show on the page' })
  await expect(links).toHaveCount(2)
  await links.nth(1).click()

  // The second of two that read alike is the one that is shown.
  const focused = page.locator('[data-item]:has(:focus)')
  await expect(focused).toHaveAttribute('data-item', /^1\./)
  const banner = page.locator('.template-problems').getByRole('listitem')
  await expect(banner).toHaveCount(2)
  await expectAccessible(page)
  for (const mistake of await banner.all())
    await mistake.getByRole('button', { name: /^Use Vessel Name/ }).click()
  await expect(page.getByText('Corrected when you save.')).toHaveCount(2)

  const place = (name: string) =>
    page
      .getByRole('region', { name: 'In the template', exact: true })
      .getByRole('listitem')
      .filter({ hasText: name })
  await expect(place('ETD')).toContainText('Merge field')
  await place('ETD').locator('[data-go]').click()
  await page.keyboard.press('f')
  const formats = page.getByRole('dialog', { name: 'How is ETD printed?' })
  await expect(formats.getByRole('radio', { name: '03 Dec 2026' }).first()).toBeChecked()
  await expectAccessible(page)
  await page.setViewportSize(TELEPHONE)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await formats.getByText('3 December 2026', { exact: true }).click()
  await formats.getByRole('button', { name: 'Use this format' }).click()
  await expect(place('ETD')).toContainText('Like 3 December 2026')

  await place('House BL')
    .getByRole('button', { name: /^Change…/ })
    .click()
  const search = page.getByRole('combobox', { name: 'Search fields' })
  await search.fill('master bl')
  await search.press('Enter')
  await expect(place('Master BL')).toContainText('Content control')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toBeVisible()
  await expect(banner).toHaveCount(0)

  const made = (await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).find(
    ({ name }) => name === 'Fields.dotx',
  )
  expect(made).toMatchObject({ problems: [], version: 2 })
  expect((await documentText(await paperOf(page, api, job, made?.id ?? ''))).split('\n')).toEqual([
    'Vessel Ocean Meridian',
    'On board Ocean Meridian',
    'Sailing 3 December 2026',
    'Bill MB-2',
  ])
})
