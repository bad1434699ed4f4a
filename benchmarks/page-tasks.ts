import type { BrowserContext, Page } from '@playwright/test'
import { type LongTasks, type Stretch, tasksDuring, watchTasks } from './renderer-tasks.ts'

export const STEPS = [
  'It opens by its address, with the application',
  'It opens from the list of templates',
  'Wheel through all of it',
  'Five decisions by key',
  'Five decisions by click',
  'Selected text: the dialog opens',
  'A field is typed and chosen',
  'Eleven steps undone',
  'Its text alone opens',
  'Wheel through its text alone',
] as const
export type Step = (typeof STEPS)[number]
export type PageTasks = Record<Step, LongTasks>

const WHEEL_PIXELS = 600
// All that is looked for in the page is looked for by its own means: to know the elements of a long page by their roles, or
// even to count them, takes Playwright tasks of its own in the page, longer than all that is measured.
const SHEET_END = `(document.querySelector('.page-sheet') ?? document.body).getBoundingClientRect().bottom`
const DISMISSAL = `[...document.querySelectorAll('.place__action')]
  .find(one => /^(Not a field|Remove|Always show) /.test(one.ariaLabel))`
const PLAIN_TEXT = `[...document.querySelectorAll('[data-paragraph]')]
  .find(one => !one.querySelector('mark') && !one.closest('.page-row--goes') && one.textContent.trim().length > 3)
  .querySelector('.page-run')`

/** One person's work on the page of a template, and the same text as a page without marks, styles and scripts. */
export async function measurePageTasks(context: BrowserContext, address: string): Promise<PageTasks> {
  const page = await context.newPage()
  const stop = await watchTasks(page)
  const stretches = new Map<Step, Stretch>()
  const step = async (name: Step, act: () => Promise<unknown>) => {
    // The name survives into the page that is opened, and into the trace.
    await page.evaluate(`performance.mark(${JSON.stringify(`begin ${name}`)}), undefined`)
    await act()
    // What was drawn last may still be at work.
    await page.waitForTimeout(300)
    await page.evaluate(`performance.mark(${JSON.stringify(`end ${name}`)}), undefined`)
    stretches.set(name, { begin: `begin ${name}`, end: `end ${name}` })
  }
  await page.goto(new URL('/robots.txt', address).href)
  await step('It opens by its address, with the application', async () => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await settled(page)
  })
  await page.goto(new URL('/webapp/documenttemplates', address).href, { waitUntil: 'networkidle' })
  await step('It opens from the list of templates', async () => {
    const { pathname, search } = new URL(address)
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(pathname + search)})`)
    await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`)
    await settled(page)
  })
  await step('Wheel through all of it', () => wheelThrough(page))
  await page.evaluate(`document.querySelector('[data-go]').click()`)
  await step('Five decisions by key', async () => {
    for (let time = 0; time < 5; time += 1) await drawn(page, () => page.keyboard.press('Delete'))
  })
  await step('Five decisions by click', async () => {
    for (let time = 0; time < 5; time += 1) await drawn(page, () => clickOn(page, DISMISSAL))
  })
  await inSight(page, PLAIN_TEXT)
  await step('Selected text: the dialog opens', async () => {
    const { x, y } = await middleOf(page, PLAIN_TEXT)
    await page.mouse.dblclick(x, y)
    await until(page, `document.querySelector('.selection-button button')`)
    await clickOn(page, `document.querySelector('.selection-button button')`)
    await until(page, `document.activeElement.matches('[role=dialog] [role=combobox]')`)
  })
  await step('A field is typed and chosen', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.type('voyage', { delay: 60 })
    await page.keyboard.press('Enter')
    await until(page, `!document.querySelector('[role=dialog]')`)
  })
  await step('Eleven steps undone', async () => {
    for (let time = 0; time < 11; time += 1) await drawn(page, () => page.keyboard.press('Control+z'))
  })
  if (await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled())
    throw new Error('More was decided than eleven steps, so the figures say something else.')
  const text = await page.evaluate<string>(
    `document.querySelector('.page-sheet').innerHTML.replaceAll(/ (?!colspan|rowspan)[a-z-]+="[^"]*"/g, '')`,
  )
  await page.goto(new URL('/robots.txt', address).href)
  await step('Its text alone opens', () =>
    page.evaluate(`document.body.innerHTML = ${JSON.stringify(text)}, undefined`),
  )
  await step('Wheel through its text alone', () => wheelThrough(page))
  const events = await stop()
  await page.close()
  return Object.fromEntries(
    STEPS.map(name => {
      const stretch = stretches.get(name)
      if (!stretch) throw new Error(`Nobody did “${name}”.`)
      return [name, tasksDuring(events, stretch)]
    }),
  ) as PageTasks
}

/** Waits until it is so. */
async function until(page: Page, condition: string): Promise<void> {
  while (!(await page.evaluate<boolean>(`Boolean(${condition})`))) await page.waitForTimeout(20)
}

/** Every part of the page stands there. */
async function settled(page: Page): Promise<void> {
  await until(page, `document.querySelector('.page-sheet')`)
  for (let before = -1; ; ) {
    const now = await page.evaluate<number>(`document.querySelectorAll('.page-sheet *').length`)
    if (now === before) return
    before = now
    await page.waitForTimeout(300)
  }
}

async function inSight(page: Page, element: string): Promise<void> {
  await page.evaluate(`${element}.scrollIntoView({ block: 'center' })`)
  // What comes into sight is drawn then, and may move what is below it.
  await page.waitForTimeout(600)
}

const middleOf = (page: Page, element: string) =>
  page.evaluate<{ x: number; y: number }>(`(() => {
    const { left, top, width, height } = ${element}.getBoundingClientRect()
    return { x: left + Math.min(20, width / 2), y: top + height / 2 }
  })()`)

async function clickOn(page: Page, element: string): Promise<void> {
  const { x, y } = await middleOf(page, element)
  await page.mouse.click(x, y)
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
    const now = await page.evaluate<number>(SHEET_END)
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Of several runs the one in the middle, step by step: by the processor's time, and of that by the longest task. */
export function middleOfRuns(runs: readonly PageTasks[]): PageTasks {
  const middle = (step: Step) =>
    runs.map(run => run[step]).toSorted((one, other) => one.byProcessor.longest - other.byProcessor.longest)[
      Math.floor((runs.length - 1) / 2)
    ]
  return Object.fromEntries(STEPS.map(step => [step, middle(step)])) as PageTasks
}
