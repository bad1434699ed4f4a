import { type RawBuilder, sql } from 'kysely'

/** Whether an organisation of this alias holds the pattern in name, description, tax number or SCAC; null: any does. */
export function matching(alias: string, pattern: string | null): RawBuilder<boolean> {
  const holds = (column: string) => sql`lower(${sql.ref(`${alias}.${column}`)}) like ${pattern}`
  return sql<boolean>`(${pattern}::text is null or ${holds('name')} or ${holds('description')}
    or ${holds('tax_number')} or ${holds('scac')} or ${holds('account_number')})`
}
