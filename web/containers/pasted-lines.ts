import { readContainerLines } from '#contract/container-lines.ts'
import { mayBeContainerNumber } from '#contract/container-number.ts'
import { KILOGRAMS_IN_A_POUND } from '#contract/container-rules.ts'
import { containerTypeOf, looksLikeSizeType } from '#contract/container-types.ts'
import { cubicMetersIn } from '#contract/units.ts'
import { typedNumberText } from '#web/lib/format.ts'
import { personLocale, withLatinDigits } from '#web/lib/locale.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import type { OwnTable } from '#web/ui/grid/pasted-cells.ts'
import { readNumber } from '#web/ui/entry/read-number.ts'
import { numberRules } from '#web/ui/entry/use-number-entry.ts'

/** Units that the columns do not keep, and how many of the kept one they are; so many decimals are exact enough. */
const others: readonly { unit: RegExp; factor: number; decimals: number }[] = [
  { unit: /\s*(lbs?|pounds?)$/i, factor: KILOGRAMS_IN_A_POUND, decimals: 2 },
  { unit: /\s*(cft|cbf|ft3|ft³)$/i, factor: cubicMetersIn[1] ?? 1, decimals: 4 },
]

/** A figure in the unit of its column; as it stands where that reads it. */
function inColumnsUnit(text: string): string {
  const other = others.find(({ unit }) => unit.test(text))
  if (!other) return text.replace(/\bmts$/i, 'mt')
  const read = readNumber(
    text.replace(other.unit, ''),
    numberRules({ decimals: 4 }),
    withLatinDigits(personLocale()),
  )
  if ('reason' in read || read.value === null) return text
  return typedNumberText(read.value * other.factor, other.decimals)
}

/** Lines of a mail that name a container, as cells in the order of the columns. */
export function readPaste(pasted: string): OwnTable | null {
  const read = readContainerLines(pasted)
  if (!read) return null
  const rows = read.containers.map(
    ({ number, sizeType, seals, packages, cargoWeight, volume, tareWeight, vgm }) => [
      ...[number, sizeType ?? '', seals.join(', ')],
      ...[packages, cargoWeight, volume, tareWeight, vgm].map(figure => inColumnsUnit(figure ?? '')),
    ],
  )
  return { rows, linesLeftOut: read.leftOut, unread: read.unread }
}

/** Whether a line of a pasted table is a container: its number may be one, it has none yet, or its type says so. */
export function namesContainer({ number, sizeType }: RowValues): boolean {
  const text = typeof number === 'string' ? number.trim() : ''
  const type = typeof sizeType === 'string' ? sizeType : ''
  const isTyped = containerTypeOf(type) !== undefined || looksLikeSizeType(type)
  return text === '' || isTyped || mayBeContainerNumber(text)
}
