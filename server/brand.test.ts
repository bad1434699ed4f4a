import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBrand } from './brand.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-brand-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const least = {
  name: 'Indus Forwarding',
  tagline: 'cargo with care',
  email: 'desk@indus.example',
  phone: '+92 21 000000',
  address: 'West Wharf Road, Karachi',
  social: 'https://social.example/indus',
  copyrightYear: 2026,
}

async function read(content: unknown) {
  const file = join(folder, 'brand.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readBrand(file)
}

test('the product’s own brand file says what the specification says', async () => {
  const brand = await readBrand(join(import.meta.dirname, '../brand.json'))
  expect(brand).toMatchObject({
    tagline: 'modern freight management, simplified',
    copyrightYear: 2025,
    plans: [
      {
        name: 'Basic Plan',
        price: 'Free',
        per: '',
        includes: [
          'Import/Export',
          'Document Production',
          'Document Management',
          'Unlimited Users',
          '24x7 Support',
          'Data Security and Backups',
        ],
      },
      { name: 'Advanced Plan', price: 'Coming soon', per: 'per month', includes: [] },
      { name: 'Expert Plan', price: 'Coming soon', per: 'per month', includes: [] },
    ],
  })
})

test('a file with the company’s details alone gets the plans, and no map', async () => {
  const { plans, ...rest } = await read(least)
  expect(rest).toEqual(least)
  expect(plans.map(plan => `${plan.name}: ${plan.price} ${plan.per}`.trim())).toEqual([
    'Basic Plan: Free',
    'Advanced Plan: Coming soon per month',
    'Expert Plan: Coming soon per month',
  ])
})

test('mistakes are named with the field that they are in', async () => {
  const bad: [object, RegExp][] = [
    [{ email: 'nobody' }, /email/],
    [{ social: 'javascript:alert(1)' }, /http or https[\s\S]*social/],
    [{ map: { latitude: 91, longitude: 0 } }, /map\.latitude/],
    [{ map: { latitude: 9, longitude: 0, link: 'data:text/html,x' } }, /map\.link/],
    [{ plans: [] }, /plans/],
    [{ plans: [{ name: 'A' }] }, /plans\[0\]\.price/],
    [{ policiesFrom: '21.11.2026' }, /policiesFrom/],
  ]
  for (const [mistake, said] of bad) await expect(read({ ...least, ...mistake })).rejects.toThrow(said)
  await expect(read('{')).rejects.toThrow(/has mistakes/)
  await expect(readBrand(join(folder, 'none.json'))).rejects.toThrow(/cannot be read/)
})
