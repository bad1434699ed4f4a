import { type RecordKind, told } from '#server/records/describe.ts'
import { tokenWords, userWords } from './history-words.ts'
import { touchedPermissions } from './touched-permissions.ts'

const because = 'Access is given and removed on the Users screen, by people who are allowed to.'

export const userRecord: RecordKind = {
  table: 'users',
  type: 'user',
  label: 'User',
  name: { column: 'display_name' },
  fields: {
    display_name: told('displayName', 'Name'),
    email: told('email', 'Email'),
    role: told('role', 'Role', 'role'),
    deactivated_at: told('deactivatedAt', 'Access removed', 'instant'),
    joined_at: told('joinedAt', 'Joined', 'instant'),
    declined_at: told('declinedAt', 'Declined', 'instant'),
    left_at: told('leftAt', 'Left', 'instant'),
  },
  restore: { because },
  tell: { words: userWords },
}

export const tokenRecord: RecordKind = {
  table: 'api_tokens',
  type: 'token',
  label: 'API token',
  // It is kept, and named, among the users.
  name: null,
  fields: {
    display_name: told('name', 'Name'),
    role: told('role', 'Role', 'role'),
    deactivated_at: told('revokedAt', 'Revoked', 'instant'),
    expires_on: told('expiresOn', 'Last day', 'date'),
    responsible_id: told('responsible', 'Person responsible', 'named'),
  },
  // A token stands among the users, and has no address.
  hidden: ['email'],
  restore: { because },
  tell: { words: tokenWords, place: ({ name }) => `for API token ${name}` },
}

export const permissionsRecord: RecordKind = {
  table: 'role_adjustments',
  type: 'permissions',
  label: 'Permissions',
  name: null,
  fields: {},
  hidden: 'all',
  restore: { because },
  tell: { touched: touchedPermissions, comesWithAnother: () => true },
}
