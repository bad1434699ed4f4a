import type { FieldKind } from '#contract/field.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeLines,
  type ChargeSection,
  chargeSectionLabels,
  chargeSections,
  sectionsFor,
  visibleLines,
} from '#contract/finance-sections.ts'
import {
  hasUnchargedRates,
  lineFigure,
  lineMeaning,
  sectionsWithoutRate,
  withSums,
} from '#contract/finance-totals.ts'
import { jobFields, quoteFields } from '#contract/job-fields.ts'
import { itemFields } from '#contract/items.ts'
import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { entriesOf } from '#contract/typed-objects.ts'
import { chargeColumns, chargeTables } from '#server/finance/columns.ts'
import { valueText } from '#server/history/words.ts'
import { itemColumns } from '#server/items/columns.ts'
import { jobColumns, quoteColumns } from '#server/jobs/columns.ts'
import type { JobView, Row } from './view-records.ts'

/** What people see of a record, with the label that the product gives it. */
export type Fact = { label: string; value: string | number }

/** A stored value as people read it; figures stay figures, '' is nothing. */
export function readable(kind: FieldKind, value: unknown): string | number {
  if (typeof value === 'number' && !Array.isArray(kind)) return value
  return valueText(kind, value, new Map())
}

/** The job's own fields and its quote's, in the order of the screen. */
export function jobFacts({ job, master, owner, ports }: JobView): Fact[] {
  const named: Partial<Record<string, string | number | null>> = { masterShipmentId: master, ownerId: owner }
  const own = entriesOf(jobFields).map(([field, { label, kind }]) => ({
    label,
    value: kind === 'named' ? (named[field] ?? '') : readable(kind, job[jobColumns[field]]),
  }))
  const quote = entriesOf(quoteFields).map(([field, { label, kind }]) => {
    const column = quoteColumns[field]
    return { label, value: kind === 'named' ? (ports[column] ?? '') : readable(kind, job[column]) }
  })
  return [...own, ...quote, { label: 'Shipment Date', value: job.shipment_date }]
}

/** Every role, with the party in it or ''. */
export const partyFacts = ({ parties }: JobView): Fact[] =>
  partyRoles.map(role => ({
    label: partyRoleLabels[role],
    value: parties.find(party => party.role === role)?.name ?? '',
  }))

export const itemFacts = (item: Row): Fact[] =>
  entriesOf(itemFields).map(([field, { label, kind }]) => ({
    label,
    value: readable(kind, item[itemColumns[field]]),
  }))

/** `remark` says what the figure alone does not: '' where that is nothing. */
export type ChargeLine = { label: string; figure: number; remark: string }
export type ChargeFacts = {
  label: string
  currency: string
  exchangeRate: number | null
  /** The last one is the total, where there is one. */
  lines: ChargeLine[]
}
/** The sections in which a figure stands, and the total in the company's currency. */
export type JobCharges = { sections: ChargeFacts[]; total: number | null; currency: string; remark: string }

const meanings = { amount: '', perKg: ' (per kg)', minimum: ' (minimum)' } as const

const NOT_CHARGED = 'not charged'
const typedWhere = (isTyped: boolean) => (isTyped ? 'typed' : '')

export function chargeFacts(view: JobView, companyCurrency: string): JobCharges {
  const finance = withSums(financeOf(view, companyCurrency))
  const sections = chargeSections.flatMap(section => sectionFacts(finance, section))
  const { total, currency, totalIsTyped } = finance
  return { sections, total, currency, remark: typedWhere(totalIsTyped) }
}

function sectionFacts(finance: Finance, section: ChargeSection): ChargeFacts[] {
  const charges = finance[section]
  if (!charges) return []
  const isCharged = sectionsFor(finance.quoteType).includes(section)
  const charged = new Set(isCharged ? visibleLines(section, finance.transportMode).map(([line]) => line) : [])
  const lines = Object.entries<string>(chargeLines[section]).flatMap<ChargeLine>(([line, label]) => {
    const figure = lineFigure(charges, line)
    if (figure === null) return []
    const meaning = meanings[lineMeaning(section, line, charges)]
    return [{ label: label + meaning, figure, remark: charged.has(line) ? '' : NOT_CHARGED }]
  })
  if (lines.length === 0 && !charges.totalIsTyped) return []
  const { currency, exchangeRate, total } = charges
  if (total !== null)
    lines.push({ label: 'Total', figure: total, remark: totalRemark(finance, section, isCharged) })
  return [
    { label: chargeSectionLabels[section], currency: currency ?? finance.currency, exchangeRate, lines },
  ]
}

function totalRemark(finance: Finance, section: ChargeSection, isCharged: boolean): string {
  const unchanged = sectionsWithoutRate(finance).find(one => one.section === section)
  return [
    isCharged ? '' : NOT_CHARGED,
    typedWhere(finance[section]?.totalIsTyped ?? false),
    section === 'freightCharge' && hasUnchargedRates(finance) ? 'the rates are not in the total' : '',
    unchanged ? `no exchange rate: 1 ${unchanged.currency} counts as 1 ${finance.currency}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

function financeOf(view: JobView, currency: string): Finance {
  const { job, finance } = view
  const total = finance['total'] ?? null
  return {
    id: finance['id'],
    shipmentId: job.id,
    originCharge: sectionOf(view, 'originCharge'),
    freightCharge: sectionOf(view, 'freightCharge'),
    destinationCharge: sectionOf(view, 'destinationCharge'),
    total,
    totalIsTyped: total !== null,
    currency,
    quoteType: job['quote_type'],
    transportMode: job['transport_mode'],
    version: finance['version'],
  } as Finance
}

function sectionOf(view: JobView, section: ChargeSection): Row | null {
  const row = view[chargeTables[section]]
  if (!row) return null
  const fields = Object.entries<string>(chargeColumns[section]).map(([field, column]) => [
    field,
    row[column] ?? null,
  ])
  return { id: row['id'], ...Object.fromEntries(fields), totalIsTyped: row['total'] !== null }
}
