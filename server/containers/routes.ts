import {
  addContainers,
  createContainer,
  deleteContainer,
  listContainers,
  removeContainers,
  updateContainer,
} from '#contract/containers.ts'
import type { Api } from '#server/route.ts'
import { containers, manyContainers } from './commands.ts'

export function containerRoutes(api: Api): void {
  api.bind(listContainers, (session, { query }) => containers.list(session, query.shipmentId))
  api.bindCreate(createContainer, (session, { body }) => containers.add(session, body, {}))
  api.bindCreate(addContainers, (session, { body }) =>
    manyContainers.add(session, body.shipmentId, body.containers),
  )
  api.bind(removeContainers, (session, { body }) =>
    manyContainers.remove(session, body.shipmentId, body.containers),
  )
  api.bind(updateContainer, (session, { body, ifMatch }) => containers.change(session, body, ifMatch))
  api.bind(deleteContainer, (session, { params, ifMatch }) => containers.remove(session, params.id, ifMatch))
}
