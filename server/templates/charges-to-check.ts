import { type ChargeSection, chargeSectionLabels } from '#contract/finance-sections.ts'
import { hasUnchargedRates, sectionsWithoutRate } from '#contract/finance-totals.ts'
import { freightDifference } from '#contract/freight-calculation.ts'
import type { TemplateSource } from './catalogue.ts'
import { figureText } from './charge-list.ts'

type ToCheck = { label: string; message: string }

/** What somebody should look at in the charges before a document prints them. */
export function chargesToCheck(
  printed: ReadonlySet<string>,
  { finance, job }: Pick<TemplateSource, 'finance' | 'job'>,
): ToCheck[] {
  if (!finance) return []
  const showsSum = [...printed].some(
    name =>
      (name === 'Finance.Total' && !finance.totalIsTyped) ||
      name === 'Charges' ||
      name.startsWith('Charges.'),
  )
  const found: ToCheck[] = []
  const add = (section: ChargeSection, say: (label: string) => string) => {
    const label = chargeSectionLabels[section]
    found.push({ label, message: say(label) })
  }
  if (showsSum || printed.has('FreightCharge.Total')) {
    if (hasUnchargedRates(finance))
      add('freightCharge', label => `${label}: rates are entered, and nothing is charged for them yet`)
    const difference = freightDifference(finance, job)
    if (difference) {
      const { comesTo, kilograms, total } = difference
      const now = `${figureText(comesTo)} now (${figureText(kilograms)} kg)`
      add(
        'freightCharge',
        label => `${label}: the rates and amounts come to ${now}; the total says ${figureText(total)}`,
      )
    }
  }
  for (const { section, currency } of showsSum ? sectionsWithoutRate(finance) : [])
    add(
      section,
      label => `${label} are in ${currency} without an exchange rate: counted as 1 ${finance.currency}`,
    )
  return found
}
