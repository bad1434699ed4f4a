import {
  type ItemContainer,
  MAX_STOWED,
  type setItemContainers,
  type StowedByHouses,
} from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import { stowedByContainer } from '#contract/stowage.ts'
import type { z } from 'zod'
import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { requireJob } from '#server/records/require-job.ts'
import { updateRow } from '#server/records/row-records.ts'
import { lockForChange, quoted, type VersionedRow } from '#server/records/versions.ts'
import { itemColumns } from './columns.ts'
import { loadItem } from './commands.ts'
import { tooManyStowed, TRAVELS_IN } from './stow-new-items.ts'
import {
  containersElsewhere,
  countStowed,
  readItemContainers,
  replaceItemContainers,
} from './container-records.ts'
import { listItems } from './records.ts'

const versioned: VersionedRow<Item> = {
  table: 'items',
  what: 'item',
  title: item => quoted(item.name),
  columns: itemColumns,
  load: loadItem,
}

export async function listContainersOfItems(session: Session, jobId: string): Promise<ItemContainer[]> {
  await requireJob(session, jobId)
  return readItemContainers(session.db, session.accountId, { job: jobId })
}

/** What the items of a master's houses put into each of its containers. */
export async function listStowedOfHouses(session: Session, jobId: string): Promise<StowedByHouses[]> {
  await requireJob(session, jobId)
  const { db, accountId } = session
  const links = await readItemContainers(db, accountId, { master: jobId })
  if (links.length === 0) return []
  const items = await listItems(db, accountId, [...new Set(links.map(link => link.itemId))])
  return [...stowedByContainer(items, links)].map(([containerId, amounts]) => ({ containerId, ...amounts }))
}

type Asked = z.infer<NonNullable<typeof setItemContainers.body>>

/** Replaces the containers of an item, all of them or none, and counts the item's version. */
export async function changeContainersOfItem(
  session: Session,
  { id, containers }: Asked,
  ifMatch: number | undefined,
) {
  const { db, accountId } = session
  await lockForChange(session, versioned, id, ifMatch)
  const { shipmentId } = await loadItem(session, id)
  const ids = containers.map(one => one.containerId)
  const elsewhere = await containersElsewhere(db, accountId, shipmentId, ids)
  const errors = ids.flatMap((one, index) =>
    elsewhere.has(one)
      ? [{ path: `containers.${index}.containerId`, message: 'The item’s job has no such container.' }]
      : [],
  )
  if (errors.length > 0) throw new AppError('invalid_input', TRAVELS_IN, { errors })
  if ((await countStowed(db, accountId, { jobId: shipmentId, without: id })) + ids.length > MAX_STOWED)
    throw tooManyStowed()
  await replaceItemContainers(
    db,
    accountId,
    { id, jobId: shipmentId },
    containers.map(({ containerId, packs = null, grossWeight = null, volume = null }) => ({
      ...{ containerId, packs, grossWeight, volume },
    })),
  )
  await updateRow(db, 'items', accountId, id, {})
  const { version } = await loadItem(session, id)
  return { id, containers: await readItemContainers(db, accountId, { item: id }), version }
}
