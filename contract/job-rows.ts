import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { id, idParams, version } from './values.ts'

type Rows<Fields extends z.ZodRawShape, Row extends z.ZodType> = {
  path: string
  tag: string
  access: Permission
  /** As it is answered. */
  row: Row
  /** What a new one brings; a change may mention any of it. */
  fields: Fields
  summaries: { create: string; update: string; remove: string }
}

/** The calls that add, change and delete what belongs to a job and has a version of its own. */
export function jobRowEndpoints<Fields extends z.ZodRawShape, Row extends z.ZodType>({
  path,
  tag,
  access,
  row,
  fields,
  summaries,
}: Rows<Fields, Row>) {
  return {
    create: endpoint({
      method: 'POST',
      path,
      summary: summaries.create,
      tag,
      access,
      body: z.object({ id: id.optional(), shipmentId: id, ...fields }),
      reply: row,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path,
      summary: summaries.update,
      tag,
      access,
      body: z.object({ id, ...z.object(fields).partial().shape }),
      reply: row,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: summaries.remove,
      tag,
      access,
      params: idParams,
      status: 204,
    }),
  }
}

const uniqueIds = (rows: readonly object[]) =>
  new Set(rows.map(one => ('id' in one ? one.id : one))).size === rows.length
const ID_TWICE = 'Two of them have the same id.'

/** Rows that were pasted: all of them are stored, or none. */
export const rowsToAdd = <Fields extends z.ZodRawShape>(fields: Fields, most: number, noun: string) =>
  z
    .array(z.object({ id, ...fields }))
    .min(1, `Send at least one ${noun}.`)
    .max(most, `At most ${most} ${noun}s in one call.`)
    .refine(uniqueIds, ID_TWICE)

/** Rows that were added together and are taken back, each of the version that the caller knows. */
export const rowsToRemove = (most: number, noun: string) => rowsToAdd({ version }, most, noun)
