import {
  createSharedView,
  deleteSharedView,
  listSharedViews,
  updateSharedView,
} from '#contract/shared-views.ts'
import type { Api } from '#server/route.ts'
import { addSharedView, changeSharedView, removeSharedView } from './commands.ts'
import { readSharedViews } from './records.ts'

export function sharedViewRoutes(api: Api): void {
  api.bind(listSharedViews, ({ db, accountId }) => readSharedViews(db, accountId))
  api.bindCreate(createSharedView, (session, { body }) => addSharedView(session, body))
  api.bind(updateSharedView, (session, { body, ifMatch }) => changeSharedView(session, body, ifMatch))
  api.bind(deleteSharedView, (session, { params, ifMatch }) => removeSharedView(session, params.id, ifMatch))
}
