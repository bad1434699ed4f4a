import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** What a LIKE pattern must not take for a wildcard, in lower case as the search texts are. */
export const containing = (text: string) =>
  `%${text.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)}%`

/** The page's first row and size, bound as parameters so that the statement's text stays the same. */
export function paged<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { offset, limit }: { offset: number; limit: number },
): SelectQueryBuilder<DB, Tables, Row> {
  return query.limit(sql.val(limit) as RawBuilder<number>).offset(sql.val(offset) as RawBuilder<number>)
}
