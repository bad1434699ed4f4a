import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partyRoles } from './parties.ts'
import { id, idParams } from './values.ts'

const role = z.enum(partyRoles)

/**
 * Who has a role on a job, by default, when a contact has another role there: the notify party of a consignee. At most
 * one for each contact, its role and the other role.
 */
export const defaultParty = z.object({
  id,
  /** The contact that has the default. */
  organisationId: id,
  /** Its role on the job. */
  whenRole: role,
  /** The role that is filled. */
  role,
  /** The party that fills it, which may be the contact’s own; `relatedId` is its organisation’s id. */
  partyId: id,
  party: z.object({ id, relatedId: id, name: z.string().nullable() }),
})
export type DefaultParty = z.infer<typeof defaultParty>

/** In which roles a contact is the default party of others, and of how many: those who have none are left out. */
const defaultRoles = z.array(z.object({ role, contacts: z.int() }))
export type DefaultRoles = z.infer<typeof defaultRoles>

const tag = 'Organisations'

export const listDefaultParties = endpoint({
  method: 'GET',
  path: '/api/organisation/:id/defaultparties',
  summary: 'The default parties of a contact: who else is on a job when it has a role there',
  tag,
  access: 'organisations:read',
  params: idParams,
  reply: z.array(defaultParty),
})

export const listDefaultRoles = endpoint({
  method: 'GET',
  path: '/api/organisation/:id/defaultroles',
  summary:
    'The roles in which a contact is a default party of others, and of how many contacts: they lose it when it is deleted',
  tag,
  access: 'organisations:read',
  params: idParams,
  reply: defaultRoles,
})

export const setDefaultParty = endpoint({
  method: 'POST',
  path: '/api/organisation/defaultparty',
  summary:
    'Say who has a role on a job, by default, when a contact has another role there; it takes the place of whom the contact had for these two roles',
  tag,
  access: 'organisations:write',
  body: z.object({ organisationId: id, whenRole: role, role, partyId: id }),
  reply: defaultParty,
  status: 201,
})

export const removeDefaultParty = endpoint({
  method: 'DELETE',
  path: '/api/organisation/defaultparty/:id',
  summary: 'Remove a default party of a contact; jobs stay as they are',
  tag,
  access: 'organisations:write',
  params: idParams,
  status: 204,
})
