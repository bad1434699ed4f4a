import { sql } from 'kysely'
import { inheritedFields, type InheritedField } from '#contract/job-fields.ts'
import { inheritedColumns } from './columns.ts'

const listed = (words: readonly string[]) => `'{${words.join(',')}}'::text[]`
const pairs = `unnest(${listed(inheritedFields)}, ${listed(inheritedFields.map(field => inheritedColumns[field]))})`

/** SQL of what a house, the job that goes by this name in a query, has otherwise than its master: an array of fields. */
export const differingFields = (job: 'j' | 'house') =>
  sql.raw<InheritedField[]>(
    `case when ${job}.own_columns = '{}' then '{}'::text[] else array(
      select inherited.field from ${pairs} with ordinality as inherited (field, kept_as, place)
      where inherited.kept_as = any (${job}.own_columns) order by inherited.place) end`,
  )
