import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { organisation } from './organisations.ts'
import { isOneOf } from './typed-objects.ts'
import { id, idParams, version } from './values.ts'

/** The roles that have a list each on the job. */
export const listedRoles = ['consignee', 'shipper', 'agent', 'carrier', 'clearingAgent'] as const
export type ListedRole = (typeof listedRoles)[number]

/** The roles that share one list on the single job, and stand in no list of jobs. */
export const furtherRoles = ['notifyParty', 'secondNotifyParty', 'customer', 'haulier', 'warehouse'] as const
export type FurtherRole = (typeof furtherRoles)[number]

/** The roles that an organisation can have on a job; at most one organisation a role. */
export const partyRoles = [...listedRoles, ...furtherRoles] as const
export type PartyRole = (typeof partyRoles)[number]

export const isListedRole = (role: PartyRole): role is ListedRole => isOneOf(listedRoles, role)

export const partyRoleLabels: Record<PartyRole, string> = {
  consignee: 'Consignee',
  shipper: 'Shipper',
  agent: 'Agent',
  carrier: 'Carrier',
  clearingAgent: 'Clearing Agent',
  notifyParty: 'Notify Party',
  secondNotifyParty: 'Second Notify Party',
  customer: 'Customer',
  haulier: 'Haulier',
  warehouse: 'Warehouse',
}

/** `relatedId` is the organisation's id. */
export const party = z.object({ id, relatedId: id, organisation: organisation.nullable() })
export type Party = z.infer<typeof party>

const linkBase = { id, shipmentId: id.nullable(), party: party.nullable() }
export const consigneeLink = z.object({ ...linkBase, consigneeId: id.nullable() })
export const shipperLink = z.object({ ...linkBase, shipperId: id.nullable() })
export const agentLink = z.object({ ...linkBase, agentId: id.nullable() })
export const carrierLink = z.object({ ...linkBase, carrierId: id.nullable() })
export const clearingAgentLink = z.object({ ...linkBase, clearingAgentId: id.nullable() })

export const furtherLink = z.object({ ...linkBase, role: z.enum(furtherRoles), partyId: id.nullable() })
export type FurtherLink = z.infer<typeof furtherLink>

/** Where the wire keeps each role that has a list: the list on the job, its field in the link, its address. */
export const partyWire = {
  consignee: { list: 'shipmentConsignees', field: 'consigneeId', path: '/api/shipmentconsignee' },
  shipper: { list: 'shipmentShipers', field: 'shipperId', path: '/api/shipmentshipper' },
  agent: { list: 'shipmentAgents', field: 'agentId', path: '/api/shipmentagent' },
  carrier: { list: 'shipmentCarriers', field: 'carrierId', path: '/api/shipmentcarrier' },
  clearingAgent: {
    list: 'shipmentClearingAgents',
    field: 'clearingAgentId',
    path: '/api/shipmentclearingagent',
  },
} as const satisfies Record<ListedRole, { list: string; field: string; path: string }>

/** What a client sends of a link; a null or partial `party` says nothing about the company. */
export const linkInput = z.object({
  id: id.optional(),
  shipmentId: id.nullish(),
  consigneeId: id.nullish(),
  shipperId: id.nullish(),
  agentId: id.nullish(),
  carrierId: id.nullish(),
  clearingAgentId: id.nullish(),
  party: z.object({ id: id.nullish() }).nullish(),
})
export type LinkInput = z.infer<typeof linkInput>

/** A link of one of the further roles. */
export const furtherLinkInput = z.object({
  id: id.optional(),
  shipmentId: id.nullish(),
  role: z.enum(furtherRoles),
  /** Null in a job’s body: nobody is to have the role. */
  partyId: id.nullish(),
  party: z.object({ id: id.nullish() }).nullish(),
})
export type FurtherLinkInput = z.infer<typeof furtherLinkInput>

/** A role that was empty and that a default party of the added one has now. */
export const filledLink = z.object({ ...linkBase, role: z.enum(partyRoles), partyId: id })
export type FilledLink = z.infer<typeof filledLink>

const withDefaults = z
  .boolean()
  .optional()
  .describe(
    'Also give the roles that are empty on the job to the default parties that the contact has for this role; the answer lists them as `filled`',
  )
/** There where the body asks for the default parties. A call that is repeated with the link’s id lists those that still stand. */
const filled = z.array(filledLink).optional()

/** A stored link with the version that its job has now; nulls throughout for a draft. */
export const storedLink = z.object({
  ...linkBase,
  consigneeId: id.nullable().optional(),
  shipperId: id.nullable().optional(),
  agentId: id.nullable().optional(),
  carrierId: id.nullable().optional(),
  clearingAgentId: id.nullable().optional(),
  shipmentVersion: version.nullable(),
  filled,
})
export type StoredLink = z.infer<typeof storedLink>

export const storedFurtherLink = furtherLink.extend({ shipmentVersion: version, filled })
export type StoredFurtherLink = z.infer<typeof storedFurtherLink>

export const removedLink = z.object({ id, shipmentId: id, shipmentVersion: version })
export type RemovedLink = z.infer<typeof removedLink>

const endpointsOf = (role: ListedRole) => ({
  create: endpoint({
    method: 'POST',
    path: partyWire[role].path,
    summary: `Add an organisation to a job as its ${partyRoleLabels[role].toLowerCase()}; without a body, a draft`,
    tag: 'Parties',
    access: 'jobs:write',
    body: linkInput.extend({ withDefaults }).nullish(),
    reply: storedLink,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${partyWire[role].path}/:id`,
    summary: `Remove the ${partyRoleLabels[role].toLowerCase()} from its job`,
    tag: 'Parties',
    access: 'jobs:write',
    params: idParams,
    reply: removedLink,
  }),
})

export const partyLinks = {
  consignee: endpointsOf('consignee'),
  shipper: endpointsOf('shipper'),
  agent: endpointsOf('agent'),
  carrier: endpointsOf('carrier'),
  clearingAgent: endpointsOf('clearingAgent'),
} as const

const FURTHER_PATH = '/api/shipmentparty'

export const addFurtherParty = endpoint({
  method: 'POST',
  path: FURTHER_PATH,
  summary:
    'Give an organisation a role on a job that has no list of its own: notify party, second notify party, customer, haulier or warehouse',
  tag: 'Parties',
  access: 'jobs:write',
  body: furtherLinkInput.extend({ withDefaults }),
  reply: storedFurtherLink,
  status: 201,
})

export const removeFurtherParty = endpoint({
  method: 'DELETE',
  path: `${FURTHER_PATH}/:id`,
  summary: 'Take an organisation off a job in a role that has no list of its own',
  tag: 'Parties',
  access: 'jobs:write',
  params: idParams,
  reply: removedLink,
})
