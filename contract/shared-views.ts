import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { field, schemasOf } from './field.ts'
import { tableLayout } from './preferences.ts'
import { id, idParams, nameText, requiredText, version } from './values.ts'
import { viewAddress } from './view-address.ts'

const path = '/api/sharedview'
const tag = 'Shared views'

export const MAX_SHARED_VIEWS = 100

export const sharedViewFields = {
  name: field('Name', nameText(80)),
  /** What stands behind "?" in the dashboard's address. */
  address: field('Filters and order', requiredText(2000)),
  /** Null: opening the view leaves the columns as they are. */
  layout: field('Columns', tableLayout.nullable()),
}
const fields = schemasOf(sharedViewFields)

/** A filtered and sorted list of jobs under a name, for everybody in the company. */
export const sharedView = z.object({
  id,
  ...fields,
  /** Who shared it. They and Administrators may change it. */
  maker: z.object({ id, displayName: z.string() }),
  version,
})
export type SharedView = z.infer<typeof sharedView>

export const listSharedViews = endpoint({
  method: 'GET',
  path,
  summary: `The views of the dashboard that people share with the company, at most ${MAX_SHARED_VIEWS}, by name`,
  tag,
  access: 'views:read',
  reply: z.array(sharedView),
})

export const createSharedView = endpoint({
  method: 'POST',
  path,
  summary: 'Share a view of the dashboard with the company',
  tag,
  access: 'views:share',
  body: z.object({ id: id.optional(), ...fields, address: viewAddress }),
  reply: sharedView,
  status: 201,
})

export const updateSharedView = endpoint({
  method: 'PUT',
  path,
  summary: 'Change a shared view: who shared it may, and Administrators',
  tag,
  access: 'views:share',
  body: z.object({ id, ...z.object({ ...fields, address: viewAddress }).partial().shape }),
  reply: sharedView,
})

export const deleteSharedView = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary:
    'Stop sharing a view: who shared it may, and Administrators; POST /api/history/restoreremoved puts it back',
  tag,
  access: 'views:share',
  params: idParams,
  status: 204,
})
