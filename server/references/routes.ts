import {
  createReferenceKind,
  deleteReferenceKind,
  listReferenceKinds,
  updateReferenceKind,
} from '#contract/reference-kinds.ts'
import {
  addReferences,
  createReference,
  deleteReference,
  listReferences,
  removeReferences,
  updateReference,
} from '#contract/references.ts'
import type { Api } from '#server/route.ts'
import { references } from './commands.ts'
import { addKind, removeKind, renameKind } from './kind-commands.ts'
import { listKinds } from './kind-records.ts'

export function referenceRoutes(api: Api): void {
  api.bind(listReferences, (session, { query }) => references.list(session, query.shipmentId))
  api.bindCreate(createReference, (session, { body }) => references.add(session, body))
  api.bindCreate(addReferences, (session, { body }) =>
    references.addMany(session, body.shipmentId, body.references),
  )
  api.bind(removeReferences, (session, { body }) =>
    references.removeMany(session, body.shipmentId, body.references),
  )
  api.bind(updateReference, (session, { body, ifMatch }) => references.change(session, body, ifMatch))
  api.bind(deleteReference, (session, { params, ifMatch }) => references.remove(session, params.id, ifMatch))
  api.bind(listReferenceKinds, ({ db, accountId }) => listKinds(db, accountId))
  api.bindCreate(createReferenceKind, (session, { body }) => addKind(session, body))
  api.bind(updateReferenceKind, (session, { body, ifMatch }) => renameKind(session, body, ifMatch))
  api.bind(deleteReferenceKind, (session, { params, ifMatch }) => removeKind(session, params.id, ifMatch))
}
