import type { Item } from '#contract/items.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import { createOnce, matches } from '#server/records/repeat.ts'
import { requireJob } from '#server/records/require-job.ts'
import { outdated, quoted } from '#server/records/versions.ts'
import * as records from './records.ts'

export async function loadItem({ db, accountId }: Session, id: string): Promise<Item> {
  const item = await records.getItem(db, accountId, id)
  if (!item) throw notFound('item')
  return item
}

/** `created` is false where a repeated call finds what the first one made. */
export async function addItem(
  session: Session,
  input: Omit<records.NewItem, 'id'> & { id?: string | undefined },
): Promise<{ stored: Item; created: boolean }> {
  const { db, accountId } = session
  await requireJob(session, input.shipmentId)
  const id = input.id ?? crypto.randomUUID()
  return createOnce({
    what: 'An item',
    sent: input,
    insert: () => records.insertItem(db, accountId, { ...input, id }),
    load: () => loadItem(session, id),
  })
}

/** Stores all of them or none; what an earlier call of the same content has stored counts as stored. */
export async function addItems(
  session: Session,
  { shipmentId, items }: { shipmentId: string; items: readonly Omit<records.NewItem, 'shipmentId'>[] },
): Promise<{ stored: Item[]; created: boolean }> {
  const { db, accountId } = session
  await requireJob(session, shipmentId)
  const sent = items.map(item => ({ ...item, shipmentId }))
  const inserted = await records.insertItems(db, accountId, sent)
  const ids = sent.map(item => item.id)
  const found = new Map((await records.listItems(db, accountId, ids)).map(item => [item.id, item]))
  const stored: Item[] = []
  const errors: { path: string; message: string }[] = []
  for (const [index, item] of sent.entries()) {
    const there = found.get(item.id)
    if (there && matches(there, item)) stored.push(there)
    else errors.push({ path: `items.${index}.id`, message: 'An item with this id has different content.' })
  }
  if (errors.length > 0)
    throw new AppError(
      'already_exists',
      'Nothing was added: some items already exist with different content.',
      {
        errors,
      },
    )
  return { stored, created: inserted > 0 }
}

/** Takes back items that were added together; those that somebody has changed since are answered and stay. */
export async function removeItems(
  session: Session,
  { shipmentId, items }: { shipmentId: string; items: readonly { id: string; version: number }[] },
): Promise<{ changed: Item[] }> {
  const { db, accountId } = session
  await requireJob(session, shipmentId)
  await records.deleteItems(db, accountId, shipmentId, items)
  const left = await records.listItems(
    db,
    accountId,
    items.map(item => item.id),
  )
  return { changed: left.filter(item => item.shipmentId === shipmentId) }
}

export async function changeItem(
  session: Session,
  input: records.ItemChange,
  ifMatch: number | undefined,
): Promise<Item> {
  const { db, accountId } = session
  const updated = await records.updateItem(db, accountId, input, ifMatch)
  const stored = await loadItem(session, input.id)
  if (!updated) throw await changedMeanwhile(session, stored, ifMatch ?? 0)
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
