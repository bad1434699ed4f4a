import { partyLinks, partyRoles } from '#contract/parties.ts'
import type { Api } from '#server/route.ts'
import * as commands from './link-commands.ts'

export function partyLinkRoutes(api: Api): void {
  for (const role of partyRoles) {
    const { create, remove } = partyLinks[role]

    api.bind(create, async (session, { body, ifMatch, reply }) => {
      if (!body) {
        void reply.code(200)
        return commands.draftLink(role)
      }
      const { link, created } = await commands.addLink(session, role, body, ifMatch)
      if (!created) void reply.code(200)
      return link
    })

    api.bind(remove, (session, { params, ifMatch }) => commands.removeLink(session, role, params.id, ifMatch))
  }
}
