import { fieldsUnder } from '#contract/field.ts'
import { jobFields, type JobInput, quoteFields } from '#contract/jobs.ts'
import { partyRoles, partyWire } from '#contract/parties.ts'
import { invalid } from '#server/errors.ts'
import { partiesThatStand } from '#server/parties/standing-records.ts'
import {
  earlierValues,
  nothingToRestore,
  type OldValues,
  type RecordKind,
  restorableFields,
  told,
} from '#server/records/describe.ts'
import { jobColumns, quoteColumns } from './columns.ts'
import { saveJob } from './commands.ts'

const quoteByPath = Object.fromEntries(
  Object.entries(quoteColumns).map(([field, column]) => [`quote.${field}`, column]),
)

/** "quote.clType" goes into the quote, everything else stands on the job itself. */
function jobInputOf(values: OldValues): Partial<JobInput> {
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
  fields: {
    job_number: told('jobId', 'Job Id'),
    ...restorableFields(
      { ...jobFields, ...fieldsUnder('quote', quoteFields) },
      { ...jobColumns, ...quoteByPath },
    ),
    shipment_date: told('shipmentDate', 'Shipment Date', 'date'),
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
}

/** Who has which role on a job; a replaced party is two rows: one went and another came. */
export const jobPartyRecord: RecordKind = {
  table: 'job_parties',
  type: 'party',
  label: 'Party',
  fields: {},
  hidden: 'all',
  restore: {
    permission: 'jobs:write',
    // Gives the role back to the party that had it before, or to nobody.
    values: async (session, { changes, jobId }, _old, ifMatch) => {
      const [before, after] = changes['role'] ?? [null, null]
      const role = partyRoles.find(one => one === (before ?? after))
      const partyId = changes['party_id']?.[0] as string | null | undefined
      if (!role || !jobId) throw nothingToRestore()
      const { list, field } = partyWire[role]
      const standing = await partiesThatStand(session.db, session.accountId, partyId ? [partyId] : [])
      if (partyId && !standing.has(partyId))
        throw invalid(list, 'That contact was deleted and cannot be put back.')
      const input = { id: jobId, [list]: partyId ? [{ [field]: partyId }] : [] }
      const { version } = await saveJob(session, input, ifMatch)
      return { record: { type: 'job', id: jobId }, version }
    },
  },
}
