import { addItems, createItem, deleteItem, getItem, removeItems, updateItem } from '#contract/items.ts'
import { listItemContainers, listStowedByHouses, setItemContainers } from '#contract/item-containers.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import { changeContainersOfItem, listContainersOfItems, listStowedOfHouses } from './container-commands.ts'

export function itemRoutes(api: Api): void {
  api.bind(listItemContainers, (session, { query }) => listContainersOfItems(session, query.shipmentId))

  api.bind(listStowedByHouses, (session, { query }) => listStowedOfHouses(session, query.shipmentId))

  api.bind(setItemContainers, (session, { body, ifMatch }) => changeContainersOfItem(session, body, ifMatch))

  api.bind(getItem, (session, { params }) => commands.loadItem(session, params.id))

  api.bindCreate(createItem, (session, { body }) => commands.addItem(session, body))

  api.bindCreate(addItems, (session, { body }) => commands.addItems(session, body))

  api.bind(removeItems, (session, { body }) => commands.removeItems(session, body))

  api.bind(updateItem, (session, { body, ifMatch }) => commands.changeItem(session, body, ifMatch))

  api.bind(deleteItem, async (session, { params, ifMatch }) => {
    await commands.removeItem(session, params.id, ifMatch)
    return undefined
  })
}
