import { sql } from 'kysely'
import type { Preferences } from '#contract/preferences.ts'
import { usableAddress } from '#contract/view-address.ts'
import type { Db, Session } from '#server/db/db.ts'

const atFirst: Preferences = {
  jobTable: null,
  jobViews: [],
  allJobFields: false,
  mentionMails: true,
  jobTab: 'all',
  jobAddress: '',
  welcomeDue: false,
  firstStepsHidden: false,
}

export async function readPreferences({ db, accountId, userId }: Session): Promise<Preferences> {
  const row = await db
    .selectFrom('user_preferences')
    .select('preferences')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const kept = { ...atFirst, ...row?.preferences }
  // An address that the list would refuse could neither be opened nor be sent back with the other views.
  return {
    ...kept,
    jobViews: kept.jobViews.map(view => ({ ...view, address: usableAddress(view.address) })),
    jobAddress: usableAddress(kept.jobAddress),
  }
}

/** Two windows that keep different things at once both keep theirs. */
export async function keepPreferences(
  { db, accountId, userId }: Session,
  change: { [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<void> {
  const preferences = JSON.stringify(change)
  await db
    .insertInto('user_preferences')
    .values({ account_id: accountId, user_id: userId, preferences })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({
        preferences: sql`user_preferences.preferences || excluded.preferences`,
      }),
    )
    .execute()
}

/** For whom this transaction has made a company: the first of its people. */
export async function askForBeginning(db: Db): Promise<void> {
  await sql`
    insert into user_preferences (account_id, user_id, preferences)
    values (current_account(), current_app_user(), ${JSON.stringify({ welcomeDue: true })})`.execute(db)
}
