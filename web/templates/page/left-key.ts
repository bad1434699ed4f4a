import type { TemplatePage } from '#contract/template-pages.ts'
import { pageTextOf } from './page-text.ts'
import type { Stretch } from './same-text.ts'

/** A text that no field stands for, by its spot and its words: so it is known among the decisions. */
export const leftKey = ({ from, to, text }: Stretch & { text: string }) =>
  `left ${from.paragraph}.${from.offset}-${to.offset} ${text}`

const KEY = /^left (\d+)\.(\d+)-(\d+) (.*)$/s

/** The text that a key is of, where it still stands in its spot; undefined for the key of a place. */
export function leftStretch(page: TemplatePage, key: string): Stretch | undefined {
  const [, paragraph, start, end, text] = KEY.exec(key) ?? []
  if (text === undefined) return undefined
  const [from, to] = [
    { paragraph: Number(paragraph), offset: Number(start) },
    { paragraph: Number(paragraph), offset: Number(end) },
  ]
  return pageTextOf(page).between(from, to) === text ? { from, to } : undefined
}
