import { MAX_SHARED_VIEWS, type SharedView } from '#contract/shared-views.ts'
import type { Session } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { AppError, notFound } from '#server/errors.ts'
import { createOnce } from '#server/records/repeat.ts'
import { deleteRow, insertRow, updateRow } from '#server/records/row-records.ts'
import { lockForChange, quoted, type VersionedRow } from '#server/records/versions.ts'
import { readSharedViews, sharedViewColumns } from './records.ts'

const table = 'shared_views'

async function load({ db, accountId }: Session, id: string): Promise<SharedView> {
  const [view] = await readSharedViews(db, accountId, id)
  if (!view) throw notFound('shared view')
  return view
}

const versioned: VersionedRow<SharedView> = {
  table,
  what: 'shared view',
  title: ({ name }) => quoted(name),
  columns: sharedViewColumns,
  load,
}

/** Calls made at once may pass it together: the limit keeps the list short, and is no quota. */
async function requireRoom({ db, accountId }: Session): Promise<true> {
  if ((await readSharedViews(db, accountId)).length <= MAX_SHARED_VIEWS) return true
  throw new AppError(
    'limit_reached',
    `A company shares at most ${MAX_SHARED_VIEWS} views. Delete one that is no longer used.`,
  )
}

/** Others save a copy: what a colleague has shared does not change under their hands. */
function requireMaker({ userId, role }: Session, { id, displayName }: SharedView['maker']): void {
  if (userId === id || role === 'administrator') return
  throw new AppError(
    'not_allowed',
    `${displayName} shared this view: only they and Administrators may change it. Save a copy of your own.`,
  )
}

type Fields = Pick<SharedView, 'name' | 'address' | 'layout'>

export function addSharedView(session: Session, sent: Fields & { id?: string | undefined }) {
  const { db, accountId, userId } = session
  const { id = crypto.randomUUID(), ...fields } = sent
  const row = { account_id: accountId, id, made_by: userId, ...toColumns(fields, sharedViewColumns) }
  return createOnce({
    what: 'A shared view',
    sent,
    insert: async () => (await insertRow(db, table, row as never)) && requireRoom(session),
    load: () => load(session, id),
  })
}

export async function changeSharedView(
  session: Session,
  { id, ...changes }: { id: string } & { [Key in keyof Fields]?: Fields[Key] | undefined },
  ifMatch: number | undefined,
): Promise<SharedView> {
  requireMaker(session, (await load(session, id)).maker)
  await lockForChange(session, versioned, id, ifMatch)
  await updateRow(session.db, table, session.accountId, id, toColumns(changes, sharedViewColumns))
  return load(session, id)
}

export async function removeSharedView(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<undefined> {
  requireMaker(session, (await load(session, id)).maker)
  await lockForChange(session, versioned, id, ifMatch)
  await deleteRow(session.db, table, session.accountId, id)
}
