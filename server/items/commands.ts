import type { Item } from '#contract/items.ts'
import type { Session } from '#server/db/db.ts'
import { type AppError, notFound } from '#server/errors.ts'
import { manyJobRows, type NewRow } from '#server/records/many-job-rows.ts'
import { createOnce } from '#server/records/repeat.ts'
import { requireJob } from '#server/records/require-job.ts'
import { outdated, quoted } from '#server/records/versions.ts'
import { itemColumns } from './columns.ts'
import { putIntoContainer, stowNewItems } from './stow-new-items.ts'
import * as records from './records.ts'

export async function loadItem({ db, accountId }: Session, id: string): Promise<Item> {
  const item = await records.getItem(db, accountId, id)
  if (!item) throw notFound('item')
  return item
}

type InContainer = { containerId?: string | null | undefined }

/** `created` is false where a repeated call finds what the first one made. */
export async function addItem(
  session: Session,
  { containerId, ...input }: Omit<records.NewItem, 'id'> & InContainer & { id?: string | undefined },
): Promise<{ stored: Item; created: boolean }> {
  const { db, accountId } = session
  await requireJob(session, input.shipmentId)
  const id = input.id ?? crypto.randomUUID()
  const reply = await createOnce({
    what: 'An item',
    sent: input,
    insert: () => records.insertItem(db, accountId, { ...input, id }),
    load: () => loadItem(session, id),
  })
  // A repeat puts nothing back that was moved since.
  if (reply.created && containerId)
    await putIntoContainer(session, { id, jobId: input.shipmentId }, containerId)
  return reply
}

const many = manyJobRows<Item>({
  table: 'items',
  what: 'item',
  columns: itemColumns,
  read: records.listItems,
})

type NewItem = NewRow & InContainer

/** Adds items, each in the container that its `containerId` names: all of them, or none. */
export async function addItems(
  session: Session,
  { shipmentId, items }: { shipmentId: string; items: readonly NewItem[] },
) {
  const reply = await many.add(
    session,
    shipmentId,
    items.map(({ containerId: _in, ...item }) => item),
  )
  await stowNewItems(session, shipmentId, items)
  return reply
}

export const removeItems = (
  session: Session,
  { shipmentId, items }: { shipmentId: string; items: readonly { id: string; version: number }[] },
) => many.remove(session, shipmentId, items)

export async function changeItem(
  session: Session,
  { containerId, ...input }: records.ItemChange & InContainer,
  ifMatch: number | undefined,
): Promise<Item> {
  const { db, accountId } = session
  const updated = await records.updateItem(db, accountId, input, ifMatch)
  const stored = await loadItem(session, input.id)
  if (!updated) throw await changedMeanwhile(session, stored, ifMatch ?? 0)
  if (containerId !== undefined)
    await putIntoContainer(session, { id: stored.id, jobId: stored.shipmentId }, containerId)
  return stored
}

export async function removeItem(session: Session, id: string, ifMatch: number | undefined): Promise<void> {
  const { db, accountId } = session
  if (!(await records.deleteItem(db, accountId, id, ifMatch)))
    throw await changedMeanwhile(session, await loadItem(session, id), ifMatch ?? 0)
}

// The statement that changes an item compares versions itself, so that a row of the grid costs one.
const changedMeanwhile = ({ db, accountId }: Session, item: Item, ifMatch: number): Promise<AppError> =>
  outdated(ifMatch, {
    title: quoted(item.name),
    current: () => item,
    changesSince: since => records.itemChangesSince(db, accountId, item.id, since),
  })
