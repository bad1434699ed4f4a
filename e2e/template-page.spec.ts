import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { HOUSE_BILL } from '#testing/pictures/pictured-screens.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newColleague } from './company.ts'
import { sample } from './sample-files.ts'
import {
  DESKTOP,
  groupOf,
  offerAsTemplate,
  openTemplates,
  paperOf,
  TELEPHONE,
  TEMPLATES,
  withOwnCompany,
} from './template-papers.ts'

/** More than a person should need for one paper. */
const MOST_CLICKS = 25

let page: Page
let api: CompanyApi

withOwnCompany(own => ({ page, api } = own))

type Told = { name: string; shipper: string; consignee: string; goods: readonly string[] }

/** A job that a house bill can be made of; `told` is what tells it from the other one. */
async function newJob({ name, shipper, consignee, goods }: Told, fields: object): Promise<Job> {
  const job = await api.call<Job>('POST', '/api/shipment', { name, statusId: 1 })
  const company = async (of: string, city: string) =>
    (
      await api.call<Organisation>('POST', '/api/organisation', {
        name: of,
        streetAddress: `${of} Road 7`,
        city,
      })
    ).parties[0]?.id
  await api.call('POST', '/api/shipmentshipper', {
    shipmentId: job.id,
    shipperId: await company(shipper, 'Karachi'),
  })
  await api.call('POST', '/api/shipmentconsignee', {
    ...{ shipmentId: job.id, consigneeId: await company(consignee, 'Hamburg') },
  })
  await api.call('PUT', '/api/shipment', {
    ...{ id: job.id, direction: 1, weightUnit: 0, quote: { quoteType: 1, transportMode: 2, clType: 0 } },
    ...fields,
  })
  for (const [index, of] of goods.entries())
    await api.call('POST', '/api/item', {
      ...{ shipmentId: job.id, name: of, quantity: 30 + index * 17, grossWeight: 411 + index * 222 },
    })
  return job
}

const former = () =>
  newJob(
    {
      ...{
        name: 'Bed linen',
        shipper: 'Indus Textiles',
        consignee: 'Elbe Handel',
        goods: ['Cotton sheets', 'Pillow cases'],
      },
    },
    {
      vesselName: 'Ocean Meridian',
      voyage: '512W',
      etd: '2026-12-03',
      hbl: 'LDG20261203',
      grossWeight: 1044,
    },
  )
const next = () =>
  newJob(
    {
      ...{
        name: 'Towels',
        shipper: 'Ravi Mills',
        consignee: 'Alster Import',
        goods: ['Bath towels', 'Hand towels', 'Robes'],
      },
    },
    { vesselName: 'Polar Dawn', voyage: '077E', etd: '2027-02-17', hbl: 'LDG20270217', grossWeight: 1899 },
  )

const group = (name: string) => groupOf(page, name)

const starter = async () => {
  const templates = await api.call<DocumentTemplate[]>('GET', TEMPLATES)
  const found = templates.find(({ name }) => name === HOUSE_BILL)
  if (!found) throw new Error(`The company has no ${HOUSE_BILL}.`)
  return found
}

test('last month’s bill becomes a template that makes the next job’s bill, in few clicks and without a brace', async () => {
  const [old, coming] = [await former(), await next()]
  const finished = await paperOf(page, api, old, (await starter()).id)
  const expected = await documentText(await paperOf(page, api, coming, (await starter()).id))
  // The job that was opened last is the one that is proposed.
  await page.goto(`/webapp/shipment?id=${old.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bed linen')
  await openTemplates(page)

  let clicks = 0
  const click = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  clicks += 1
  await page
    .getByLabel('Upload Template', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(sample('Our bill.docx', finished))
  await click(page.getByRole('button', { name: 'Use it as a template' }))
  const question = page.getByRole('dialog', { name: 'Make a template from this document' })
  await expect(question).toContainText('Bed linen')
  await expectAccessible(page)
  await click(question.getByRole('button', { name: 'Show the page' }))

  await expect(page.getByRole('heading', { name: 'Our bill.dotx' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('Indus Textiles')
  await expect(group('Found')).toBeVisible()
  await expectAccessible(page)
  while (await group('To decide').isVisible()) {
    const left = await group('To decide').getByRole('listitem').count()
    await click(
      group('To decide')
        .getByRole('button', { name: /^Use | for all of / })
        .first(),
    )
    if (left > 1) await expect(group('To decide').getByRole('listitem')).toHaveCount(left - 1)
    else await expect(group('To decide')).toBeHidden()
  }
  await click(page.getByRole('button', { name: 'Save template' }))
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toContainText(
    'The template prints the same page for job',
  )
  await expect(group('Found')).toBeHidden()
  console.log(`${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  await expect(page.locator('main')).not.toContainText('{{')
  await expectAccessible(page)

  const made = (await api.call<DocumentTemplate[]>('GET', TEMPLATES)).find(
    ({ name }) => name === 'Our bill.dotx',
  )
  expect(made).toMatchObject({ version: 2, problems: [] })
  const bill = await documentText(await paperOf(page, api, coming, made?.id ?? ''))
  for (const own of ['Indus Textiles', 'Elbe Handel', 'Ocean Meridian', 'LDG20261203', 'Cotton sheets'])
    expect(bill).not.toContain(own)
  expect(bill).toBe(expected)
})

test('an address that two parties share is asked about once, and one undo takes the answer back', async () => {
  const job = await former()
  const contact = { street: 'Kai 7', city: 'Hamburg' }
  const shared = await api.call<Organisation>('POST', '/api/organisation', {
    ...{ name: 'Alster Handel', organisationContacts: [{ contact }] },
  })
  const partyId = shared.parties[0]?.id
  for (const role of ['notifyParty', 'warehouse'])
    await api.call('POST', '/api/shipmentparty', { shipmentId: job.id, role, partyId })
  const lines = ['Messrs', 'Alster Handel', 'Hamburg', 'Kai 7', '', 'Vessel Ocean Meridian']
  const body = lines.map(line => paragraph(line)).join('')
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bed linen')
  await offerAsTemplate(page, { name: 'Our letter.docx', body })
  await page.getByRole('button', { name: 'Show the page' }).click()

  const asked = group('To decide').getByRole('listitem')
  await expect(asked).toHaveCount(1)
  await expect(asked).toContainText('Notify Party or Warehouse?“Alster Handel, Hamburg, Kai 7”')
  await expectAccessible(page)
  await page.setViewportSize(TELEPHONE)
  await expectNoSideways(page)
  await page.setViewportSize(DESKTOP)
  const answer = asked.getByRole('button', { name: /^Warehouse for all of/ })
  await answer.click()
  await expect(group('To decide')).toBeHidden()
  const found = (label: string) => group('Found').getByRole('listitem').filter({ hasText: label })
  for (const label of ['Warehouse: Name', 'Warehouse: City', 'Warehouse: Street'])
    await expect(found(label)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(asked).toHaveCount(1)
  await answer.click()
  // Each line may still be another field.
  await found('Warehouse: Street')
    .getByRole('button', { name: /^Not a field/ })
    .click()
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toContainText(
    'The template prints the same page for job',
  )
  const made = (await api.call<DocumentTemplate[]>('GET', TEMPLATES)).find(
    ({ name }) => name === 'Our letter.dotx',
  )
  const text = await documentText(await paperOf(page, api, job, made?.id ?? ''))
  expect(text.split('\n').slice(0, 4)).toEqual(lines.slice(0, 4))
})

test('a field is inserted, changed and taken out on the page, and the former file is kept', async () => {
  const template = await starter()
  await openTemplates(page)
  await page.getByRole('button', { name: `Edit on the page: ${template.name}` }).click()
  const lines = group('In the template').getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  // A long list is shown little by little.
  const told = await page.getByText(/^In the template \(\d+\)$/).textContent()
  const before = Number(told?.replaceAll(/\D/g, ''))
  await expect(lines).toHaveCount(before)
  await expect(page.getByRole('button', { name: 'Save template' })).toBeDisabled()

  await page.getByRole('button', { name: 'Insert a field' }).click()
  await page.getByRole('region', { name: 'Page', exact: true }).getByRole('textbox').first().click()
  const search = page.getByRole('combobox', { name: 'Search fields' })
  await search.fill('voyage')
  await expectAccessible(page)
  await search.press('Enter')
  await expect(lines).toHaveCount(before + 1)
  await page.setViewportSize(TELEPHONE)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)

  await page
    .getByRole('button', { name: 'Document Templates' })
    .or(page.getByRole('link', { name: 'Back to Document Templates' }))
    .first()
    .click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The template was saved.' })).toBeVisible()
  await expect(lines).toHaveCount(before + 1)
  expect(await api.call<unknown[]>('GET', `${TEMPLATES}/${template.id}/earlier`)).toHaveLength(1)
})

test('a viewer finds no way to the page', async ({ browser }) => {
  const { person } = await newColleague(api, { name: 'Vera Viewer', role: 'viewer' })
  const { id, name } = await starter()
  const viewer = await browser.newPage()
  await viewer.goto('/webapp/documenttemplates')
  await viewer.getByLabel('Email').fill(person.email)
  await viewer.getByLabel('Password', { exact: true }).fill(person.password)
  await viewer.getByRole('button', { name: 'Sign in' }).click()
  await expect(viewer.getByRole('gridcell', { name, exact: true }).first()).toBeVisible()
  await expect(viewer.getByRole('button', { name: /^Edit on the page/ })).toHaveCount(0)
  await viewer.goto(`/webapp/documenttemplates/page?id=${id}`)
  await expect(viewer.getByText('You may not change document templates.')).toBeVisible()
  await viewer.close()
})
