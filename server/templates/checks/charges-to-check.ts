import { labelOf, quoteTypes, transportModes } from '#contract/choices.ts'
import { round, sum } from '#contract/decimals.ts'
import type { Finance } from '#contract/finance.ts'
import {
  type ChargeSection,
  chargeLines,
  chargeSectionLabels,
  sectionsFor,
  visibleLines,
} from '#contract/finance-sections.ts'
import {
  hasRates,
  hasUnchargedRates,
  type KeptFigures,
  keptFigures,
  lineFigure,
  lineMeaning,
  payable,
  sectionsWithoutRate,
  sumOfLines,
  sumOfSections,
} from '#contract/finance-totals.ts'
import { freightDifference, unconfirmedFreight } from '#contract/freight-calculation.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { amountText, rateText } from '#server/templates/fields/charge-list.ts'
import { capital } from '#server/templates/fields/field-group.ts'
import { figureWithUnit } from '#server/templates/fields/measures.ts'
import { inSentence } from './missing-words.ts'

type ToCheck = { label: string; message: string }

const CHARGE_LISTS = /^(Charges|GroupedCharges|ChargeCurrencies)(\.|$)/

/** What somebody should look at in the charges before a document prints them. */
export function chargesToCheck(
  printed: ReadonlySet<string>,
  { finance, job }: Pick<TemplateSource, 'finance' | 'job'>,
): ToCheck[] {
  if (!finance) return []
  const names = [...printed]
  const showsList = names.some(name => CHARGE_LISTS.test(name))
  const showsSum = showsList || (printed.has('Finance.Total') && !finance.totalIsTyped)
  const shown = sectionsFor(finance.quoteType)
  const isPrinted = (section: ChargeSection) => showsSum || printed.has(`${capital(section)}.Total`)
  const found: ToCheck[] = []
  const add = (section: ChargeSection, say: (label: string) => string) => {
    const label = chargeSectionLabels[section]
    found.push({ label, message: say(inSentence(label)) })
  }
  const addFiner = (section: ChargeSection) => {
    const isLinePrinted = (line: string) =>
      isPrinted(section) || printed.has(`${capital(section)}.${capital(line)}`)
    const fine = finerThanCoins(finance, section, isLinePrinted)
    if (fine) add(section, charges => `In the ${charges}, ${fine}`)
  }
  if (isPrinted('freightCharge')) {
    if (hasUnchargedRates(finance))
      add('freightCharge', charges => `The ${charges} have rates, and nothing is charged for them yet`)
    const currency = finance.freightCharge?.currency ?? finance.currency
    const unconfirmed = unconfirmedFreight(finance, job)
    if (unconfirmed)
      add(
        'freightCharge',
        charges =>
          `The ${charges} have rates by weight, and the job has neither a gross weight nor a volume: ` +
          `nothing shows how their total, ${rateText(unconfirmed.total, currency)}, comes about`,
      )
    const difference = freightDifference(finance, job)
    if (difference) {
      const { comesTo, kilograms, total } = difference
      const now = `${rateText(comesTo, currency)} now (${figureWithUnit(kilograms, 'KG')})`
      add(
        'freightCharge',
        charges =>
          `The rates and amounts of the ${charges} come to ${now}; the total is ${rateText(total, currency)}`,
      )
    }
  }
  for (const section of shown) {
    const typed = isPrinted(section) ? typedBesideLines(finance, section) : null
    if (typed)
      add(
        section,
        charges => `The lines of the ${charges} come to ${typed.lines}; the total is ${typed.total}`,
      )
    addFiner(section)
  }
  for (const { section, currency } of showsSum ? sectionsWithoutRate(finance) : [])
    add(
      section,
      charges =>
        `The ${charges} are in ${currency} without an exchange rate: 1 ${currency} counts as 1 ${finance.currency}`,
    )
  if (showsList || printed.has('Finance.Total')) found.push(...ofTheTotal(finance))
  const isToldAlone = ({ section, isWhole, lines }: KeptFigures) =>
    finance.quoteType !== null &&
    [...(isWhole ? ['total'] : []), ...lines].some(line =>
      printed.has(`${capital(section)}.${capital(line)}`),
    )
  found.push(...keptBeside(finance, kept => showsSum || isToldAlone(kept)))
  return found
}

/** A typed total that differs from the sum of its lines; rates are shown by what they come to. */
function typedBesideLines({ transportMode, ...finance }: Finance, section: ChargeSection) {
  const charges = finance[section]
  if (!charges?.totalIsTyped || charges.total === null) return null
  if (hasRates(section, charges, transportMode)) return null
  const lines = sumOfLines(section, charges, transportMode) ?? 0
  if (lines === 0 || sum([lines, -charges.total]) === 0) return null
  const currency = charges.currency ?? finance.currency
  return { lines: rateText(lines, currency), total: rateText(charges.total, currency) }
}

const isFiner = (figure: number | null, currency: string) =>
  figure !== null && round(figure, decimalsOf(currency)) !== figure

/** Amounts with more digits than their currency has: nobody can pay them. */
function finerThanCoins(
  finance: Finance,
  section: ChargeSection,
  isPrinted: (line: string) => boolean,
): string | null {
  const charges = finance[section]
  if (!charges) return null
  const currency = charges.currency ?? finance.currency
  const fine = visibleLines(section, finance.transportMode).flatMap(([line, label]) => {
    const figure = lineFigure(charges, line)
    const isAmount = lineMeaning(section, line, charges) === 'amount'
    return isPrinted(line) && isAmount && isFiner(figure, currency)
      ? [`${label} ${amountText(figure ?? 0, currency)}`]
      : []
  })
  if (isPrinted('total') && charges.totalIsTyped && isFiner(charges.total, currency))
    fine.push(`the total ${amountText(charges.total ?? 0, currency)}`)
  if (fine.length === 0) return null
  return `${fine.join(', ')} ${fine.length === 1 ? 'has' : 'have'} more decimals than ${currency}`
}

function ofTheTotal(finance: Finance): ToCheck[] {
  const { total, totalIsTyped, currency, quoteType } = finance
  const label = 'All charges'
  const found: ToCheck[] = []
  const sections = sumOfSections(finance)
  const difference = totalIsTyped && sections ? sum([total, -sections]) : 0
  if (difference !== 0)
    found.push({
      label,
      message: `The sections of the charges come to ${rateText(sections ?? 0, currency)}; the total is ${rateText(total ?? 0, currency)}`,
    })
  if (totalIsTyped && isFiner(total, currency))
    found.push({
      label,
      message: `The total of the charges, ${amountText(total ?? 0, currency)}, has more decimals than ${currency}; ${amountText(round(total ?? 0, decimalsOf(currency)), currency)} is printed`,
    })
  const toPay = payable(finance) ?? 0
  if (toPay < 0) found.push({ label, message: `The total is negative: ${rateText(toPay, currency)}` })
  if (quoteType === null && keptFigures(finance).length > 0)
    found.push({ label, message: 'Without a quote type no charges are printed' })
  return found
}

/** What is entered and not charged, and so not printed, since the quote type or the transport mode hides it. */
function keptBeside(finance: Finance, isTold: (kept: KeptFigures) => boolean): ToCheck[] {
  const { quoteType, transportMode } = finance
  const terms = quoteType === null ? 'without a quote type' : `under ${labelOf(quoteTypes, quoteType)}`
  const way =
    transportMode === null
      ? 'without a transport mode'
      : `by ${labelOf(transportModes, transportMode).toLowerCase()}`
  const kept = keptFigures(finance).filter(isTold)
  return kept.map(({ section, isWhole, lines }) => {
    const label = chargeSectionLabels[section]
    const charges = finance[section]
    const currency = charges?.currency ?? finance.currency
    const labels: Readonly<Record<string, string>> = chargeLines[section]
    const figures = lines.map(
      line => `${labels[line]} ${amountText(lineFigure(charges, line) ?? 0, currency)}`,
    )
    if (isWhole && charges?.totalIsTyped && charges.total)
      figures.push(`Total ${amountText(charges.total, currency)}`)
    const why = isWhole ? terms : way
    const amounts = `${figures.join(', ')} (${currency})`
    return {
      label,
      message: `The ${inSentence(label)} are kept, but not charged or printed ${why}: ${amounts}`,
    }
  })
}
