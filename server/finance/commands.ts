import type { Finance, FinanceInput } from '#contract/finance.ts'
import { chargeSections, type ChargeSection } from '#contract/finance-sections.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import { requireCurrency } from './currencies.ts'
import * as records from './records.ts'
import { freightWithBases } from './surcharge-bases.ts'
import { totalBeyondRange, typedTotal, withTotals } from './totals.ts'

export async function loadFinance({ db, accountId }: Session, id: string): Promise<Finance> {
  const stored = await records.getFinance(db, accountId, id)
  if (!stored) throw notFound('finance record')
  return withTotals(stored)
}

/** Saves what the body mentions of the finance and its sections; a null section says nothing. */
export async function saveFinance(
  session: Session,
  input: FinanceInput,
  ifMatch: number | undefined,
): Promise<Finance> {
  const { db, accountId } = session
  const version = await records.lockFinance(db, accountId, input.id)
  const stored = await records.getFinance(db, accountId, input.id)
  if (version === null || !stored) throw notFound('finance record')
  const stands = withTotals(stored)
  await refuseOutdated(ifMatch, {
    title: 'These charges',
    isPlural: true,
    version,
    current: () => stands,
    changesSince: since => records.financeChangesSince(db, accountId, stored, since),
  })
  for (const section of chargeSections) {
    const charges = section === 'freightCharge' ? freightWithBases(input, stands) : input[section]
    if (!charges) continue
    requireCurrency(`${section}.currency`, charges.currency, stands[section]?.currency ?? null)
    const head = headOfCharges(section, charges, stands)
    const total = typedTotal(charges, stands[section] ?? { total: null, totalIsTyped: false })
    await records.saveCharges(
      db,
      accountId,
      input.id,
      section,
      { ...charges, ...head },
      stands[section]?.id,
      total,
    )
  }
  await records.updateFinance(db, accountId, input.id, typedTotal(input, stands))
  const saved = await loadFinance(session, input.id)
  const beyond = totalBeyondRange(saved)
  if (beyond)
    throw invalid(
      beyond,
      'With these charges the total is larger than a total can be. Check the amounts and the exchange rates.',
    )
  return saved
}

/** Charges in the account's own currency keep no exchange rate: it would change their totals and be shown nowhere. */
function headOfCharges(
  section: ChargeSection,
  charges: Partial<NonNullable<FinanceInput[ChargeSection]>>,
  stands: Finance,
): { exchangeRate?: null } {
  const existing = stands[section]
  const currency = (charges.currency === undefined ? existing?.currency : charges.currency) ?? stands.currency
  if (currency !== stands.currency) return {}
  const sent = charges.exchangeRate ?? 1
  if (sent !== 1 && sent !== existing?.exchangeRate)
    throw invalid(
      `${section}.exchangeRate`,
      `These charges are in ${currency}, the company’s own currency, which has no exchange rate. Name the foreign currency, or leave the rate out.`,
    )
  return charges.exchangeRate || existing?.exchangeRate ? { exchangeRate: null } : {}
}
