import type { SharedView, sharedViewFields } from '#contract/shared-views.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a shared view on the wire. */
export const sharedViewColumns = {
  name: 'name',
  address: 'address',
  layout: 'layout',
} as const satisfies Record<keyof typeof sharedViewFields, keyof DB['shared_views']>

/** All shared views of the company or one of them, by name. */
export async function readSharedViews(db: Db, accountId: string, id?: string): Promise<SharedView[]> {
  const rows = await db
    .selectFrom('shared_views as v')
    .innerJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'v.account_id').onRef('u.id', '=', 'v.made_by'),
    )
    .select(['v.id', 'v.name', 'v.address', 'v.layout', 'v.version', 'v.made_by', 'u.display_name'])
    .where('v.account_id', '=', accountId)
    .$if(id !== undefined, query => query.where('v.id', '=', id ?? ''))
    .orderBy(expression => expression.fn('lower', ['v.name']))
    .orderBy('v.id')
    .execute()
  return rows.map(({ made_by, display_name, layout, ...view }) => ({
    ...view,
    layout: layout as SharedView['layout'],
    maker: { id: made_by, displayName: display_name },
  }))
}
