import { type PartyRole, partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { AppError, invalid } from '#server/errors.ts'
import { nothingToRestore, type RecordKind } from '#server/records/describe.ts'
import { type NamedChange, namedText, type StoredChanges } from '#server/records/change-wording.ts'
import { putDefault } from './default-commands.ts'
import { standingOrganisation } from './default-records.ts'

/** Rows come and go, and never change: each entry holds the whole row, before or after. */
function rowIn(changes: StoredChanges) {
  const value = (column: string) => changes[column]?.[0] ?? changes[column]?.[1]
  const roleOf = (column: string): PartyRole | undefined => partyRoles.find(role => role === value(column))
  const [whenRole, role] = [roleOf('when_role'), roleOf('role')]
  const other = value('default_organisation_id')
  return whenRole && role && typeof other === 'string' ? { whenRole, role, other } : null
}

const labelIn = ({ changes }: NamedChange) => {
  const row = rowIn(changes)
  return row ? `Default ${partyRoleLabels[row.role]}` : 'Default Party'
}

const contactDeleted = (role: PartyRole) =>
  `The contact that was the ${partyRoleLabels[role]} by default has been deleted, and a deleted contact cannot be restored. Add it again under Contacts, then add it to the default parties here.`

export const defaultPartyRecord: RecordKind = {
  table: 'organisation_default_parties',
  type: 'defaultParty',
  label: 'Default Party',
  name: null,
  fields: {},
  hidden: 'all',
  restore: {
    permission: 'organisations:write',
    values: async () => {
      throw nothingToRestore()
    },
    // It takes its place again from whoever has it now.
    removed: async (session, { recordId: id, organisationId, changes }) => {
      const row = rowIn(changes)
      if (!row || !organisationId) throw nothingToRestore()
      const other = await standingOrganisation(session.db, session.accountId, row.other)
      if (!other) throw invalid('id', contactDeleted(row.role))
      const put = await putDefault(session, {
        ...{ id, organisation_id: organisationId, when_role: row.whenRole, role: row.role },
        default_organisation_id: other,
      })
      if (!put.created) throw new AppError('already_exists', 'This default party is there again already.')
      return { record: { type: 'defaultParty', id }, version: 1 }
    },
  },
  wording: {
    label: labelIn,
    name: ({ changes, names }) => {
      const row = rowIn(changes)
      return row && namedText(row.other, names)
    },
    words: ({ action, label, name, changes }) => {
      const row = rowIn(changes)
      const when = row ? ` when it is ${partyRoleLabels[row.whenRole]}` : ''
      return `${action === 'removed' ? 'removed' : 'added'} ${name} as ${label}${when}`
    },
    fields: change => {
      const row = rowIn(change.changes)
      const [old, after] = change.changes['default_organisation_id'] ?? [null, null]
      const textOf = (id: unknown) => (typeof id === 'string' ? namedText(id, change.names) : '')
      if (!row) return []
      return [
        {
          field: `defaultParties.${row.whenRole}.${row.role}`,
          label: `${labelIn(change)} when it is ${partyRoleLabels[row.whenRole]}`,
          old,
          new: after,
          oldText: textOf(old),
          newText: textOf(after),
          restorable: false,
        },
      ]
    },
  },
}
