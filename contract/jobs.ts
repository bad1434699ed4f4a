import { recordOf } from './typed-objects.ts'
import { z } from 'zod'
import {
  directions,
  freightPayments,
  incoterms,
  jobStatuses,
  loadTypes,
  quoteTypes,
  services,
  transportModes,
  yesOrNo,
} from './choices.ts'
import { inheritedFields, jobFields, quoteFields } from './job-fields.ts'
import { countParameters, dayParameters, referenceParameters, textParameters } from './job-list-filters.ts'
import { jobSorts } from './job-columns.ts'
import { document } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { schemasOf } from './field.ts'
import { item } from './items.ts'
import {
  agentLink,
  carrierLink,
  clearingAgentLink,
  consigneeLink,
  furtherLink,
  furtherLinkInput,
  furtherRoles,
  linkInput,
  shipperLink,
} from './parties.ts'
import { id, idParams, paging, version } from './values.ts'

const portNames = {
  loadingPort: z.string().nullable(),
  viaPort: z.string().nullable(),
  dischargePort: z.string().nullable(),
  destinationPort: z.string().nullable(),
}

export const quote = z.object({ ...schemasOf(quoteFields), ...portNames, financeId: id })
export type Quote = z.infer<typeof quote>

const jobHead = { id, jobId: z.int(), ...schemasOf(jobFields), shipmentDate: z.string(), quote, version }

const partyLists = {
  shipmentConsignees: z.array(consigneeLink),
  shipmentShipers: z.array(shipperLink),
  shipmentAgents: z.array(agentLink),
  shipmentCarriers: z.array(carrierLink),
  shipmentClearingAgents: z.array(clearingAgentLink),
}

export const otherJob = z.object({ id, jobId: z.int(), name: z.string().nullable() })
export type OtherJob = z.infer<typeof otherJob>

export const jobOwner = z.object({ id, displayName: z.string(), email: z.string() })
export type JobOwner = z.infer<typeof jobOwner>

const differs = z.array(z.enum(inheritedFields))

export const job = z.object({
  ...jobHead,
  ...partyLists,
  /** The further roles, in the order of `furtherRoles`. */
  shipmentParties: z.array(furtherLink),
  items: z.array(item),
  documents: z.array(document),
  /** The jobs that name this one as their master, and what each has otherwise than it: the rest follows the master. */
  houses: z.array(otherJob.extend({ differs })),
  /** The consolidation that masterShipmentId names. */
  master: otherJob.nullable(),
  /** What this job, a house, has otherwise than its master; the rest follows the master. */
  differs,
  /** The person that ownerId names, who may have left the company since. */
  owner: jobOwner.nullable(),
})
export type Job = z.infer<typeof job>

/** A company as the job list shows it. */
const briefParty = z.object({
  id,
  relatedId: id,
  organisation: z.object({ id, name: z.string().nullable() }),
})
const brief = <Field extends string>(field: Field) =>
  z.array(z.object({ id, shipmentId: id, ...recordOf([field], () => id), party: briefParty }))

export const jobRow = z.object({
  ...jobHead,
  shipmentConsignees: brief('consigneeId'),
  shipmentShipers: brief('shipperId'),
  shipmentAgents: brief('agentId'),
  shipmentCarriers: brief('carrierId'),
  shipmentClearingAgents: brief('clearingAgentId'),
  master: otherJob.nullable(),
  owner: jobOwner.nullable(),
})
export type JobRow = z.infer<typeof jobRow>

const linkList = z.array(linkInput).max(1, 'A job has at most one party in each role.').optional()

/** The roles that it does not name keep whom they have. */
const furtherLinks = z
  .array(furtherLinkInput)
  .max(furtherRoles.length)
  .refine(
    links => new Set(links.map(({ role }) => role)).size === links.length,
    'A job has at most one party in each role.',
  )
  .optional()

export const jobInput = z
  .object(schemasOf(jobFields))
  .partial()
  .extend({
    id,
    quote: z.object(schemasOf(quoteFields)).partial().nullish(),
    shipmentConsignees: linkList,
    shipmentShipers: linkList,
    shipmentAgents: linkList,
    shipmentCarriers: linkList,
    shipmentClearingAgents: linkList,
    shipmentParties: furtherLinks,
  })
export type JobInput = z.infer<typeof jobInput>

/** With an id of the caller's own, a repeated call answers the job that the first one made. */
export const newJob = jobInput.partial({ id: true })
export type NewJob = z.infer<typeof newJob>

/** More than there are choices of anything. */
const LONGEST_LIST = 400

/** "0,2" in the address: any of these. */
const anyOf = (highest: number) =>
  z
    .string()
    .max(LONGEST_LIST, `At most ${LONGEST_LIST} characters.`)
    .regex(/^\d{1,3}(,\d{1,3})*$/, 'Numbers separated by commas.')
    .transform(list => [...new Set(list.split(',').map(Number))].sort((one, other) => one - other))
    .refine(values => values.every(value => value <= highest), `Numbers from 0 to ${highest}.`)
    .optional()

const isTrue = z.enum(['true']).optional()

export const jobListQuery = z.object({
  search: z.string().max(200).optional(),
  status: anyOf(jobStatuses.length - 1),
  mode: anyOf(transportModes.length - 1),
  loadType: anyOf(loadTypes.length - 1),
  quoteType: anyOf(quoteTypes.length - 1),
  direction: anyOf(directions.length - 1),
  party: id.optional(),
  port: id.optional(),
  master: id.optional(),
  /** Of oneself, of nobody, or of a person. */
  owner: z
    .string()
    .toLowerCase()
    .regex(
      /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      'This must be “me”, “none” or a person’s id.',
    )
    .optional(),
  /** In Progress, or with no status. */
  open: isTrue,
  noHouseBl: isTrue.describe('Jobs with no House BL'),
  noDocument: isTrue.describe('Jobs with nothing among their attachments'),
  noArrivalNotice: isTrue.describe(
    'Imports, and jobs with no direction, of which no documents were e-mailed to the customer',
  ),
  overdue: isTrue.describe(
    'Jobs In Progress that the morning summary calls overdue: the delivery order not picked up after the ETA, or a bill of lading missing after the ETD; what is the agent’s work at the other end does not count',
  ),
  incoterm: anyOf(incoterms.length - 1),
  service: anyOf(services.length - 1),
  freightPayment: anyOf(freightPayments.length - 1),
  dangerousGoods: anyOf(yesOrNo.length - 1).describe(
    '1: jobs with an item that has a UN number or a hazard class; 0: jobs without',
  ),
  ...textParameters,
  ...referenceParameters,
  ...countParameters,
  ...dayParameters,
  sort: z.enum(jobSorts).optional(),
  ...paging,
})
export type JobListQuery = z.infer<typeof jobListQuery>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/shipment',
  summary: 'Jobs, newest first; X-Total-Count says how many there are, Link where the next page is',
  tag: 'Jobs',
  access: 'jobs:read',
  query: jobListQuery,
  reply: z.array(jobRow),
})

/** The dashboard's tabs: all jobs, the open ones, the open ones of whoever asks, and those that are overdue. */
export const jobTabs = ['all', 'open', 'mine', 'overdue'] as const
export const jobTab = z.enum(jobTabs)
export type JobTab = z.infer<typeof jobTab>

export const jobCounts = z.object({ all: z.int(), open: z.int(), mine: z.int(), overdue: z.int() })
export type JobCounts = z.infer<typeof jobCounts>

export const countJobs = endpoint({
  method: 'GET',
  path: '/api/shipment/counts',
  summary:
    'How many jobs there are: all, the open ones (In Progress or with no status), the caller’s open ones, and those that are overdue',
  tag: 'Jobs',
  access: 'jobs:read',
  reply: jobCounts,
})

export const getJob = endpoint({
  method: 'GET',
  path: '/api/shipment/:id',
  summary: 'One job; with stakeholder=true, also the organisations of its parties',
  tag: 'Jobs',
  access: 'jobs:read',
  params: idParams,
  query: z.object({ stakeholder: z.enum(['true', 'false']).optional() }),
  reply: job,
})

export const listJobsOfHouseBl = endpoint({
  method: 'GET',
  path: '/api/shipment/:id/samehousebl',
  summary: 'The other jobs with the same House BL as this one; a house number belongs to one job',
  tag: 'Jobs',
  access: 'jobs:read',
  params: idParams,
  reply: z.array(z.object({ id, jobId: z.int(), name: z.string().nullable() })),
})

export const createJob = endpoint({
  method: 'POST',
  path: '/api/shipment',
  summary:
    'Create a job with the next Job Id and all that the body says of it, its quote and its parties; without a body it is empty and In Progress',
  tag: 'Jobs',
  access: 'jobs:write',
  body: newJob.nullish(),
  reply: job,
  status: 201,
})

export const updateJob = endpoint({
  method: 'PUT',
  path: '/api/shipment',
  summary: 'Change the given fields of a job, its quote and its parties, all of them or none',
  tag: 'Jobs',
  access: 'jobs:write',
  body: jobInput,
  reply: job,
})
