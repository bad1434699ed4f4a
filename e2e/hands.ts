import type { Page } from '@playwright/test'

/** What a person's hands have done on a page. */
export type Hands = {
  clicks: number
  keys: number
  /** Of the keys, the Tabs: those that lead from field to field, the values aside. */
  tabs: number
  /** Dialogs that have covered the page. */
  modals: number
}

type Counting = { hands?: Hands }

/** Counts what is really clicked and pressed from now on, as long as the page is not loaded anew. */
export const watchHands = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const hands = { clicks: 0, keys: 0, tabs: 0, modals: 0 }
    ;(globalThis as Counting).hands = hands
    const onlyHeld = ['Shift', 'Control', 'Alt', 'Meta']
    addEventListener('pointerdown', event => (hands.clicks += event.isTrusted ? 1 : 0), true)
    addEventListener(
      'keydown',
      ({ isTrusted, key }) => {
        if (!isTrusted || onlyHeld.includes(key)) return
        hands.keys += 1
        if (key === 'Tab') hands.tabs += 1
      },
      true,
    )
    const seen = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const modal of document.querySelectorAll('[aria-modal="true"]'))
        if (!seen.has(modal)) {
          seen.add(modal)
          hands.modals += 1
        }
    }).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['aria-modal'],
    })
  })

export async function countHands(page: Page): Promise<Hands> {
  const hands = await page.evaluate(() => (globalThis as Counting).hands)
  if (!hands) throw new Error('Nobody watches the hands on this page.')
  return hands
}
