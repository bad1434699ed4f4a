import { expect, type Page, test } from '@playwright/test'
import type { DocumentTemplate } from '#contract/templates.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { expectAccessible } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import {
  groupOf,
  jobWith,
  openAsTemplate,
  paperOf,
  savedOn,
  TEMPLATES,
  withOwnCompany,
} from './template-papers.ts'

let page: Page
let api: CompanyApi
withOwnCompany(own => ({ page, api } = own))

const group = (name: string) => groupOf(page, name)
const saved = () => savedOn(page)
const atSelection = () => page.getByRole('button', { name: 'Make it a field…' }).last()
const search = () => page.getByRole('combobox', { name: 'Search fields' })

test('text that was not found becomes a field by double click, by triple click and by keys', async () => {
  const job = await jobWith(api, {
    name: 'NORWICH',
    vesselName: 'Polar Dawn',
    voyage: '077E',
    mbl: 'KSOL-4711',
  })
  const other = await jobWith(api, { name: 'IPSWICH', vesselName: 'Orwell', voyage: '12N', mbl: 'KSOL-9' })
  const lines = ['Vessel: Polar Dawn', 'Ship to NORWITCH today', 'Kept as agreed', 'Ref. 4711 of the carrier']
  const body =
    lines.map(line => paragraph(line)).join('') +
    table([row([cell(paragraph('077 E'), { width: 3000 })])], { widths: [3000] })
  await openAsTemplate(page, job, { name: 'Our note.docx', body })
  await expect(group('Found')).toContainText('Polar Dawn')

  const word = page.getByText('Ship to NORWITCH today')
  const box = await word.boundingBox()
  if (!box) throw new Error('The line is not shown.')
  // Into the word: a first click sets the caret there, a second one selects all of it.
  await word.dblclick({ position: { x: box.width * 0.5, y: box.height / 2 } })
  await expect(page.getByText('“NORWITCH” is selected.')).toBeAttached()
  await expectAccessible(page)
  await atSelection().click()
  await expect(search()).toHaveValue('')
  await search().fill('norwich')
  await search().press('Enter')
  await expect(group('Found').getByRole('listitem').filter({ hasText: '“NORWITCH”' })).toBeVisible()

  await page.getByText('Kept as agreed').click({ clickCount: 3 })
  await expect(page.getByText('“Kept as agreed” is selected.')).toBeAttached()
  await page.getByRole('button', { name: 'Make it a field…' }).first().click()
  await search().fill('master bl')
  await search().press('Enter')
  await expect(group('Found').getByRole('listitem').filter({ hasText: '“Kept as agreed”' })).toBeVisible()

  await page.getByRole('button', { name: 'Insert a field' }).click()
  const line = page.getByRole('textbox', { name: '077 E' })
  await line.focus()
  await page.keyboard.press('Shift+Home')
  await expect(page.getByText('“077 E” is selected.')).toBeAttached()
  await page.keyboard.press('Enter')
  await search().fill('voyage')
  await search().press('Enter')
  await expect(group('Found').getByRole('listitem').filter({ hasText: '“077 E”' })).toBeVisible()

  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(saved()).toBeVisible()
  const made = (await api.call<DocumentTemplate[]>('GET', TEMPLATES)).find(
    ({ name }) => name === 'Our note.dotx',
  )
  expect((await documentText(await paperOf(page, api, other, made?.id ?? ''))).split('\n')).toEqual([
    'Vessel: Orwell',
    'Ship to IPSWICH today',
    'KSOL-9',
    'Ref. 4711 of the carrier',
    '12N',
  ])
})
