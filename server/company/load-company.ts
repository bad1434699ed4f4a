import type { Company } from '#contract/company.ts'
import type { Session } from '#server/db/db.ts'
import { holdsAmounts } from '#server/finance/amounts-records.ts'
import { getCompany } from './records.ts'

export async function loadCompany({ db, accountId }: Session): Promise<Company> {
  const { company } = await getCompany(db, accountId)
  return { ...company, isCurrencyFixed: await holdsAmounts(db, accountId) }
}
