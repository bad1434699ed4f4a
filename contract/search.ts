import { z } from 'zod'
import { jobStatuses, choice } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { jobFieldLabels, type JobField } from './job-fields.ts'
import { partyRoleLabels, type PartyRole } from './parties.ts'
import { builtInKindCodes, builtInKinds } from './reference-kinds.ts'
import { id } from './values.ts'

const name = z.string().nullable()

const ofContainers = { container: 'Container', seal: 'Seal' } as const
/** A reference of a kind of the company's own is told with its kind. */
const ofReferences = { ...builtInKinds, ownReference: 'Reference' } as const

/** The fields of a job that its search text is made of, in the order in which they are looked through for the text. */
const searchedFields = [
  'name',
  'consignee',
  'mbl',
  'hbl',
  'container',
  'seal',
  ...builtInKindCodes,
  'ownReference',
  'shipper',
  'agent',
  'carrier',
  'clearingAgent',
  'notifyParty',
  'secondNotifyParty',
  'customer',
  'haulier',
  'warehouse',
  'vesselName',
  'voyage',
  'quote.commodity',
  'quote.loadingPortId',
  'quote.viaPortId',
  'quote.dischargePortId',
  'quote.destinationPortId',
  'igm',
  'indexNumber',
] as const satisfies readonly (JobField | PartyRole | keyof typeof ofContainers | keyof typeof ofReferences)[]
export type SearchedField = (typeof searchedFields)[number]

/** What a job's field is called, or the party whose name it is. */
export const searchedFieldLabels: Record<SearchedField, string> = {
  ...jobFieldLabels,
  ...partyRoleLabels,
  ...ofContainers,
  ...ofReferences,
}

/** What answers to a text, in groups, the likeliest first. */
export const searchReply = z.object({
  jobs: z.array(
    z.object({
      id,
      jobId: z.int(),
      name,
      statusId: choice(jobStatuses),
      consignee: name,
      mbl: name,
      hbl: name,
      /** The field that holds the text, and what it says; null where the number answers, or several fields together. */
      matched: z.object({ field: z.enum(searchedFields), value: z.string() }).nullable(),
    }),
  ),
  /** How many jobs hold the text, up to MAX_COUNTED: as many as the job list finds by it. */
  jobCount: z.int(),
  contacts: z.array(z.object({ id, name, description: name })),
  documents: z.array(z.object({ id, name: z.string(), type: z.string(), shipmentId: id, jobId: z.int() })),
  templates: z.array(z.object({ id, name: z.string(), description: name })),
})
export type SearchReply = z.infer<typeof searchReply>

/** The most that each group gives. */
export const MAX_FOUND = 8

/** Jobs are counted up to here; this number says that there are as many or more. */
export const MAX_COUNTED = 1000

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: `Jobs, contacts, documents and templates that contain a text, at most ${MAX_FOUND} of each`,
  tag: 'Search',
  access: 'jobs:read',
  query: z.object({ text: z.string().max(200) }),
  reply: searchReply,
})
