import { canBeSpared } from '#server/word/file/blank-lines.ts'
import { nearestAncestor, remove } from '#server/word/file/tree.ts'
import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import type { TextParagraph } from './open-document.ts'
import { paragraphsIn } from './shown-enclosures.ts'

interface Cut {
  start: number
  end: number
}

/** Takes out a line, or a row of its own, that held nothing but conditions or lists which were taken out of it. */
export function removeSpentLine({ element, text }: TextParagraph, cuts: readonly Cut[]): void {
  if (!isOnlyRules(text) || leftOf(text, cuts).trim() !== '') return
  const row = nearestAncestor(element, ({ name }) => name === 'w:tr')
  const isOwnRow = row && paragraphsIn(row).length === 1 && hasSiblingRow(row)
  if (isOwnRow) remove(row)
  else if (canBeSpared(element)) remove(element)
}

const RULES = new Set(['if', 'else', 'open', 'close'])

function isOnlyRules(text: string): boolean {
  const placeholders = findPlaceholders(text)
  const areRules = placeholders.every(({ inner, isFinished }) => {
    const read = isFinished ? parseExpression(inner) : ''
    return typeof read === 'object' && RULES.has(read.type)
  })
  return placeholders.length > 0 && areRules && leftOf(text, placeholders).trim() === ''
}

/** A text without stretches of it, which come in rising order. */
function leftOf(text: string, cuts: readonly Cut[]): string {
  let left = ''
  let at = 0
  for (const { start, end } of cuts) {
    left += text.slice(at, start)
    at = end
  }
  return left + text.slice(at)
}

const hasSiblingRow = (row: NonNullable<ReturnType<typeof nearestAncestor>>) =>
  (row.parent?.children ?? []).some(
    child => child !== row && typeof child === 'object' && 'name' in child && child.name === 'w:tr',
  )
