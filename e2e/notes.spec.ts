import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Note } from '#contract/notes.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: job.id, name: 'Green tea' })
})

const text = 'The haulier comes at noon.\nAsk for Bilal at gate 4.'
const openNotes = async (on = page) => {
  await on.goto(`/webapp/shipment?id=${job.id}`)
  await on.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: 'Notes', exact: true }).click()
}
const notes = (on = page) => on.getByRole('article')
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const stored = async () =>
  (await api.call<Note[]>('GET', `/api/note?shipmentId=${job.id}`)).map(note => note.text)
const write = async (typed: string) => {
  await page.getByRole('button', { name: 'Add Note' }).click()
  await dialog('New Note').getByLabel('Text').fill(typed)
  await dialog('New Note').getByRole('button', { name: 'Save' }).click()
  await expect(dialog('New Note')).toHaveCount(0)
}

test('a note is written, changed, deleted and brought back', async () => {
  await openNotes()
  await expect(page.getByText('No notes yet.')).toBeVisible()
  await expectAccessible(page)
  await write(text)
  await write('Cleared by customs.')
  await expect(notes()).toHaveCount(2)
  await expect(notes().nth(0)).toContainText('Cleared by customs.')
  await expect(notes().nth(1)).toContainText(api.person.name)
  await expect(notes().nth(1).getByText('Ask for Bilal')).toHaveText(text, { useInnerText: true })

  await notes().nth(1).getByRole('button', { name: 'Edit note' }).click()
  await expect(dialog('Edit Note').getByLabel('Text')).toHaveValue(text)
  await expectAccessible(page)
  await dialog('Edit Note').getByLabel('Text').fill(`${text}\nBring the papers.`)
  await dialog('Edit Note').getByRole('button', { name: 'Save' }).click()
  await expect(notes().nth(1)).toContainText('Bring the papers.')
  await expect(notes().nth(1)).toContainText('edited')
  expect(await stored()).toEqual(['Cleared by customs.', `${text}\nBring the papers.`])
  await expectAccessible(page)

  await notes().nth(1).getByRole('button', { name: 'Delete note' }).click()
  await expect(notes()).toHaveCount(1)
  expect(await stored()).toEqual(['Cleared by customs.'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notes()).toHaveCount(2)
  await expect(notes().nth(1)).toContainText('Bring the papers.')
  expect(await stored()).toHaveLength(2)

  await page
    .getByRole('navigation', { name: 'Job' })
    .getByRole('link', { name: 'History', exact: true })
    .click()
  await expect(page.getByText('added note “Cleared by customs.”')).toBeVisible()
})

test('an empty note is refused beside its field, and what was typed is not lost without asking', async () => {
  await openNotes()
  await page.getByRole('button', { name: 'Add Note' }).click()
  await dialog('New Note').getByRole('button', { name: 'Save' }).click()
  await expect(dialog('New Note').getByText('This must not be empty.')).toBeVisible()
  await dialog('New Note').getByLabel('Text').fill('Half a note')
  await dialog('New Note').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Discard', exact: true })).toBeVisible()
  expect(await stored()).toEqual([])
})

test('of two people who change one note, the second chooses', async () => {
  const note = await api.call<Note>('POST', '/api/note', { shipmentId: job.id, text })
  await openNotes()
  await notes().getByRole('button', { name: 'Edit note' }).click()
  await dialog('Edit Note').getByLabel('Text').fill('Mine')
  await api.call('PUT', '/api/note', { id: note.id, text: 'Theirs' })
  await dialog('Edit Note').getByRole('button', { name: 'Save' }).click()
  await expect(dialog('Edit Note').getByText('The note was changed after you opened it.')).toBeVisible()
  await expectAccessible(page)
  expect(await stored()).toEqual(['Theirs'])
  await dialog('Edit Note').getByRole('button', { name: 'Save' }).click()
  await expect(dialog('Edit Note')).toHaveCount(0)
  expect(await stored()).toEqual(['Mine'])
})

test('a viewer reads notes and writes none, on a phone too', async ({ browser }) => {
  await api.call('POST', '/api/note', { shipmentId: job.id, text: `${text}\n${'x'.repeat(300)}` })
  const viewer = await newColleague(api, { name: 'Vera', role: 'viewer' })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await fillSignIn(theirs, viewer.person)
  await theirs.waitForURL(/\/webapp/)
  await openNotes(theirs)
  await expect(notes(theirs)).toContainText('Ask for Bilal')
  await expect(theirs.getByRole('button', { name: /note/i })).toHaveCount(0)
  await expectNoSideways(theirs)
  await expectAccessible(theirs)
  await context.close()
})

test('a colleague who is mentioned with the keyboard alone finds the note from the sidebar', async ({
  browser,
}) => {
  const vera = await newColleague(api, { name: 'Vera Novak', role: 'viewer' })
  await openNotes()
  await page.getByRole('button', { name: 'Add Note' }).click()
  const field = dialog('New Note').getByLabel('Text')
  await field.pressSequentially('Please ask @nov')
  await expect(page.getByRole('option', { name: 'Vera Novak' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await field.press('Enter')
  await expect(field).toHaveValue('Please ask @Vera Novak ')
  await field.pressSequentially('today.')
  await dialog('New Note').getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.mention')).toHaveText('@Vera Novak')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await fillSignIn(theirs, vera.person)
  await theirs.waitForURL(/\/webapp/)
  await theirs.getByRole('button', { name: 'Menu' }).click()
  await theirs.getByRole('button', { name: 'Mentions 1 unread' }).click()
  const list = theirs.getByRole('dialog', { name: 'Mentions' })
  await expect(list).toContainText('Please ask @Vera Novak today.')
  await expectAccessible(theirs)
  await list.getByRole('link').click()
  await expect(notes(theirs)).toContainText('Please ask @Vera Novak today.')
  await theirs.getByRole('button', { name: 'Menu' }).click()
  await expect(theirs.getByRole('button', { name: /^Mentions/ })).toBeHidden()
  await expectNoSideways(theirs)
  await context.close()
})
