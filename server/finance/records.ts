import { keysOf } from '#contract/typed-objects.ts'
import { sql, type Updateable } from 'kysely'
import type { FinanceInput } from '#contract/finance.ts'
import type { ChargeSection } from '#contract/finance-sections.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import type { DB } from '#server/db/tables.ts'
import { changesOf, historySince, reversed, type Change } from '#server/records/changes-records.ts'
import { chargeColumns, chargeTables } from './columns.ts'
import type { StoredFinance } from './totals.ts'

/** A section's fields under the wire's names. */
const chargesOf = <Section extends ChargeSection>(section: Section) => {
  const fields = Object.entries(chargeColumns[section]).map(
    ([field, column]) => sql`${sql.ref(`charges.${column}`)} as ${sql.ref(field)}`,
  )
  return sql<StoredFinance[Section]>`(
    select to_json(section) from (
      select charges.id, ${sql.join(fields)} from ${sql.table(chargeTables[section])} as charges
      where charges.account_id = f.account_id and charges.finance_id = f.id
    ) as section)`.as(section)
}

/** The finances of a company as they are stored, each with its job. */
export function selectFinances(db: Db, accountId: string) {
  return db
    .selectFrom('finances as f')
    .innerJoin('jobs as j', join =>
      join.onRef('j.account_id', '=', 'f.account_id').onRef('j.finance_id', '=', 'f.id'),
    )
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .where('f.account_id', '=', accountId)
    .select([
      'f.id',
      'f.total',
      'f.version',
      'j.id as shipmentId',
      'j.quote_type as quoteType',
      'j.transport_mode as transportMode',
      'a.currency',
    ])
    .select([chargesOf('originCharge'), chargesOf('freightCharge'), chargesOf('destinationCharge')])
}

export async function getFinance(db: Db, accountId: string, id: string): Promise<StoredFinance | null> {
  const row = await selectFinances(db, accountId).where('f.id', '=', id).executeTakeFirst()
  return row ?? null
}

export type PartyJobFinance = StoredFinance & { jobId: number; jobName: string | null }

/** The finances of the jobs in which a party plays any part, each job once, the newest first. */
export async function financesOfParty(
  db: Db,
  accountId: string,
  partyId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: PartyJobFinance[]; total: number }> {
  const rows = await selectFinances(db, accountId)
    .select(['j.job_number as jobId', 'j.name as jobName'])
    .where('j.id', 'in', jobsOf(db, accountId, partyId))
    .orderBy('j.job_number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom(jobsOf(db, accountId, partyId).distinct().as('played'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

const jobsOf = (db: Db, accountId: string, partyId: string) =>
  db
    .selectFrom('job_parties as jp')
    .select('jp.job_id')
    .where('jp.account_id', '=', accountId)
    .where('jp.party_id', '=', partyId)

/** The finance's version, its row locked until the transaction ends; null where there is none. */
export async function lockFinance(db: Db, accountId: string, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('finances')
    .select('version')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

export async function updateFinance(
  db: Db,
  accountId: string,
  id: string,
  total: number | null | undefined,
): Promise<void> {
  await db
    .updateTable('finances')
    .set(eb => ({ ...(total !== undefined && { total }), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Writes what the section's body mentions; a section that was missing is made with the given id. */
export async function saveCharges<Section extends ChargeSection>(
  db: Db,
  accountId: string,
  financeId: string,
  section: Section,
  charges: NonNullable<FinanceInput[Section]>,
  standingId: string | undefined,
  total: number | null | undefined,
): Promise<void> {
  const { total: _, ...fields } = charges
  const values: Omit<Updateable<DB['origin_charges']>, 'account_id' | 'finance_id' | 'id'> = {
    ...toColumns(fields, chargeColumns[section]),
    ...(total !== undefined && { total }),
  }
  // The three tables differ in their lines alone, which chargeColumns keeps apart; the types see one of them.
  const table = chargeTables[section] as 'origin_charges'
  if (standingId === undefined)
    await db
      .insertInto(table)
      .values({
        account_id: accountId,
        finance_id: financeId,
        id: charges.id ?? crypto.randomUUID(),
        ...values,
      })
      .execute()
  else if (Object.keys(values).length > 0)
    await db
      .updateTable(table)
      .set(values)
      .where('account_id', '=', accountId)
      .where('id', '=', standingId)
      .execute()
}

/** What was changed on a finance and its sections since `version`, and by whom. */
export async function financeChangesSince(
  db: Db,
  accountId: string,
  finance: StoredFinance,
  version: number,
): Promise<Change[]> {
  const sections = keysOf(chargeTables)
  const rows = await historySince(db, accountId, {
    id: finance.id,
    version,
    recordTypes: ['finances', ...Object.values(chargeTables)],
    besides: sections.flatMap(section => finance[section]?.id ?? []),
  })
  return rows.flatMap(row => {
    const section = sections.find(one => chargeTables[one] === row.recordType)
    if (!section) return changesOf([row], { total: 'total' })
    const columns = reversed(chargeColumns[section])
    return changesOf([row], columns).map(change => ({ ...change, field: `${section}.${change.field}` }))
  })
}

export async function jobNumberOfFinance(db: Db, accountId: string, financeId: string): Promise<number> {
  const { job_number: jobNumber } = await db
    .selectFrom('jobs')
    .select('job_number')
    .where('account_id', '=', accountId)
    .where('finance_id', '=', financeId)
    .executeTakeFirstOrThrow()
  return jobNumber
}
