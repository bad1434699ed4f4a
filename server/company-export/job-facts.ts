import type { FieldKind } from '#contract/field.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeLines,
  type ChargeSection,
  chargeSectionLabels,
  chargeSections,
} from '#contract/finance-sections.ts'
import { lineFigure, lineMeaning, withSums } from '#contract/finance-totals.ts'
import { jobFields, quoteFields } from '#contract/jobs.ts'
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
export function jobFacts({ job, master, ports }: JobView): Fact[] {
  const own = entriesOf(jobFields).map(([field, { label, kind }]) => ({
    label,
    value: field === 'masterShipmentId' ? (master ?? '') : readable(kind, job[jobColumns[field]]),
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

export type ChargeLine = { label: string; figure: number; perKg: boolean }
export type ChargeFacts = {
  label: string
  currency: string
  exchangeRate: number | null
  lines: ChargeLine[]
  total: number | null
}

const meanings = { amount: '', perKg: ' (per kg)', minimum: ' (minimum)' } as const

/** The sections in which a figure stands, and the total in the company's currency. */
export function chargeFacts(
  view: JobView,
  companyCurrency: string,
): { sections: ChargeFacts[]; total: number | null; currency: string } {
  const finance = withSums(financeOf(view, companyCurrency))
  const sections = chargeSections.flatMap(section => {
    const charges = finance[section]
    if (!charges) return []
    const lines = Object.entries<string>(chargeLines[section]).flatMap(([line, label]) => {
      const figure = lineFigure(charges, line)
      if (figure === null) return []
      const meaning = lineMeaning(section, line, charges)
      return [{ label: label + meanings[meaning], figure, perKg: meaning === 'perKg' }]
    })
    if (lines.length === 0 && !charges.totalIsTyped) return []
    const { currency, exchangeRate, total } = charges
    const label = chargeSectionLabels[section]
    return [{ label, currency: currency ?? companyCurrency, exchangeRate, lines, total }]
  })
  return { sections, total: finance.total, currency: companyCurrency }
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
