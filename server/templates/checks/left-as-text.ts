import type { PageDismissal } from '#contract/template-pages.ts'
import type { MissingValue } from '#contract/generation.ts'
import type { LeftValue } from '#server/templates/records.ts'

export type Made = {
  templateId: string
  leftValues: readonly LeftValue[]
  dismissals: readonly PageDismissal[]
}

/** More than anybody looks for in a paper. */
const MOST_NAMED = 5

/**
 * Values of the job that a template was made from and that stand on its page as text: they are the same on a paper of
 * any other job. What a person said is no field is none of them.
 */
export function leftAsText(jobId: string, made: readonly Made[]): MissingValue[] {
  const messages = new Map<string, string[]>()
  for (const { templateId, leftValues, dismissals } of made) {
    const others = leftValues.filter(({ shipmentId, says }) => !says && shipmentId !== jobId)
    const texts = notDismissed(others, dismissals).map(text => `“${text}”`)
    if (texts.length === 0) continue
    const message = messageOf(texts)
    messages.set(message, [...(messages.get(message) ?? []), templateId])
  }
  return [...messages].map(([message, templateIds]) => ({
    ...{ label: 'Text of another job', message, place: null, check: true as const, templateIds },
  }))
}

/** Those that nobody said are no fields. */
export const notDismissed = (left: readonly LeftValue[], dismissals: readonly PageDismissal[]): string[] =>
  left.filter(({ text }) => !dismissals.some(one => one.text.includes(text))).map(({ text }) => text)

function messageOf(texts: readonly string[]): string {
  const others = texts.length - MOST_NAMED
  const named = others > 1 ? [...texts.slice(0, MOST_NAMED), `${others} more`] : texts
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(named)
  return `The template still says ${list} as text, from the job it was made from`
}
