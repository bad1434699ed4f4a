import { sql } from 'kysely'
import { chargeLines, chargeSections } from '#contract/finance-sections.ts'
import type { Db } from '#server/db/db.ts'
import { chargeColumns, chargeTables } from './columns.ts'

/** Whether any amount of the account stands in its own currency. */
export async function holdsAmounts(db: Db, accountId: string): Promise<boolean> {
  const sections = chargeSections.map(section => {
    const columns = Object.entries(chargeColumns[section])
      .filter(([field]) => field === 'total' || field in chargeLines[section])
      .map(([, column]) => sql.ref(`charges.${column}`))
    return sql`exists (
      select from ${sql.table(chargeTables[section])} as charges
      where charges.account_id = ${accountId} and num_nonnulls(${sql.join(columns)}) > 0)`
  })
  const typed = sql`exists (select from finances where account_id = ${accountId} and total is not null)`
  const { rows } = await sql<{
    found: boolean
  }>`select ${sql.join([typed, ...sections], sql` or `)} as found`.execute(db)
  return rows[0]?.found ?? false
}
