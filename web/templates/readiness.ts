import type { DocumentTemplate } from '#contract/templates.ts'
import { countText } from '#web/lib/format.ts'

/** What a template came to, in a sentence: ready, ready but for placeholders that will not be filled, or to be mended. */
export function readiness({ name, problems, leftPlaces }: DocumentTemplate): string {
  if (problems.length > 0)
    return `${name} was saved, with ${countText(problems.length, 'place')} to correct in Word. Then upload it again.`
  if (leftPlaces === 0) return `${name} is ready to generate documents from.`
  return `${name} is ready to generate documents from; ${staying(leftPlaces)}.`
}

/** “2 placeholders will not be filled”. */
export const staying = (count: number) => `${countText(count, 'placeholder')} will not be filled`
