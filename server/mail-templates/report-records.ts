import { sql } from 'kysely'
import type { TemplateProblem } from '#contract/templates.ts'
import type { Db } from '#server/db/db.ts'

/** Puts a report in the place of an earlier one; of a template that is there no more none is kept. */
export async function keepReport(
  db: Db,
  accountId: string,
  { id, key, problems }: { id: string; key: string; problems: readonly TemplateProblem[] },
): Promise<void> {
  await db
    .insertInto('mail_template_reports')
    .columns(['account_id', 'mail_template_id', 'key', 'problems'])
    .expression(
      db
        .selectFrom('mail_templates')
        .select([
          'account_id',
          'id',
          sql<string>`${key}`.as('key'),
          sql<string>`${JSON.stringify(problems)}::jsonb`.as('problems'),
        ])
        .where('account_id', '=', accountId)
        .where('id', '=', id),
    )
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'mail_template_id'])
        .doUpdateSet(eb => ({ key: eb.ref('excluded.key'), problems: eb.ref('excluded.problems') })),
    )
    .execute()
}
