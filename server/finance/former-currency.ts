import type { Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { chargeTables } from './columns.ts'
import { currencyAtEntry } from './currency-change-records.ts'

const tablesOfMoney: readonly string[] = ['finances', ...Object.values(chargeTables)]

/** Whether the records of a table hold amounts or rates whose worth depends on the company's currency. */
export const isOfMoney = (table: string) => tablesOfMoney.includes(table)

/** Refuses to bring back figures that were entered while the company had another currency: they would be read in this one. */
export async function requireSameCurrency({ db, accountId }: Session, entryId: number): Promise<void> {
  const { now, then } = await currencyAtEntry(db, accountId, entryId)
  if (now === then) return
  throw invalid(
    'entry',
    `These charges are from before the company’s currency changed from ${then} to ${now}, and would be read in ${now}. ` +
      `Enter them by hand, with ${then} as their currency.`,
  )
}
