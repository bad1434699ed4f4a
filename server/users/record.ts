import { type RecordKind, historyOnly } from '#server/records/describe.ts'
import { tokenWords, userWords } from './history-words.ts'
import { permissionChanges } from './permission-changes.ts'

const because = 'Access is given and removed on the Users screen, by people who are allowed to.'

export const userRecord: RecordKind = {
  table: 'users',
  type: 'user',
  label: 'User',
  name: { column: 'display_name' },
  fields: {
    display_name: historyOnly('displayName', 'Name'),
    email: historyOnly('email', 'Email'),
    role: historyOnly('role', 'Role', 'role'),
    deactivated_at: historyOnly('deactivatedAt', 'Access removed', 'instant'),
    joined_at: historyOnly('joinedAt', 'Joined', 'instant'),
    declined_at: historyOnly('declinedAt', 'Declined', 'instant'),
    left_at: historyOnly('leftAt', 'Left', 'instant'),
  },
  restore: { because },
  wording: { words: userWords },
}

export const tokenRecord: RecordKind = {
  table: 'api_tokens',
  type: 'token',
  label: 'API token',
  // It is kept, and named, among the users.
  name: null,
  fields: {
    display_name: historyOnly('name', 'Name'),
    role: historyOnly('role', 'Role', 'role'),
    deactivated_at: historyOnly('revokedAt', 'Revoked', 'instant'),
    expires_on: historyOnly('expiresOn', 'Last day', 'date'),
    responsible_id: historyOnly('responsible', 'Person responsible', 'named'),
  },
  // A token stands among the users, and has no address.
  hidden: ['email'],
  restore: { because },
  wording: { words: tokenWords, place: ({ name }) => `for API token ${name}` },
}

export const permissionsRecord: RecordKind = {
  table: 'role_adjustments',
  type: 'permissions',
  label: 'Permissions',
  name: null,
  fields: {},
  hidden: 'all',
  restore: { because },
  wording: { touched: permissionChanges, comesWithAnother: () => true },
}
