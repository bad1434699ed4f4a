import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldsUnder, labelsOf } from './field.ts'
import {
  type Contact,
  contactFields,
  organisation,
  type Organisation,
  organisationFields,
} from './organisations.ts'
import { keysOf } from './typed-objects.ts'
import { id, idParams, instant, version } from './values.ts'

export const MERGE_UNDO_DAYS = 30
/** Addresses and people of one contact; a merge that would leave it with more is refused. */
export const MOST_CONTACTS_OF_ONE = 200

const { name: person, description: note, ...address } = contactFields

/** The fields of a contact and of its first address, each of which one of two contacts gives to the one that is kept. */
const fields = {
  ...organisationFields,
  ...fieldsUnder('contact', {
    ...address,
    name: { ...person, label: 'Person' },
    description: { ...note, label: 'Description of the address' },
  }),
} as const
export type MergeField = keyof typeof fields
export const mergeFields = keysOf(fields)
export const mergeLabels = labelsOf(fields)

/** What a contact has in a field; null for none. */
export function valueToMerge(of: Organisation, field: MergeField): string | null {
  const first: Partial<Contact> = of.organisationContacts[0]?.contact ?? {}
  const [, ofAddress] = field.split('.')
  return (
    (ofAddress ? first[ofAddress as keyof Contact] : of[field as keyof typeof organisationFields]) || null
  )
}

/** What the kept contact has after the merge: its own value or, where it has none or the other's is taken, the other's. */
export function mergedValue(
  kept: Organisation,
  merged: Organisation,
  field: MergeField,
  isTaken: boolean,
): string | null {
  const [own, other] = [valueToMerge(kept, field), valueToMerge(merged, field)]
  return isTaken ? (other ?? own) : (own ?? other)
}

export const contactMerge = z.object({
  id,
  at: instant,
  by: z.string().nullable(),
  keptId: id,
  keptName: z.string().nullable(),
  mergedId: id,
  mergedName: z.string().nullable(),
  /** Jobs and people that moved. */
  jobs: z.int(),
  people: z.int(),
  canBeUndone: z.boolean(),
})
export type ContactMerge = z.infer<typeof contactMerge>

const comparedContact = z.object({
  organisation,
  /** On which it has a role. */
  jobs: z.int(),
  openJobs: z.int(),
})
export const comparedContacts = z.array(comparedContact).length(2)
export type ComparedContact = z.infer<typeof comparedContact>

const tag = 'Organisations'

export const compareOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation/:id/merge',
  summary: 'Two contacts as they would be merged, with the number of their jobs',
  tag,
  access: 'organisations:write',
  params: idParams,
  query: z.object({ with: id }),
  reply: comparedContacts,
})

export const mergeOrganisations = endpoint({
  method: 'POST',
  path: '/api/organisation/merge',
  summary:
    'Merge a contact into another: its jobs and people move there, and its id leads there. The kept one gets what it has not, and of the fields that are named what the other has',
  tag,
  access: 'organisations:write',
  body: z.object({
    id: id.optional(),
    keptId: id,
    mergedId: id,
    /** As the caller saw them: 412 where one was changed since. */
    keptVersion: version,
    mergedVersion: version,
    take: z.array(z.enum(mergeFields)).max(mergeFields.length).optional(),
  }),
  reply: z.object({ merge: contactMerge, organisation }),
  status: 201,
})

export const listOrganisationMerges = endpoint({
  method: 'GET',
  path: '/api/organisation/:id/merges',
  summary: 'What was merged into a contact, the latest 50 first, without what was undone',
  tag,
  access: 'organisations:read',
  params: idParams,
  reply: z.array(contactMerge),
})

export const undoOrganisationMerge = endpoint({
  method: 'POST',
  path: '/api/organisation/merge/:id/undo',
  summary: `Undo, within ${MERGE_UNDO_DAYS} days, a merge after those that came later: what nobody has changed since is put back`,
  tag,
  access: 'organisations:write',
  params: idParams,
  reply: z.object({
    /** The one that was kept, and the one that is there again. */
    organisation,
    restored: organisation,
    jobs: z.int(),
    people: z.int(),
    /** What was changed since, and stays as it is. */
    left: z.object({
      /** Numbers of some of the jobs, and how many there are. */
      jobIds: z.array(z.int()),
      jobs: z.int(),
      people: z.array(z.string()),
      fields: z.array(z.string()),
    }),
  }),
})
