import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { installedTool } from '#testing/installed-tool.ts'

const axe = await readFile(join(await installedTool('axe'), 'axe-core/axe.min.js'), 'utf8')

/** What stands on the page now has no fault that axe can find, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
    // Of what is in order axe need not name every place, which takes it longest. The second time the page differs in
    // its colours alone.
    const rules = colorScheme === 'dark' ? `, runOnly: ['color-contrast', 'link-in-text-block']` : ''
    const violations = await page.evaluate<string[]>(
      `axe.run({ resultTypes: ['violations']${rules} }).then(({ violations }) => violations.map(
        ({ id, help, nodes }) => id + ': ' + help + ' – ' + nodes.map(node => node.html).join(' ').slice(0, 300)))`,
    )
    expect(violations, `in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Longer than any colour takes to change. What is not drawn tells neither a frame nor the end of its change. */
const LONGEST_CHANGE_MS = 5000

/** Colours that still change have the contrast of neither scheme: waits for the changes that have an end. */
const settled = (page: Page) =>
  page.evaluate(async longest => {
    const late = new Promise(resolve => setTimeout(resolve, longest))
    const drawn = new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.race([late, drawn])
    const changing = document
      .getAnimations()
      .filter(one => one.playState === 'running')
      .filter(one => Number.isFinite(one.effect?.getComputedTiming().endTime ?? Infinity))
    await Promise.race([late, Promise.allSettled(changing.map(one => one.finished))])
  }, LONGEST_CHANGE_MS)

/** Nothing makes the page wider than the window. */
export async function expectNoSideways(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  expect(content).toBeLessThanOrEqual(window)
}
