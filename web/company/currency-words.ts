import type { CompanyCurrency, CurrencyChange } from '#contract/company-currency.ts'
import { amountText, countText, dayText, numberText } from '#web/lib/format.ts'

export const RATE_DECIMALS = 8

const rateText = (rate: number) => numberText(rate, { most: RATE_DECIMALS })

/** What will happen, a sentence for each kind of figure that there is. */
export function outlook(counts: CompanyCurrency, to: string, rate: number): string[] {
  const { currency: from, ownSections, foreignSections, withoutRate, typedTotals } = counts
  const own = countText(
    ownSections,
    `charge section in ${from} keeps its`,
    `charge sections in ${from} keep their`,
  )
  const foreign = countText(
    foreignSections,
    'charge section in another currency keeps its amounts',
    'charge sections in other currencies keep their amounts',
  )
  const totals = countText(typedTotals, 'typed Finance Total', 'typed Finance Totals')
  return [
    ...(ownSections > 0 ? [`${own} amounts, at 1 ${from} = ${rateText(rate)} ${to}.`] : []),
    ...(foreignSections > 0
      ? [`${foreign}. Exchange rates are converted from ${from} to ${to}; amounts in ${to} need none.`]
      : []),
    ...(withoutRate > 0
      ? [
          `${countText(withoutRate, 'of them has', 'of them have')} no exchange rate: what counted as 1 ${from} counts as 1 ${to}. ` +
            'Enter a rate before or after the change.',
        ]
      : []),
    ...(typedTotals > 0
      ? [`${totals}: ${amountText(1000, from)} ${from} becomes ${amountText(1000 * rate, to)} ${to}.`]
      : []),
  ]
}

/** Who changed it, when and at which rate. */
export function changeText({ from, to, rate, by, at }: CurrencyChange, timeZone: string | null): string {
  const who = by === null ? '' : ` by ${by}`
  return `Changed from ${from} to ${to} on ${dayText(at, timeZone)}${who}, at 1 ${from} = ${rateText(rate)} ${to}.`
}
