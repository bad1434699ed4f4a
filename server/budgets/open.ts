import type { Database } from '#server/db/db.ts'
import { Budgets, type BudgetParts } from './budgets.ts'
import { settleBudgets, standingBudgets } from './records.ts'

/** The budgets of a server; they begin to be shared when they are started. */
export const openBudgets = (
  database: Pick<Database, 'pool'>,
  parts: Omit<BudgetParts, 'settle' | 'standing'>,
): Budgets =>
  new Budgets({
    ...parts,
    settle: changes => settleBudgets(database, changes),
    standing: () => standingBudgets(database),
  })
