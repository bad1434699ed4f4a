import { fieldsUnder } from '#contract/field.ts'
import { jobFields, quoteFields } from '#contract/job-fields.ts'
import { fieldOfRole, partiesInput } from '#contract/job-parties.ts'
import type { JobInput } from '#contract/jobs.ts'
import { type PartyRole, partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { invalid } from '#server/errors.ts'
import { existingParties } from '#server/parties/existing-records.ts'
import {
  earlierValues,
  nothingToRestore,
  type FormerValues,
  type RecordKind,
  restorableFields,
  historyOnly,
} from '#server/records/describe.ts'
import { type NamedChange, namedText } from '#server/records/change-wording.ts'
import { jobColumns, quoteColumns } from './columns.ts'
import { saveJob } from './commands.ts'

const quoteByPath = Object.fromEntries(
  Object.entries(quoteColumns).map(([field, column]) => [`quote.${field}`, column]),
)

/** "quote.clType" goes into the quote, everything else stands on the job itself. */
function jobInputOf(values: FormerValues): Partial<JobInput> {
  const quote = values.flatMap(([field, value]) =>
    field.startsWith('quote.') ? [[field.slice('quote.'.length), value]] : [],
  )
  const own = values.filter(([field]) => !field.startsWith('quote.'))
  return { ...Object.fromEntries(own), ...(quote.length > 0 && { quote: Object.fromEntries(quote) }) }
}

export const jobRecord: RecordKind = {
  table: 'jobs',
  type: 'job',
  label: 'Job',
  name: { column: 'name', after: 'job_number' },
  fields: {
    job_number: historyOnly('jobId', 'Job Id'),
    ...restorableFields(
      { ...jobFields, ...fieldsUnder('quote', quoteFields) },
      { ...jobColumns, ...quoteByPath },
    ),
    shipment_date: historyOnly('shipmentDate', 'Shipment Date', 'date'),
    copied_from_number: historyOnly('copiedFrom', 'Copied from Job'),
    cost_share_of: historyOnly('costShareOf', 'Cost Share for Job', 'named'),
  },
  restore: {
    permission: 'jobs:write',
    values: async (session, { recordId: id }, old, ifMatch) => {
      const { version } = await saveJob(session, { id, ...jobInputOf(old) }, ifMatch)
      return { record: { type: 'job', id }, version }
    },
    withJob: {
      isJob: true,
      bringBack: async (_session, _jobId, records) =>
        Object.assign({}, ...records.map(record => jobInputOf(earlierValues(record)))),
    },
  },
  wording: {
    name: ({ jobName }) => jobName,
    words: ({ action, changes }) => {
      if (action === 'changed') return null
      const [, source] = changes['copied_from_number'] ?? []
      const origin = typeof source === 'number' ? `, copied from job ${source}` : ''
      return action === 'added' ? `created this job${origin}` : 'removed this job'
    },
  },
}

const roleIn = ({ changes }: Pick<NamedChange, 'changes'>): PartyRole | undefined => {
  const [before, after] = changes['role'] ?? []
  return partyRoles.find(one => one === (before ?? after))
}

const roleLabelIn = (change: NamedChange) => {
  const role = roleIn(change)
  return role ? partyRoleLabels[role] : 'Party'
}

/** Who has which role on a job; a replaced party is two rows: one went and another came. */
export const jobPartyRecord: RecordKind = {
  table: 'job_parties',
  type: 'party',
  label: 'Party',
  name: null,
  fields: {},
  hidden: 'all',
  restore: {
    permission: 'jobs:write',
    // Gives the role back to the party that had it before, or to nobody.
    values: async (session, { changes, jobId }, _old, ifMatch) => {
      const role = roleIn({ changes })
      const partyId = changes['party_id']?.[0] as string | null | undefined
      if (!role || !jobId) throw nothingToRestore()
      const existing = await existingParties(session.db, session.accountId, partyId ? [partyId] : [])
      const standing = partyId && existing.get(partyId)
      if (partyId && !standing)
        throw invalid(fieldOfRole(role), 'That contact was deleted and cannot be restored.')
      const input = { id: jobId, ...partiesInput([[role, standing || null]]) }
      const { version } = await saveJob(session, input, ifMatch)
      return { record: { type: 'job', id: jobId }, version }
    },
  },
  wording: {
    label: roleLabelIn,
    name: ({ changes, names }) => {
      const [before, after] = changes['party_id'] ?? []
      return names.get(String(before ?? after)) ?? null
    },
    words: ({ action, name, label }) => `${action === 'removed' ? 'removed' : 'added'} ${name} as ${label}`,
    // A company's part on a job is one field to people, named after its role.
    fields: change => {
      const role = roleIn(change)
      if (!role) return []
      const [old, after] = change.changes['party_id'] ?? [null, null]
      const textOf = (id: unknown) => (typeof id === 'string' ? namedText(id, change.names) : '')
      return [
        {
          field: fieldOfRole(role),
          label: partyRoleLabels[role],
          old,
          new: after,
          oldText: textOf(old),
          newText: textOf(after),
          restorable: true,
        },
      ]
    },
  },
}
