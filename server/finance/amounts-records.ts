import { sql } from 'kysely'
import { chargeLines, type ChargeSection, chargeSections } from '#contract/finance-sections.ts'
import type { Db } from '#server/db/db.ts'
import { chargeColumns, chargeTables } from './columns.ts'

/** The columns of a section's amounts and rates by weight, as of a table that the statement calls `c`. */
export const amountColumns = (section: ChargeSection) =>
  Object.entries(chargeColumns[section])
    .filter(([field]) => field === 'total' || field in chargeLines[section])
    .map(([, column]) => sql.ref(`c.${column}`))

/** Whether any figure stands in the section `c`. */
export const hasFigures = (section: ChargeSection) =>
  sql`num_nonnulls(${sql.join(amountColumns(section))}) > 0`

/** Whether any amount of the account stands in its own currency. */
export async function holdsAmounts(db: Db, accountId: string): Promise<boolean> {
  const sections = chargeSections.map(
    section => sql`exists (
      select from ${sql.table(chargeTables[section])} c where c.account_id = ${accountId} and ${hasFigures(section)})`,
  )
  const typed = sql`exists (select from finances where account_id = ${accountId} and total is not null)`
  const { rows } = await sql<{
    found: boolean
  }>`select ${sql.join([typed, ...sections], sql` or `)} as found`.execute(db)
  return rows[0]?.found ?? false
}
