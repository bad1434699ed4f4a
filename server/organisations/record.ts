import { contactFields, organisationFields } from '#contract/organisations.ts'
import { nothingToRestore, type RecordKind, restorableFields } from '#server/records/describe.ts'
import { valuesBy } from '#server/records/restore-row.ts'
import type { NamedChange } from '#server/records/change-wording.ts'
import { contactColumns, organisationColumns } from './columns.ts'
import { changeOrganisation } from './commands.ts'

export const organisationRecord: RecordKind = {
  table: 'organisations',
  type: 'organisation',
  label: 'Contact',
  name: { column: 'name' },
  fields: restorableFields(organisationFields, organisationColumns),
  restore: {
    permission: 'organisations:write',
    values: valuesBy('organisation', changeOrganisation),
  },
}

// An address has no name, a person has one.
const isPerson = ({ recordId, names }: NamedChange) => names.has(recordId)

export const contactRecord: RecordKind = {
  table: 'contacts',
  type: 'contact',
  label: 'Address',
  name: { column: 'name' },
  fields: restorableFields(contactFields, contactColumns),
  restore: {
    permission: 'organisations:write',
    values: async (session, { recordId: id, organisationId }, old, ifMatch) => {
      if (!organisationId) throw nothingToRestore()
      const contact = { id, ...Object.fromEntries(old) }
      const input = { id: organisationId, organisationContacts: [{ contactId: id, contact }] }
      const { version } = await changeOrganisation(session, input, ifMatch)
      return { record: { type: 'contact', id }, version }
    },
  },
  wording: {
    label: change => (isPerson(change) ? 'Person' : 'Address'),
    place: change => (isPerson(change) ? `for ${change.name}` : ''),
    comesWithAnother: change => !isPerson(change),
    words: change => (change.action === 'removed' && !isPerson(change) ? 'removed the address' : null),
  },
}
