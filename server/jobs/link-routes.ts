import {
  addFurtherParty,
  furtherRoles,
  listedRoles,
  partyLinks,
  removeFurtherParty,
} from '#contract/parties.ts'
import { askedFurtherLink, askedLink } from '#server/parties/commands.ts'
import type { Api } from '#server/route.ts'
import * as commands from './link-commands.ts'

export function partyLinkRoutes(api: Api): void {
  for (const role of listedRoles) {
    const { create, remove } = partyLinks[role]

    api.bind(create, async (session, { body, ifMatch, reply }) => {
      if (!body) {
        void reply.code(200)
        return commands.draftLink(role)
      }
      const asked = { ...askedLink(role, body), jobId: body.shipmentId, withDefaults: body.withDefaults }
      const { link, created } = await commands.addListedLink(session, role, asked, ifMatch)
      if (!created) void reply.code(200)
      return link
    })

    api.bind(remove, (session, { params, ifMatch }) =>
      commands.removeLink(session, [role], params.id, ifMatch),
    )
  }

  api.bind(addFurtherParty, async (session, { body, ifMatch, reply }) => {
    const asked = { ...askedFurtherLink(body), jobId: body.shipmentId, withDefaults: body.withDefaults }
    const { link, created } = await commands.addLink(session, body.role, asked, ifMatch)
    if (!created) void reply.code(200)
    return link
  })

  api.bind(removeFurtherParty, (session, { params, ifMatch }) =>
    commands.removeLink(session, furtherRoles, params.id, ifMatch),
  )
}
