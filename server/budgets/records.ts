import { sql } from 'kysely'
import type { BudgetName } from '#contract/limits.ts'
import type { Database, Db } from '#server/db/db.ts'
import type { SharedBudget } from './limits.ts'

/** What a server has counted since it last settled. `startsAt`: of the window, in milliseconds since 1970. */
export type Changes = {
  companies: { company: string; budget: SharedBudget; startsAt: number; amount: number }[]
  networks: { network: string; startsAt: number; amount: number }[]
}

/** What all servers have counted, and companies' own limits. */
export type BudgetTotals = {
  companies: { company: string; budget: SharedBudget; startsAt: number; used: number }[]
  networks: { network: string; startsAt: number; used: number }[]
  limits: { company: string; budget: BudgetName; allowed: number | null }[]
}

type Row = { whose: string; starts_at: Date | null; amount: string | null } & (
  | { kind: 'company'; budget: SharedBudget }
  | { kind: 'network'; budget: null }
  | { kind: 'limit'; budget: BudgetName }
)

function totalsOf(rows: readonly Row[]): BudgetTotals {
  const totals: BudgetTotals = { companies: [], networks: [], limits: [] }
  for (const row of rows) {
    const { whose, starts_at, amount } = row
    const [startsAt, figure] = [starts_at?.getTime() ?? 0, Number(amount)]
    if (row.kind === 'company')
      totals.companies.push({ company: whose, budget: row.budget, startsAt, used: figure })
    else if (row.kind === 'network') totals.networks.push({ network: whose, startsAt, used: figure })
    else
      totals.limits.push({
        company: whose,
        budget: row.budget,
        allowed: amount === null ? null : figure,
      })
  }
  return totals
}

const instant = ({ startsAt }: { startsAt: number }) => new Date(startsAt)

/** Adds what was counted and answers what all servers have: one statement, however much has changed. */
export async function addToBudgets(
  { pool }: Pick<Database, 'pool'>,
  { companies, networks }: Changes,
): Promise<BudgetTotals> {
  const { rows } = await pool.query<Row>('select * from settle_budgets($1, $2, $3, $4, $5, $6, $7)', [
    companies.map(one => one.company),
    companies.map(one => one.budget),
    companies.map(instant),
    companies.map(one => one.amount),
    networks.map(one => one.network),
    networks.map(instant),
    networks.map(one => one.amount),
  ])
  return totalsOf(rows)
}

export async function readBudgets({ pool }: Pick<Database, 'pool'>): Promise<BudgetTotals> {
  const { rows } = await pool.query<Row>('select * from standing_budgets()')
  return totalsOf(rows)
}

/** Removes counts of windows that are long over; answers how many. */
export async function deleteOldBudgets({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select forget_old_budgets() as count')
  return Number(rows[0]?.count)
}

/** What the company's row of each budget says, and its own limits. */
export async function budgetsOf(db: Db, accountId: string): Promise<BudgetTotals> {
  const [companies, limits] = [
    await db
      .selectFrom('company_budgets')
      .where('account_id', '=', accountId)
      .select(['budget', 'starts_at', 'used'])
      .execute(),
    await db
      .selectFrom('company_limits')
      .where('account_id', '=', accountId)
      .select(['budget', 'allowed'])
      .execute(),
  ]
  return {
    companies: companies.map(({ budget, starts_at, used }) => ({
      company: accountId,
      budget: budget as SharedBudget,
      startsAt: starts_at.getTime(),
      used: Number(used),
    })),
    networks: [],
    limits: limits.map(({ budget, allowed }) => ({
      company: accountId,
      budget: budget,
      allowed: allowed === null ? null : Number(allowed),
    })),
  }
}

/** A limit that is the company's own: null is unlimited, undefined that it has none of its own. */
export async function ownLimitOf(
  db: Db,
  accountId: string,
  budget: BudgetName,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('company_limits')
    .where('account_id', '=', accountId)
    .where('budget', '=', budget)
    .select('allowed')
    .executeTakeFirst()
  return row && (row.allowed === null ? null : Number(row.allowed))
}

/** Bytes of everything that the company has in the file store, what can be restored and e-mails included. */
export async function storedBytes(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0) as bytes from (
      select sum(size) as bytes from documents where account_id = ${accountId}
      union all select sum(size) from document_templates where account_id = ${accountId}
      union all select sum(size) from earlier_contents where account_id = ${accountId}
      union all select sum(message_size) from mails where account_id = ${accountId}
      union all select logo_size from company_settings where account_id = ${accountId}) as parts`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
