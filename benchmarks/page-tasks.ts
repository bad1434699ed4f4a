import type { BrowserContext, Page } from '@playwright/test'
import { LONG_TASKS } from './page-scripts.ts'

/** Tasks of more than 50 ms, during which the page answers nobody: how many there were, and the longest in milliseconds. */
export type LongTasks = { count: number; longest: number }

export const STEPS = [
  'It opens',
  'Wheel through all of it',
  'Five decisions by key',
  'Five decisions by click',
  'Selected text becomes a field',
  'Eleven steps undone',
  'Its text alone opens',
  'Wheel through its text alone',
] as const
export type Step = (typeof STEPS)[number]
export type PageTasks = Record<Step, LongTasks>

const WHEEL_PIXELS = 600
// By their names and not by their roles: to know these of every element of a long page takes Playwright, in the page
// itself, longer than all else.
const DISMISSAL = ['Not a field', 'Remove', 'Always show']
  .map(name => `.place__action[aria-label^="${name} "]`)
  .join()
const MAKE = '.selection-button button'
const SEARCH = '[role=dialog] [role=combobox]'

type Opened = { page: Page; tasks: () => Promise<LongTasks> }

async function newPage(context: BrowserContext): Promise<Opened> {
  const page = await context.newPage()
  await page.addInitScript(LONG_TASKS)
  const tasks = async () => {
    // What was drawn last may still be at work.
    await page.waitForTimeout(300)
    const durations = await page.evaluate<number[]>('window.longTasks()')
    return { count: durations.length, longest: Math.max(0, ...durations) }
  }
  return { page, tasks }
}

/** One person's work on the page of a template, and the same text as a page without marks, styles and scripts. */
export async function measurePageTasks(context: BrowserContext, address: string): Promise<PageTasks> {
  const { page, tasks } = await newPage(context)
  const seen: Partial<PageTasks> = {}
  const step = async (name: Step, act: () => Promise<unknown>) => {
    await act()
    seen[name] = await tasks()
  }
  await step('It opens', async () => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.locator('.page-sheet').waitFor()
    await settled(page)
  })
  await step('Wheel through all of it', () => wheelThrough(page))
  await page.locator('[data-go]').first().click()
  await step('Five decisions by key', async () => {
    for (let time = 0; time < 5; time += 1) await drawn(page, () => page.keyboard.press('Delete'))
  })
  await step('Five decisions by click', async () => {
    for (let time = 0; time < 5; time += 1) await drawn(page, () => page.locator(DISMISSAL).first().click())
  })
  await step('Selected text becomes a field', async () => {
    await page.locator('[data-paragraph]:not(:has(mark)):not(.page-row--goes *) .page-run').first().dblclick()
    await page.locator(MAKE).click()
    const search = page.locator(SEARCH)
    await search.fill('voyage')
    await search.press('Enter')
    await search.waitFor({ state: 'hidden' })
  })
  await step('Eleven steps undone', async () => {
    for (let time = 0; time < 11; time += 1) await drawn(page, () => page.keyboard.press('Control+z'))
  })
  if (await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled())
    throw new Error('More was decided than eleven steps, so the figures say something else.')
  const text = await page.evaluate<string>(
    `document.querySelector('.page-sheet').innerHTML.replaceAll(/ (?!colspan|rowspan)[a-z-]+="[^"]*"/g, '')`,
  )
  await page.close()
  const bare = await newPage(context)
  await bare.page.goto(new URL('/robots.txt', address).href)
  seen['Its text alone opens'] = (await bare.page.setContent(text), await bare.tasks())
  await wheelThrough(bare.page)
  seen['Wheel through its text alone'] = await bare.tasks()
  await bare.page.close()
  return seen as PageTasks
}

/** Every part of the page stands there. */
async function settled(page: Page): Promise<void> {
  let before = -1
  for (;;) {
    const now = await page.locator('.page-sheet *').count()
    if (now === before) return
    before = now
    await page.waitForTimeout(300)
  }
}

/** Does something and waits until it was drawn. */
async function drawn(page: Page, act: () => Promise<unknown>): Promise<void> {
  await act()
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** To the end, which comes nearer with each turn. */
async function wheelThrough(page: Page): Promise<void> {
  await page.mouse.move(500, 600)
  for (let before = Infinity, same = 0; same < 3; ) {
    await drawn(page, () => page.mouse.wheel(0, WHEEL_PIXELS))
    const now = await page.evaluate<number>(
      `(document.querySelector('.page-sheet') ?? document.body).getBoundingClientRect().bottom`,
    )
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Of several runs the one with the fewest, and of those the shortest: what others did on the machine is not the page's. */
export function leastOf(runs: readonly PageTasks[]): PageTasks {
  const least = (step: Step) =>
    runs
      .map(run => run[step])
      .toSorted((one, other) => one.count - other.count || one.longest - other.longest)[0]
  return Object.fromEntries(STEPS.map(step => [step, least(step)])) as PageTasks
}
