import { contactFields, organisationFields } from '#contract/organisations.ts'
import { nothingToRestore, type RecordKind, restorableFields } from '#server/records/describe.ts'
import { contactColumns, organisationColumns } from './columns.ts'
import { changeOrganisation } from './commands.ts'

export const organisationRecord: RecordKind = {
  table: 'organisations',
  type: 'organisation',
  label: 'Contact',
  fields: restorableFields(organisationFields, organisationColumns),
  restore: {
    permission: 'organisations:write',
    values: async (session, { recordId: id }, old, ifMatch) => {
      const { version } = await changeOrganisation(session, { id, ...Object.fromEntries(old) }, ifMatch)
      return { record: { type: 'organisation', id }, version }
    },
  },
}

export const contactRecord: RecordKind = {
  table: 'contacts',
  type: 'contact',
  label: 'Address',
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
}
