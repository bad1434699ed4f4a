import { type CompanyCurrency, CURRENCY_UNDO_DAYS, type CurrencyChange } from '#contract/company-currency.ts'
import type { Company } from '#contract/company.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid } from '#server/errors.ts'
import { requireCurrency } from '#server/finance/currencies.ts'
import { loadFinance } from '#server/finance/commands.ts'
import * as records from '#server/finance/currency-change-records.ts'
import { totalBeyondRange } from '#server/finance/totals.ts'
import { jobNumberOfFinance } from '#server/finance/records.ts'
import { outdated } from '#server/records/versions.ts'
import { lockForChange } from './commands.ts'
import { loadCompany } from './load-company.ts'

export async function readCurrency({ db, accountId }: Session): Promise<CompanyCurrency> {
  const counted = await records.countAmounts(db, accountId)
  return { ...counted, latest: await records.latestChange(db, accountId, CURRENCY_UNDO_DAYS) }
}

/** Changes the currency of a company whose jobs have amounts: nothing that is charged changes what it is worth. */
export async function changeCurrency(
  session: Session,
  asked: { from: string; currency: string; rate: number },
  ifMatch: number | undefined,
): Promise<{ company: Company; sections: number; totals: number }> {
  await lockForChange(session, ifMatch)
  const { currency: from } = await records.lockAmounts(session.db, session.accountId)
  const { currency: to, rate } = asked
  requireCurrency('currency', to, null)
  if (to === from) throw invalid('currency', `${from} is the company’s currency already.`)
  if (asked.from !== from)
    throw await outdated(0, { title: 'The company’s currency', current: () => loadCompany(session) })
  const { sections, totals } = await convert(session, { from, to, rate, undoOf: null }, 'rate')
  return { company: await loadCompany(session), sections, totals }
}

/** Undoes the latest change; what was entered since is converted by the same rate, the other way round. */
export async function undoCurrency(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<{ company: Company; restored: number; converted: number }> {
  await lockForChange(session, ifMatch)
  await records.lockAmounts(session.db, session.accountId)
  const latest = await records.latestChange(session.db, session.accountId, CURRENCY_UNDO_DAYS)
  if (latest?.id !== id) throw notUndoable(latest)
  const back = { from: latest.to, to: latest.from, rate: inverse(latest.rate), undoOf: id }
  const { sections, totals, restored } = await convert(session, back, 'id')
  return { company: await loadCompany(session), restored, converted: sections + totals - restored }
}

const DIGITS = 8
/** As precise as a rate can be kept. */
const inverse = (rate: number) => Math.max(10 ** -DIGITS, Number((1 / rate).toFixed(DIGITS)))

const notUndoable = (latest: CurrencyChange | null) =>
  new AppError(
    'in_use',
    `This change of the currency cannot be undone: it has been undone, it is older than ${CURRENCY_UNDO_DAYS} days, ` +
      `or the currency was changed again since. ` +
      (latest
        ? `The latest change is from ${latest.from} to ${latest.to}.`
        : 'Change the currency with a rate instead.'),
  )

async function convert(
  session: Session,
  change: Omit<records.ChangeToWrite, 'id' | 'userId'>,
  path: 'rate' | 'id',
): Promise<{ sections: number; totals: number; restored: number }> {
  const { db, accountId, userId } = session
  const written = { ...change, id: crypto.randomUUID(), userId }
  await records.planChange(db, accountId, written)
  const beyond = await records.jobBeyondRange(db, accountId, written)
  if (beyond)
    throw invalid(
      path,
      `With this rate, ${beyond.what === 'rate' ? 'an exchange rate' : 'the total'} of job ${beyond.jobNumber} would be ` +
        `too large or too small to be kept. Check the rate, and the charges of that job.`,
    )
  const done = await records.carryOut(db, accountId, written)
  for (const financeId of await records.financesNearTheLimit(db, accountId)) {
    if (!totalBeyondRange(await loadFinance(session, financeId))) continue
    throw invalid(
      path,
      `With this rate, the charges of job ${await jobNumberOfFinance(db, accountId, financeId)} would come to more than a ` +
        `total can be. Check the rate, and the charges of that job.`,
    )
  }
  return done
}
