import { expect, type Page, test } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '#contract/jobs.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { enterKey, type Key, keysOf, openTypist, tabKey, type Typist } from './fast-typist.ts'

const RUNS = Number(process.env['LADING_TYPING_RUNS'] ?? 20)
const SEED = Number(process.env['LADING_TYPING_SEED'] ?? 1)
const RUNS_A_JOB = 20
const KEYS_A_SECOND = 15
const TIMES_SLOWER = 6

type Typed = { name: string; quantity: number | null }

const letters = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...'äöüßéèñçåøłżčşığőțÆÐÞ',
  ...'жщюяґїЯλωΩبپچغہ中文箱棉かナ한글กไ',
  ...'&<>"\'/\\%(){}[]#@+-.,;:!?*=_–€£😀',
]

function randomName(chance: Chance): string {
  const word = () => Array.from({ length: chance.whole(1, 4) }, () => chance.one(letters)).join('')
  return Array.from({ length: chance.whole(1, 3) }, word).join(' ')
}

const randomItem = (chance: Chance): Typed => ({
  name: randomName(chance),
  quantity: chance.whole(1, 4) === 1 ? chance.whole(1, 99) : null,
})

/** The name, for some items the quantity beside it, and Enter. */
const keysFor = ({ name, quantity }: Typed): Key[] => [
  ...keysOf(name),
  ...(quantity === null ? [] : [tabKey, ...keysOf(String(quantity))]),
  enterKey,
]

test.describe('items typed without a stop', () => {
  let page: Page
  let api: CompanyApi
  let typist: Typist

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    api = await newCompany(page)
    typist = await openTypist(page)
  })
  test.afterAll(() => page.close())

  /** Some runs wait for a far server at each save. */
  const answerLate = async (chance: Chance, isSlow: boolean) => {
    await page.unroute('**/api/item/many')
    if (isSlow)
      await page.route('**/api/item/many', async route => {
        await pause(chance.whole(100, 900))
        await route.continue()
      })
  }

  test(`${RUNS} runs at ${KEYS_A_SECOND} keys a second on a slow machine keep every letter`, async () => {
    test.setTimeout(60_000 + RUNS * 10_000)
    let items = 0
    let typedKeys = 0
    for (let first = 0; first < RUNS; first += RUNS_A_JOB) {
      const job = await api.call<Job>('POST', '/api/shipment', {})
      const stored = async () =>
        (await api.call<Job>('GET', `/api/shipment/${job.id}`)).items.map(({ name, quantity }) => ({
          name,
          quantity,
        }))
      const expected: Typed[] = []
      await page.goto(`/webapp/shipment/items?id=${job.id}`)
      const add = page.getByRole('button', { name: 'Add Item' })
      await expect(add).toBeVisible()
      await typist.slowDown(TIMES_SLOWER)
      for (let run = first; run < Math.min(first + RUNS_A_JOB, RUNS); run += 1) {
        const chance = chanceOf(SEED * 100_003 + run)
        const typed = Array.from({ length: chance.whole(2, 3) }, () => randomItem(chance))
        await answerLate(chance, run % 3 === 1)
        await add.click()
        await expect(page.getByRole('grid', { name: 'Items' }).locator('[data-editor]')).toBeFocused()
        const keys = typed.flatMap(keysFor)
        await typist.type(keys, KEYS_A_SECOND)
        expected.push(...typed)
        await expect.poll(stored, `run ${run} with the seed ${SEED}`).toEqual(expected)
        items += typed.length
        typedKeys += keys.length
      }
      await typist.slowDown(1)
    }
    console.log(`${RUNS} runs, ${items} items, ${typedKeys} keys: every letter stored as it was typed.`)
  })
})
