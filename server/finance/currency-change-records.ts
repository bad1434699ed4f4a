import { sql, type RawBuilder } from 'kysely'
import type { CompanyCurrency, CurrencyChange } from '#contract/company-currency.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { chargeSections, type ChargeSection } from '#contract/finance-sections.ts'
import type { Db } from '#server/db/db.ts'
import { amountColumns, hasFigures } from './amounts-records.ts'
import { chargeTables } from './columns.ts'

export type ChangeToWrite = {
  id: string
  userId: string
  from: string
  to: string
  /** How many of `to` one unit of `from` is worth. */
  rate: number
  /** The change that this one undoes. */
  undoOf: string | null
}

const inEachSection = (part: (section: ChargeSection, table: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(
    chargeSections.map(section => part(section, sql.table(chargeTables[section]))),
    sql` union all `,
  )

export async function countAmounts(db: Db, accountId: string): Promise<Omit<CompanyCurrency, 'latest'>> {
  const sections = inEachSection(
    (section, table) => sql`
      select c.finance_id, coalesce(c.currency, a.currency) = a.currency as is_own, c.exchange_rate
      from accounts a join ${table} c on c.account_id = a.id
      where a.id = ${accountId} and ${hasFigures(section)}`,
  )
  const { rows } = await sql<Omit<CompanyCurrency, 'latest'>>`
    with sections as (${sections}),
    typed as (select id as finance_id from finances where account_id = ${accountId} and total is not null)
    select a.currency,
      (select count(distinct finance_id)::int
        from (select finance_id from sections union all select finance_id from typed) as touched) as jobs,
      (select count(*)::int from sections where is_own) as "ownSections",
      (select count(*)::int from sections where not is_own) as "foreignSections",
      (select count(*)::int from sections where not is_own and exchange_rate is null) as "withoutRate",
      (select count(*)::int from typed) as "typedTotals"
    from accounts a where a.id = ${accountId}`.execute(db)
  return one(rows)
}

/**
 * The latest change that has not been undone, where it is not older than so many days: what came after it was undone. None
 * where the currency has been chosen anew since, which a company without amounts may do without a rate.
 */
export async function latestChange(db: Db, accountId: string, days: number): Promise<CurrencyChange | null> {
  const { rows } = await sql<CurrencyChange>`
    select latest.id, latest.from_currency as "from", latest.to_currency as "to", latest.rate, u.display_name as by,
      to_json(latest.made_at) #>> '{}' as at
    from (
      select * from currency_changes c
      where c.account_id = ${accountId} and c.undo_of is null and not exists (
        select from currency_changes u where u.account_id = c.account_id and u.undo_of = c.id)
      order by c.made_at desc, c.id limit 1
    ) as latest
    join accounts a on a.id = latest.account_id and a.currency = latest.to_currency
    left join users u on u.account_id = latest.account_id and u.id = latest.made_by
    where latest.made_at > now() - make_interval(days => ${days})`.execute(db)
  const [row] = rows
  return row ? { ...row, rate: Number(row.rate), at: new Date(row.at).toISOString() } : null
}

/**
 * Keeps every other change of the company's amounts waiting until the transaction ends: saves of charges lock their
 * finance, new and copied jobs take their number from the account.
 */
export async function lockAmounts(db: Db, accountId: string): Promise<{ currency: string }> {
  const { rows } = await sql<{ currency: string }>`
    select currency from accounts where id = ${accountId} for no key update`.execute(db)
  await sql`
    select count(*) from (
      select from finances where account_id = ${accountId} order by id for no key update
    ) as locked`.execute(db)
  return one(rows)
}

/**
 * Writes down what the change does to each section and typed total. A section in the former currency keeps it and gets
 * the rate; one in another currency has its own rate converted, and none where it is in the new currency now. What the
 * change undoes is put back as it was, unless somebody has changed it since.
 */
export async function planChange(db: Db, accountId: string, change: ChangeToWrite): Promise<void> {
  const { id, userId, from, to, rate, undoOf } = change
  await sql`
    insert into currency_changes (account_id, id, made_by, from_currency, to_currency, rate, undo_of)
    values (${accountId}, ${id}, ${userId}, ${from}, ${to}, ${rate}, ${undoOf})`.execute(db)
  const before = (recordType: string, stands: RawBuilder<unknown>) => sql`
    left join currency_change_amounts u on u.account_id = ${accountId} and u.change_id = ${undoOf}::uuid
      and u.record_type = ${recordType} and u.record_id = c.id and ${stands}`
  const sections = inEachSection((section, table) => {
    const inNewRate = sql`case coalesce(c.currency, ${from})
      when ${from} then ${rate}::numeric
      when ${to} then null
      else round(c.exchange_rate * ${rate}::numeric, 8) end`
    return sql`
      select ${chargeTables[section]}::text as record_type, c.id as record_id, c.finance_id,
        c.currency as old_currency,
        case when u.record_id is not null then u.old_currency else coalesce(c.currency, ${from}) end as new_currency,
        c.exchange_rate as old_rate,
        case when u.record_id is not null then u.old_rate else ${inNewRate} end as new_rate,
        null::numeric as old_total, null::numeric as new_total
      from ${table} c
      ${before(
        chargeTables[section],
        sql`c.currency is not distinct from u.new_currency and c.exchange_rate is not distinct from u.new_rate`,
      )}
      where c.account_id = ${accountId}
        and (u.record_id is not null or c.currency is not null or ${hasFigures(section)})`
  })
  await sql`
    insert into currency_change_amounts (account_id, change_id, record_type, record_id, finance_id,
      old_currency, new_currency, old_rate, new_rate, old_total, new_total)
    select ${accountId}, ${id}, planned.* from (
      ${sections}
      union all
      select 'finances', c.id, c.id, null, null, null, null, c.total,
        case when u.record_id is not null then u.old_total
          else round(c.total * ${rate}::numeric, ${decimalsOf(to)}) end
      from finances c
      ${before('finances', sql`c.total is not distinct from u.new_total`)}
      where c.account_id = ${accountId} and c.total is not null
    ) as planned
    where (old_currency, old_rate, old_total) is distinct from (new_currency, new_rate, new_total)`.execute(
    db,
  )
}

const LARGEST_RATE = 99_999_999
// Kept to eight digits after the point: what is smaller has too few of them left to convert back.
const SMALLEST_RATE = 0.000001
const LARGEST_AMOUNT = 9_999_999_999

/**
 * The number of a job whose exchange rate or total would be too large or too small to keep; null: there is none. What is
 * put back as it was is kept, whatever it is.
 */
export async function jobBeyondRange(
  db: Db,
  accountId: string,
  { id, undoOf }: ChangeToWrite,
): Promise<{ jobNumber: number; what: 'rate' | 'total' } | null> {
  const { rows } = await sql<{ jobNumber: number; what: 'rate' | 'total' }>`
    select j.job_number as "jobNumber", case when a.new_total is null then 'rate' else 'total' end as what
    from currency_change_amounts a
    join jobs j on j.account_id = a.account_id and j.finance_id = a.finance_id
    where a.account_id = ${accountId} and a.change_id = ${id}
      and not exists (
        select from currency_change_amounts u
        where u.account_id = a.account_id and u.change_id = ${undoOf}::uuid and u.record_type = a.record_type
          and u.record_id = a.record_id
          and (u.old_currency, u.old_rate, u.old_total) is not distinct from (a.new_currency, a.new_rate, a.new_total))
      and (a.new_rate > ${LARGEST_RATE} or a.new_rate < ${SMALLEST_RATE} or abs(a.new_total) > ${LARGEST_AMOUNT} or (a.new_total = 0 and a.old_total <> 0))
    order by j.job_number limit 1`.execute(db)
  return rows[0] ?? null
}

/** Does what was written down, and raises the version of every finance that it touches. */
export async function carryOut(
  db: Db,
  accountId: string,
  { id, to, undoOf }: ChangeToWrite,
): Promise<{ sections: number; totals: number; restored: number }> {
  for (const section of chargeSections)
    await sql`
      update ${sql.table(chargeTables[section])} c set currency = a.new_currency, exchange_rate = a.new_rate
      from currency_change_amounts a
      where a.account_id = ${accountId} and a.change_id = ${id} and a.record_type = ${chargeTables[section]}
        and c.account_id = a.account_id and c.id = a.record_id`.execute(db)
  await sql`
    update finances f set version = version + 1, total = coalesce(a.new_total, f.total)
    from (
      select finance_id, max(new_total) as new_total from currency_change_amounts
      where account_id = ${accountId} and change_id = ${id} group by finance_id
    ) as a
    where f.account_id = ${accountId} and f.id = a.finance_id`.execute(db)
  await sql`update accounts set currency = ${to} where id = ${accountId}`.execute(db)
  await sql`update company_settings set version = version + 1 where account_id = ${accountId}`.execute(db)
  const { rows } = await sql<{ sections: number; totals: number; restored: number }>`
    select count(*) filter (where a.record_type <> 'finances')::int as sections,
      count(*) filter (where a.record_type = 'finances')::int as totals,
      count(u.record_id)::int as restored
    from currency_change_amounts a
    left join currency_change_amounts u on u.account_id = a.account_id and u.change_id = ${undoOf}::uuid
      and u.record_type = a.record_type and u.record_id = a.record_id
      and (u.old_currency, u.old_rate, u.old_total) is not distinct from (a.new_currency, a.new_rate, a.new_total)
      and (u.new_currency, u.new_rate, u.new_total) is not distinct from (a.old_currency, a.old_rate, a.old_total)
    where a.account_id = ${accountId} and a.change_id = ${id}`.execute(db)
  return one(rows)
}

/**
 * Ids of finances whose sections may come to more than a total can be in the currency that stands now, or in other
 * signs to less. Hidden lines and rates count as well, so the totals themselves are to be asked of each.
 */
export async function financesNearTheLimit(db: Db, accountId: string): Promise<string[]> {
  const sections = inEachSection((section, table) => {
    const lines = sql.join(
      amountColumns(section).map(column => sql`abs(coalesce(${column}, 0))`),
      sql` + `,
    )
    return sql`select c.finance_id, (${lines}) * coalesce(c.exchange_rate, 1) as most
      from ${table} c where c.account_id = ${accountId}`
  })
  const { rows } = await sql<{ id: string }>`
    select finance_id as id from (${sections}) as sections
    group by finance_id having sum(most) > ${LARGEST_AMOUNT} order by finance_id`.execute(db)
  return rows.map(row => row.id)
}

/** The company's currency now, and when this entry of the history was written. */
export async function currencyAtEntry(
  db: Db,
  accountId: string,
  entryId: number,
): Promise<{ now: string; then: string }> {
  const { rows } = await sql<{ now: string; then: string }>`
    select a.currency as now, coalesce((
      select h.changes -> 'currency' ->> 0 from history h
      where h.record_id = a.id and h.account_id = a.id and h.record_type = 'accounts' and h.id > ${entryId}
        and h.changes ? 'currency'
      order by h.id limit 1), a.currency) as then
    from accounts a where a.id = ${accountId}`.execute(db)
  return one(rows)
}

export async function forgetCurrencyChanges(db: Db, days: number): Promise<void> {
  await sql`select forget_currency_changes(make_interval(days => ${days + 1}))`.execute(db)
}

function one<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('The company is gone.')
  return row
}
