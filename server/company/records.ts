import { sql } from 'kysely'
import type { Company, CompanyInput, CompanyLogo } from '#contract/company.ts'
import { paperKinds } from '#contract/numbering.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { changesOf, historySince, reversed, type Change } from '#server/records/changes-records.ts'
import { accountColumns, companyColumns } from './columns.ts'
import { numberSeriesOf } from './numbering-records.ts'

const selection = Object.entries(companyColumns).map(
  ([field, column]) => sql`${sql.ref(`s.${column}`)} as ${sql.ref(field)}`,
)

/** What the settings hold; whether the currency may change is for the amounts to say. */
export type StoredCompany = Omit<Company, 'isCurrencyFixed'>

type Details = Omit<StoredCompany, 'name' | 'currency' | 'numberSeries' | 'logo' | 'version'>

/** The company with the key of its logo, which only the server knows. */
export async function getCompany(
  db: Db,
  accountId: string,
): Promise<{ company: StoredCompany; logoKey: string | null }> {
  const row = await db
    .selectFrom('company_settings as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.account_id', '=', accountId)
    .select([
      'a.name',
      'a.currency',
      's.version',
      's.logo_key as logoKey',
      's.logo_media_type as mediaType',
      's.logo_size as size',
      's.logo_width as width',
      's.logo_height as height',
      sql<Details>`(select to_json(details) from (select ${sql.join(selection)}) as details)`.as('details'),
    ])
    .executeTakeFirstOrThrow()
  const { name, currency, version, logoKey, mediaType, size, width, height, details } = row
  const logo = logoKey ? ({ mediaType, size, width, height } as CompanyLogo) : null
  const numberSeries = await numberSeriesOf(db, accountId)
  return { company: { name, currency, ...details, numberSeries, logo, version }, logoKey }
}

/** The settings' version, their row locked until the transaction ends. */
export async function lockCompany(db: Db, accountId: string): Promise<number> {
  const { version } = await db
    .selectFrom('company_settings')
    .select('version')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

export async function updateCompany(db: Db, accountId: string, input: CompanyInput): Promise<void> {
  const account = toColumns(input, accountColumns)
  if (Object.keys(account).length > 0)
    await db.updateTable('accounts').set(account).where('id', '=', accountId).execute()
  await db
    .updateTable('company_settings')
    .set(eb => ({ ...toColumns(input, companyColumns), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute()
}

/** Puts a logo, or none, in the place of the one that stands; answers the key of that one. */
export async function replaceLogo(
  db: Db,
  accountId: string,
  logo: (CompanyLogo & { key: string }) | null,
): Promise<string | null> {
  const { logo_key: earlier } = await db
    .selectFrom('company_settings')
    .select('logo_key')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('company_settings')
    .set(eb => ({
      logo_key: logo?.key ?? null,
      logo_media_type: logo?.mediaType ?? null,
      logo_size: logo?.size ?? null,
      logo_width: logo?.width ?? null,
      logo_height: logo?.height ?? null,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .execute()
  return earlier
}

/** The history's "houseBill.prefix" is "numberSeries.0.prefix" of the company as it is read. */
const seriesPaths = Object.fromEntries(
  paperKinds.flatMap((kind, index) =>
    ['prefix', 'digits', 'nextNumber'].map(part => [`${kind}.${part}`, `numberSeries.${index}.${part}`]),
  ),
)

export async function companyChangesSince(db: Db, accountId: string, version: number): Promise<Change[]> {
  const rows = await historySince(db, accountId, {
    id: accountId,
    version,
    recordTypes: ['company_settings', 'accounts', 'number_series'],
    besides: [],
  })
  return changesOf(rows, {
    ...reversed(companyColumns),
    ...reversed(accountColumns),
    ...seriesPaths,
    logo_key: 'logo',
  })
}
