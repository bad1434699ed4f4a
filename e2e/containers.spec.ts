import { expect, type Page, test } from '@playwright/test'
import type { Container } from '#contract/containers.ts'
import type { Job } from '#contract/jobs.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  api = await newCompany(page)
  job = await api.call<Job>('POST', '/api/shipment', { name: 'Rice to Rotterdam' })
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
})
test.afterAll(() => page.context().close())

const containers = () => api.call<Container[]>('GET', `/api/container?shipmentId=${job.id}`)
const grid = () => page.getByRole('grid', { name: 'Containers' })
const row = (text: string) => grid().getByRole('row').filter({ hasText: text })

// Of these, the check digit of the last one is wrong.
const numbers = [
  ...['MSKU1234565', 'MSKU1234570', 'MSKU1234586', 'MSKU1234591', 'MSKU1234605'],
  ...['MSKU1234610', 'MSKU1234626', 'MSKU1234631', 'MSKU1234647', 'MSKU1234650'],
]

test('ten lines of a mail are ten containers in one call, one key takes them back, and amber cures', async () => {
  const calls: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/api/container')) calls.push(request.url())
  })
  const lines = numbers.map(
    (number, index) => `${number} ${index < 8 ? '40HC' : '22G1'}  SL${12_345 + index}`,
  )
  await page.evaluate(text => navigator.clipboard.writeText(text), `${lines.join('\n')}\n`)
  await grid().getByRole('gridcell').first().click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row('MSKU1234650')).toContainText('Saved')
  // What is typed next belongs to the table, not to the keys of the page.
  await expect(grid().locator('[data-editor]')).toBeFocused()
  expect(calls).toHaveLength(1)
  expect((await containers()).map(({ number, sizeType, seals }) => [number, sizeType, seals])).toEqual(
    numbers.map((number, index) => [number, index < 8 ? '45G1' : '22G1', [`SL${12_345 + index}`]]),
  )
  await expect(row('MSKU1234565')).toContainText("40' HC")
  await expect(grid().getByText(/The check digit of MSKU123465 is/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(containers).toEqual([])
  await expect(row('MSKU')).toHaveCount(0)
  await page.keyboard.type('msku 123456-5\n')
  await expect.poll(containers).toMatchObject([{ number: 'MSKU1234565' }])

  await page.getByRole('button', { name: 'Edit MSKU1234565' }).click()
  const dialog = page.getByRole('dialog', { name: 'Container' })
  await dialog.getByLabel('VGM (kg)').fill('20000')
  await dialog.getByLabel('Cargo Weight (kg)').fill('18000')
  await dialog.getByLabel('Tare Weight (kg)').fill('3900')
  await dialog.getByRole('button', { name: 'Use 21,900 kg' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await containers()).toMatchObject([{ cargoWeight: 18_000, tareWeight: 3900, vgm: 21_900 }])

  // Found in six keys.
  await page.goto('/webapp')
  await expect(page.getByRole('grid', { name: 'Jobs' })).toContainText('Rice to Rotterdam')
  await page.keyboard.press('ControlOrMeta+k')
  for (const digit of '3456') await page.keyboard.press(digit)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`id=${job.id}`))
})

test('a second click on a cure reaches no other row, and what is odd of several containers is said', async () => {
  job = await api.call<Job>('POST', '/api/shipment', { name: 'Cotton to Hamburg' })
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  const pasted = ['msku 123456-5', 'MSKU123457', 'MSKU123458', 'MSKU12345678 45G1 SL9']
  await grid().getByRole('gridcell').first().click()
  await page.evaluate(text => navigator.clipboard.writeText(text), pasted.slice(1).join('\n'))
  await page.keyboard.type(`${pasted[0]}\n`)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row('MSKU12345678')).toContainText("40' HC")
  await expect(row('MSKU12345678')).toContainText('SL9')
  await expect(grid().getByText('A container number has four letters and seven digits')).toBeVisible()

  const cure = grid().getByRole('button', { name: 'Use MSKU1234570' })
  await expect(cure).toBeVisible()
  // A row that is drawn anew meanwhile has no place for a moment.
  await expect.poll(() => cure.boundingBox()).not.toBeNull()
  const place = await cure.boundingBox()
  if (!place) throw new Error('There is nothing to click.')
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await page.mouse.click(x, y)
  await expect(grid().getByText('Corrected')).toBeVisible()
  // What is typed next goes into the cell that was put right.
  await expect(grid().getByLabel('Container Number, MSKU1234570')).toBeFocused()
  // Slower than a double click: what is under the pointer is still that line.
  await page.waitForTimeout(700)
  await page.mouse.click(x, y)
  await expect(grid().getByLabel('Container Number, MSKU1234570')).toBeFocused()
  await expect.poll(async () => (await containers()).map(({ number }) => number)).toContain('MSKU1234570')
  await expect(grid().getByRole('button', { name: 'Use MSKU1234586' })).toBeVisible()
  await page.mouse.move(2, 2)
  await expect(grid().getByText('Corrected')).toBeHidden()
  expect((await containers()).map(({ number }) => number)).toEqual([
    'MSKU1234565',
    'MSKU1234570',
    'MSKU123458',
    'MSKU12345678',
  ])

  await expect(grid().getByText('more than once')).toHaveCount(0)
  await row('MSKU12345678').getByRole('gridcell').first().click()
  await page.keyboard.type('MSKU1234570\n')
  await expect(grid().getByText('MSKU1234570 is on this job more than once.')).toHaveCount(2)
  await page.getByRole('button', { name: 'Edit MSKU1234570' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Container' })
  await expect(dialog.getByText('MSKU1234570 is on this job more than once.')).toBeVisible()
  await dialog.getByLabel('Container Number').fill('CSQU3054383')
  await expect(dialog.getByText('more than once')).toBeHidden()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'Leave' })
    .or(page.getByRole('button', { name: 'Discard' }))
    .click()
})

test('the choices of a cell belong to the grid that it is in', async () => {
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  const cell = row('MSKU123458').getByRole('gridcell').nth(1)
  await cell.click()
  await page.keyboard.press('F2')
  const list = page.getByRole('listbox', { name: 'Size and Type' })
  await expect(list).toBeVisible()
  const own = page.locator('.edit-grid').filter({ has: page.getByRole('grid', { name: 'Containers' }) })
  await expect(own.getByRole('listbox', { name: 'Size and Type' })).toBeVisible()
  await list.getByRole('option', { name: "20' GP" }).click()
  await expect(cell).toContainText("20' GP")
})

test('what is said of a paste goes when it is taken back', async () => {
  job = await api.call<Job>('POST', '/api/shipment', { name: 'Yarn to Antwerp' })
  await api.call('POST', '/api/container', { shipmentId: job.id, number: 'MSKU1234565' })
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  await row('MSKU1234565').getByRole('gridcell').nth(6).click()
  const rows = grid().getByRole('row')
  const before = await rows.count()
  await page.evaluate(text => navigator.clipboard.writeText(text), '1\t2\t3\t4')
  await page.keyboard.press('ControlOrMeta+v')
  const said = page.getByText('2 columns of the copied table did not fit and were not pasted.')
  await expect(said).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(said).toBeHidden()
  await expect(rows).toHaveCount(before)
})

test('the container of an item is typed, or pasted beside the goods, and taken back', async () => {
  const stowed = await api.call<Job>('POST', '/api/shipment', { name: 'Cloth in two boxes' })
  const boxes: Container[] = []
  for (const number of ['TGHU7654320', 'MSKU1234586'])
    boxes.push(await api.call<Container>('POST', '/api/container', { shipmentId: stowed.id, number }))
  const [first, second] = boxes.map(one => one.id)
  const inContainers = async () => {
    const links = await api.call<{ itemId: string; containerId: string }[]>(
      'GET',
      `/api/item/containers?shipmentId=${stowed.id}`,
    )
    const { items } = await api.call<Job>('GET', `/api/shipment/${stowed.id}`)
    return items.map(({ id, name }) => [
      name,
      links.filter(link => link.itemId === id).map(link => link.containerId),
    ])
  }
  await page.goto(`/webapp/shipment/items?id=${stowed.id}`)
  const items = page.getByRole('grid', { name: 'Items' })
  await expect(items.getByRole('columnheader', { name: 'Container' })).toBeVisible()
  const pasted = 'Item\tPkgs\tContainer No.\nYarn\t4\tTGHU 765432-0\nCloth\t6\tTGHU7654999\nThread\t2\t'
  await page.evaluate(text => navigator.clipboard.writeText(text), pasted)
  await items.getByRole('gridcell').first().click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(items.getByText(/This job has no container “TGHU7654999”/)).toBeVisible()
  await expect.poll(inContainers).toEqual([
    ['Yarn', [first]],
    ['Cloth', []],
    ['Thread', []],
  ])
  const cell = (name: string) => items.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(8)
  await cell('Cloth').click()
  await page.keyboard.type('4586\n')
  await expect(items.getByText(/This job has no container/)).toHaveCount(0)
  await cell('Yarn').click()
  await page.keyboard.type('MSKU\n')
  await expect(cell('Yarn')).toHaveText('MSKU1234586')
  const all = [
    ['Yarn', [second]],
    ['Cloth', [second]],
    ['Thread', []],
  ]
  await expect.poll(inContainers).toEqual(all)
  await page.reload()
  await expect(cell('Yarn')).toHaveText('MSKU1234586')
  await cell('Thread').click()
  await page.keyboard.type('TGHU7654320\n')
  await expect(cell('Thread')).toHaveText('TGHU7654320')
  await expect.poll(inContainers).toEqual([...all.slice(0, 2), ['Thread', [first]]])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell('Thread')).toHaveText('')
  await expect.poll(inContainers).toEqual(all)

  // Of a split an undo puts back every part.
  const { items: stored } = await api.call<Job>('GET', `/api/shipment/${stowed.id}`)
  const yarn = stored[0]
  await api.call('PUT', '/api/item/containers', {
    id: yarn?.id,
    containers: [
      { containerId: first, packs: 1 },
      { containerId: second, packs: 3 },
    ],
  })
  await page.reload()
  await expect(cell('Yarn')).toHaveText('2 containers')
  await cell('Yarn').click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Enter')
  await expect(cell('Yarn')).toHaveText('2 containers')
  await cell('Yarn').click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowDown')
  await expect.poll(inContainers).toEqual([['Yarn', []], ...all.slice(1)])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell('Yarn')).toHaveText('2 containers')
  await expect.poll(inContainers).toEqual([['Yarn', [first, second]], ...all.slice(1)])
  await expectAccessible(page)
})

test('a whole mail is pasted: its greetings are left out and said; the job takes the sums over', async () => {
  job = await api.call<Job>('POST', '/api/shipment', {
    ...{ name: 'Tiles to Felixstowe', numberOfPackages: 60, grossWeight: 1, weightUnit: 1 },
  })
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  const mail = 'Dear all,\n\nMSKU1234565 40HC SL1\nMSKU1234570 42GO SL2\n\nBest regards\nAnn Lee'
  await grid().getByRole('gridcell').first().click()
  await page.evaluate(text => navigator.clipboard.writeText(text), mail)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row('MSKU1234570')).toContainText('Saved')
  const said =
    '3 lines left out, because they name no container: “Dear all,”, “Best regards”, “Ann Lee”. Ctrl+Z takes the paste back.'
  await expect(page.getByText(said)).toBeVisible()
  await grid().getByRole('button', { name: "Use 42G1 (40' GP)" }).click()
  await expect
    .poll(async () => (await containers()).map(one => [one.number, one.sizeType]))
    .toEqual([
      ['MSKU1234565', '45G1'],
      ['MSKU1234570', '42G1'],
    ])

  const [first, second] = await containers()
  await api.call('PUT', '/api/container', { id: first?.id, packages: 40, cargoWeight: 18_000.5 })
  await api.call('PUT', '/api/container', { id: second?.id, packages: 21, cargoWeight: 9000 })
  await page.reload()
  const differ = page.getByText(/The containers differ/)
  await expect(differ).toContainText(
    'packages 61 here, 60 on the job; weight 27,000.5 kg here, 1,000 kg on the job.',
  )
  await expectAccessible(page)
  await differ.getByRole('button', { name: 'Use the containers’ totals' }).click()
  await expect(differ).toHaveCount(0)
  expect(await api.call<Job>('GET', `/api/shipment/${job.id}`)).toMatchObject({
    ...{ numberOfPackages: 61, grossWeight: 27.0005, weightUnit: 1 },
  })
})
