import { type RecordKind, told } from '#server/records/describe.ts'

const because = 'Access is given and taken on the Users screen, by those who may.'

export const userRecord: RecordKind = {
  table: 'users',
  type: 'user',
  label: 'User',
  fields: {
    display_name: told('displayName', 'Name'),
    email: told('email', 'Email'),
    role: told('role', 'Role', 'role'),
    deactivated_at: told('deactivatedAt', 'Access taken away', 'instant'),
    joined_at: told('joinedAt', 'Joined', 'instant'),
    declined_at: told('declinedAt', 'Declined', 'instant'),
    left_at: told('leftAt', 'Left', 'instant'),
  },
  restore: { because },
}

export const tokenRecord: RecordKind = {
  table: 'api_tokens',
  type: 'token',
  label: 'API token',
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
}

export const permissionsRecord: RecordKind = {
  table: 'role_adjustments',
  type: 'permissions',
  label: 'Permissions',
  fields: {},
  hidden: 'all',
  restore: { because },
}
