import { labelOf, quoteTypes, TransportMode } from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { chargeLines, chargeSectionLabels } from '#contract/finance-sections.ts'
import { type KeptFigures, lineFigure } from '#contract/finance-totals.ts'
import { moneyText } from '#web/lib/format.ts'

const ways: Record<number, string> = {
  [TransportMode.air]: 'by air',
  [TransportMode.road]: 'by road',
  [TransportMode.sea]: 'by sea',
}
/** "by air": how a job goes that hides some lines. */
export const transportWords = ({ transportMode }: Finance) =>
  ways[transportMode ?? -1] ?? 'without a transport mode'

/** "under Cost & Freight", of "Cost & Freight (C&F)". */
const termsOf = ({ quoteType }: Finance) =>
  quoteType === null
    ? 'without a quote type'
    : `under ${labelOf(quoteTypes, quoteType).replace(/ (\(|- ).*$/, '')}`

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Says what is kept and why it is not charged. */
export function keptWords({ section, isWhole, lines }: KeptFigures, finance: Finance): string {
  const charges = finance[section]
  const currency = charges?.currency ?? finance.currency
  if (isWhole) {
    const total = charges?.total ? ` ${moneyText(charges.total, currency)}` : ''
    return `${chargeSectionLabels[section]}${total} are kept but not charged ${termsOf(finance)}.`
  }
  const labels: Record<string, string> = chargeLines[section]
  const figures = lines.map(line => `${labels[line]} ${moneyText(lineFigure(charges, line), currency)}`)
  return `${listed(figures)} ${lines.length > 1 ? 'are' : 'is'} kept but not charged ${transportWords(finance)}.`
}
