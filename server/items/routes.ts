import { createItem, deleteItem, getItem, updateItem } from '#contract/items.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'

export function itemRoutes(api: Api): void {
  api.bind(getItem, (session, { params }) => commands.loadItem(session, params.id))

  api.bind(createItem, async (session, { body, reply }) => {
    const { item, created } = await commands.addItem(session, body)
    if (!created) void reply.code(200)
    return item
  })

  api.bind(updateItem, (session, { body, ifMatch }) => commands.changeItem(session, body, ifMatch))

  api.bind(deleteItem, async (session, { params, ifMatch }) => {
    await commands.removeItem(session, params.id, ifMatch)
    return undefined
  })
}
