import { isOneOf } from '#contract/typed-objects.ts'
import { type BudgetName, budgetNames, type BudgetUse, budgetWindows } from '#contract/limits.ts'
import type { Budgets } from '#server/budgets/budgets.ts'
import { countedPerUnit, sharedBudgets, type SharedBudget } from '#server/budgets/limits.ts'
import { budgetsOf, storedBytes } from '#server/budgets/records.ts'
import type { Session } from '#server/db/db.ts'
import type { MailService } from '#server/mails/mail-service.ts'
import { countRecentRecipients } from '#server/mails/records.ts'

export type LimitDependencies = { budgets: Budgets; mail: MailService }

/** What the company uses at this moment, by all servers together, and what it may use. */
export async function companyLimits(
  { db, accountId }: Session,
  { budgets, mail }: LimitDependencies,
): Promise<BudgetUse[]> {
  const { companies, limits } = await budgetsOf(db, accountId)
  const allowed = (budget: BudgetName) => {
    const own = limits.find(one => one.budget === budget)
    if (own) return own.allowed
    return budget === 'recipients' ? mail.limits.recipientsAnHour : budgets.standard(budget)
  }
  const shared = (budget: SharedBudget) => {
    const { used, pending, startsAt, endsAt } = budgets.use(accountId, budget)
    const told = companies.find(one => one.budget === budget && one.startsAt === startsAt)?.used ?? 0
    const all = Math.max(used, told / countedPerUnit[budget] + pending)
    return { used: Math.round(all), startsAnewAt: all > 0 ? new Date(endsAt).toISOString() : null }
  }
  const counted = {
    recipients: await countRecentRecipients(db, accountId),
    storage: await storedBytes(db, accountId),
  }
  return budgetNames.map(budget => ({
    budget,
    allowed: allowed(budget),
    window: budgetWindows[budget],
    ...(isOneOf(sharedBudgets, budget) ? shared(budget) : { used: counted[budget], startsAnewAt: null }),
  }))
}
