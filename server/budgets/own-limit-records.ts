import type { Client } from 'pg'
import type { BudgetName } from '#contract/limits.ts'

export type FoundCompany = { id: string; name: string; founded: string }

/** As the tables' owner: the companies of that name, in whatever case, or the one with that account id. */
export async function findCompanies(owner: Client, nameOrId: string): Promise<FoundCompany[]> {
  const { rows } = await owner.query<FoundCompany>(
    `select id::text, name, to_char(created_at, 'yyyy-mm-dd') as founded from accounts
     where lower(name) = lower($1) or id::text = lower($1) order by created_at, id`,
    [nameOrId],
  )
  return rows
}

export async function ownLimits(
  owner: Client,
  accountId: string,
): Promise<{ budget: BudgetName; allowed: number | null }[]> {
  const { rows } = await owner.query<{ budget: BudgetName; allowed: string | null }>(
    'select budget, allowed from company_limits where account_id = $1',
    [accountId],
  )
  return rows.map(({ budget, allowed }) => ({ budget, allowed: allowed === null ? null : Number(allowed) }))
}

/** In the order given; null is unlimited, `default` gives up the company's own. */
export async function setOwnLimits(
  owner: Client,
  accountId: string,
  changes: readonly { budget: BudgetName; allowed: number | null | 'default' }[],
): Promise<void> {
  await owner.query('begin')
  for (const { budget, allowed } of changes)
    if (allowed === 'default')
      await owner.query('delete from company_limits where account_id = $1 and budget = $2', [
        accountId,
        budget,
      ])
    else
      await owner.query(
        `insert into company_limits (account_id, budget, allowed) values ($1, $2, $3)
         on conflict (account_id, budget) do update set allowed = excluded.allowed, changed_at = now()`,
        [accountId, budget, allowed],
      )
  await owner.query('commit')
}
