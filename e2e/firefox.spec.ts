import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type TestInfo, test } from '@playwright/test'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import { firefoxPath, openFirefox } from '#testing/firefox.ts'
import { installedTool } from '#testing/installed-tool.ts'
import { type CompanyApi, newCompany } from './company.ts'

const axe = await readFile(join(await installedTool('axe'), 'axe-core/axe.min.js'), 'utf8')

const path = firefoxPath
if (path)
  test('the main job in Firefox: parties, ports, dates, cargo, items, charges, a paper, and out again', async ({
    page,
  }, info) => mainJob(path, await newCompany(page), info))

async function mainJob(executable: string, api: CompanyApi, info: TestInfo) {
  const { origin, person } = api
  const firefox = await openFirefox(executable)
  const { page, field, button, link, option, sees } = firefox
  const { keyboard } = page
  const accessible = async () => {
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
    const violations = await page.evaluate(
      `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(
        ({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' ').slice(0, 300)))`,
    )
    expect(violations).toEqual([])
  }
  const stored = async () => {
    const id = new URL(page.url()).searchParams.get('id')
    return api.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)
  }
  try {
    await page.goto(`${origin}/login`)
    await field('Email').fill(person.email)
    await field('Password').fill(person.password)
    await button('Sign in').click()
    await button('Create Job').click()
    await page.waitForFunction(`location.pathname === '/webapp/shipment'`)
    await page.waitForFunction(`document.activeElement?.name === 'name'`)
    await keyboard.type('Bed linen for Orwell')

    // A company that is not known yet, by the keyboard alone; the cursor is in its field again.
    await field('Consignee').click()
    await keyboard.type('Orwell Home Furnishings')
    await option('Create').wait()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await button('Create').click()
    await sees('Consignee: Orwell Home Furnishings added.')
    await page.waitForFunction(`document.activeElement?.value === 'Orwell Home Furnishings'`)

    await field('Port of Loading').click()
    await keyboard.type('khi')
    await option('PKKHI').wait()
    await keyboard.press('Enter')
    await sees('Port of Loading: Karachi added.')
    await field('Mode of Transport').fill('2')
    await field('Quote Type').fill('0')
    await field('ETD').fill('2026-12-03')
    await field('Gross weight').fill('12450.5')
    await accessible()
    await keyboard.press('Escape')
    await page.evaluate(`document.querySelector('[name=hbl]').focus()`)
    await keyboard.type('LDG0000123')
    await page.evaluate(`dispatchEvent(new Event('blur'))`)
    await button('Save').click()
    await sees('Saved')

    await link('Items').click()
    await button('Add Item').click()
    for (const [name, quantity] of [
      ['Duvet covers', '2400'],
      ['Pillow cases', '5600'],
    ] as const) {
      await keyboard.type(name)
      await keyboard.press('Tab')
      await keyboard.type(quantity)
      await keyboard.press('Enter')
      await keyboard.press('Home')
    }
    await expect
      .poll(async () => (await stored()).items.map(({ name, quantity }) => [name, quantity]))
      .toEqual([
        ['Duvet covers', 2400],
        ['Pillow cases', 5600],
      ])
    await accessible()

    await link('Finance').click()
    await field('THC', 'Destination Charges').fill('180.1')
    await keyboard.press('Tab')
    await sees('Saved')

    await link('Attachments').click()
    await button('Generate from a template').click()
    await page.locator('::-p-xpath(//button[starts-with(normalize-space(), "House Bill of Lading")])').click()
    await button('Generate anyway').click()
    await sees('was generated and added to job 1.')
    const job = await stored()
    expect(job).toMatchObject({
      name: 'Bed linen for Orwell',
      hbl: 'LDG0000123',
      etd: '2026-12-03',
      grossWeight: 12_450.5,
      quote: { loadingPort: 'Karachi', transportMode: 2, quoteType: 0 },
    })
    expect(job.documents.map(({ name }: Document) => name)).toEqual([
      expect.stringContaining('House Bill of Lading'),
    ])
    await accessible()

    await link('Sign out').click()
    await page.waitForFunction(`!location.pathname.startsWith('/webapp')`)
    expect(firefox.errors()).toEqual([])
  } catch (error) {
    await page.screenshot({ path: info.outputPath('firefox.png') as `${string}.png` })
    throw error
  } finally {
    await firefox.close()
  }
}
