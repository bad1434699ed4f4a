import type { Database } from '#server/db/db.ts'
import { Budgets, type BudgetDependencies } from './budgets.ts'
import { addToBudgets, readBudgets } from './records.ts'

/** The budgets of a server; they begin to be shared when they are started. */
export const openBudgets = (
  database: Pick<Database, 'pool'>,
  dependencies: Omit<BudgetDependencies, 'add' | 'read'>,
): Budgets =>
  new Budgets({
    ...dependencies,
    add: changes => addToBudgets(database, changes),
    read: () => readBudgets(database),
  })
