import { createItem, deleteItem, getItem, updateItem, type Item } from '#contract/items.ts'
import type { Session } from '#server/db/db.ts'
import { holds } from '#server/db/mentioned.ts'
import { AppError, notFound } from '#server/errors.ts'
import { changesOf, historySince, reversed } from '#server/history/records.ts'
import { requireJob } from '#server/jobs/records.ts'
import type { Api } from '#server/route.ts'
import * as records from './records.ts'

export function itemRoutes(api: Api): void {
  api.bind(getItem, (session, { params }) => load(session, params.id))

  api.bind(createItem, async (session, { body, reply }) => {
    const { db, accountId } = session
    await requireJob(db, accountId, body.shipmentId)
    const item = { ...body, id: body.id ?? crypto.randomUUID() }
    const created = await records.insertItem(db, accountId, item)
    const stored = await load(session, item.id)
    if (created) return stored
    if (!holds(stored, body))
      throw new AppError('already_exists', 'An item with this id exists already and says something else.', {
        current: stored,
      })
    void reply.code(200)
    return stored
  })

  api.bind(updateItem, async (session, { body, ifMatch }) => {
    const { db, accountId } = session
    const updated = await records.updateItem(db, accountId, body, ifMatch)
    const stored = await load(session, body.id)
    if (!updated) throw await outdated(session, stored, ifMatch ?? 0)
    return stored
  })

  api.bind(deleteItem, async (session, { params, ifMatch }) => {
    const { db, accountId } = session
    if (!(await records.deleteItem(db, accountId, params.id, ifMatch)))
      throw await outdated(session, await load(session, params.id), ifMatch ?? 0)
    return undefined
  })
}

async function load({ db, accountId }: Session, id: string): Promise<Item> {
  const item = await records.getItem(db, accountId, id)
  if (!item) throw notFound('item')
  return item
}

async function outdated({ db, accountId }: Session, item: Item, version: number): Promise<AppError> {
  const rows = await historySince(db, accountId, {
    id: item.id,
    version,
    recordTypes: ['items'],
    besides: [],
  })
  return new AppError('changed_meanwhile', `“${item.name ?? '(unnamed)'}” was changed after you opened it.`, {
    current: item,
    changes: changesOf(rows, reversed(records.itemColumns)),
  })
}
