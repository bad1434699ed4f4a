import { sql } from 'kysely'
import type { Item, ItemField } from '#contract/items.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import type { Change } from '#server/records/changes-records.ts'
import { insertRow, rowChangesSince } from '#server/records/row-records.ts'
import { itemColumns } from './columns.ts'

/** An item in the contract's shape. */
export const itemSelection = [
  'items.id',
  'items.job_id as shipmentId',
  'items.name',
  'items.description',
  'items.quantity',
  'items.packing_mode as modeOfPacking',
  'items.gross_weight as grossWeight',
  'items.net_weight as netWeight',
  'items.weight_unit as weightUnit',
  'items.number_of_packs as numberOfPacks',
  'items.marks_and_numbers as marksAndNumbers',
  'items.hs_code as hsCode',
  'items.length',
  'items.width',
  'items.height',
  'items.dimension_unit as dimensionUnit',
  'items.volume',
  'items.un_number as unNumber',
  'items.hazard_class as hazardClass',
  'items.packing_group as packingGroup',
  'items.proper_shipping_name as properShippingName',
  'items.flashpoint',
  'items.marine_pollutant as marinePollutant',
  'items.limited_quantity as limitedQuantity',
  'items.version',
] as const

type ItemFields = Partial<{ [Field in ItemField]: Item[Field] | undefined }>

export type NewItem = ItemFields & { id: string; shipmentId: string }

/** What a change mentions of an item. */
export type ItemChange = ItemFields & { id: string }

export function getItem(db: Db, accountId: string, id: string): Promise<Item | undefined> {
  return db
    .selectFrom('items')
    .select(itemSelection)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** False where an item of this id stands already. */
export async function insertItem(db: Db, accountId: string, item: NewItem): Promise<boolean> {
  const { id, shipmentId } = item
  const values = { account_id: accountId, id, job_id: shipmentId, ...toColumns(item, itemColumns) }
  return insertRow(db, 'items', values)
}

/** Those of these items that there are. */
export function listItems(db: Db, accountId: string, ids: readonly string[]): Promise<Item[]> {
  return db
    .selectFrom('items')
    .select(itemSelection)
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('position')
    .execute()
}

/** A job's items in their order, so many after the first few. */
export function listItemsOfJob(
  db: Db,
  accountId: string,
  jobId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Item[]> {
  return db
    .selectFrom('items')
    .select(itemSelection)
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** False where no such item stands at `ifMatch`; undefined takes any version. */
export async function updateItem(
  db: Db,
  accountId: string,
  item: ItemChange,
  ifMatch: number | undefined,
): Promise<boolean> {
  let update = db
    .updateTable('items')
    .set(eb => ({ ...toColumns(item, itemColumns), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', item.id)
  if (ifMatch !== undefined) update = update.where('version', '=', ifMatch)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where no such item stands at `ifMatch`; undefined takes any version. */
export async function deleteItem(
  db: Db,
  accountId: string,
  id: string,
  ifMatch: number | undefined,
): Promise<boolean> {
  let removal = db.deleteFrom('items').where('account_id', '=', accountId).where('id', '=', id)
  if (ifMatch !== undefined) removal = removal.where('version', '=', ifMatch)
  const { numDeletedRows } = await removal.executeTakeFirst()
  return numDeletedRows === 1n
}

export async function itemChangesSince(
  db: Db,
  accountId: string,
  id: string,
  version: number,
): Promise<Change[]> {
  return rowChangesSince(db, 'items', accountId, { id, version, columns: itemColumns })
}
