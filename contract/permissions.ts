import { keysOf, isOneOf } from './typed-objects.ts'
import { z } from 'zod'

export const roles = ['administrator', 'staff', 'viewer'] as const
export type Role = (typeof roles)[number]
export const roleLabels: Record<Role, string> = {
  administrator: 'Administrator',
  staff: 'Staff',
  viewer: 'Viewer',
}

const everyone = roles
const dailyWork = ['administrator', 'staff'] as const satisfies readonly Role[]
const administrators = ['administrator'] as const satisfies readonly Role[]

/** Who may do what: the server enforces this table, the web hides by it. */
export const permissions = {
  'jobs:read': everyone,
  'jobs:write': dailyWork,
  'notes:read': everyone,
  'notes:write': dailyWork,
  'organisations:read': everyone,
  'organisations:write': dailyWork,
  'ports:read': everyone,
  'ports:write': dailyWork,
  'documents:read': everyone,
  'documents:write': dailyWork,
  'templates:read': everyone,
  'templates:write': dailyWork,
  'mail:read': everyone,
  'mail:send': dailyWork,
  'mail:all': administrators,
  'mail:settings': administrators,
  'company:read': everyone,
  'company:write': administrators,
  'company:export': administrators,
  'limits:read': administrators,
  'users:read': everyone,
  // The specification: "Any signed-in user can add users to the account."
  'users:add': everyone,
  'users:manage': administrators,
  'preferences:own': everyone,
  'views:read': everyone,
  'views:share': dailyWork,
  // The origin of a change is shown with 'history:all' only; restoring something needs the permission to change it.
  'history:read': everyone,
  'history:all': administrators,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions
/** What no API token may do, whatever its role: who finds one must not make a way in of their own. */
export const personOnlyPermissions: readonly Permission[] = ['users:add', 'users:manage']
export const allPermissions = keysOf(permissions)

/** What each permission is called where people read it. */
export const permissionLabels: Record<Permission, string> = {
  'jobs:read': 'See jobs, items and finance',
  'jobs:write': 'Create and change jobs, items and finance',
  'notes:read': 'See the notes on jobs',
  'notes:write': 'Write, change and delete notes on jobs',
  'organisations:read': 'See contacts',
  'organisations:write': 'Create, change and delete contacts',
  'ports:read': 'See ports',
  'ports:write': 'Add ports',
  'documents:read': 'See and download attachments',
  'documents:write': 'Attach, generate, rename and delete documents',
  'templates:read': 'See document templates',
  'templates:write': 'Upload, change and delete document templates',
  'mail:read': 'See the e-mails of a job',
  'mail:send': 'Send e-mails to the people of a job',
  'mail:all': 'See and search all e-mails of the company',
  'mail:settings': 'Set the sender’s name and address for replies, send a test e-mail',
  'company:read': 'See the company’s settings',
  'company:write': 'Change the company’s details, logo, currency, time zone and numbering',
  'company:export': 'Export everything that the company keeps',
  'limits:read': 'See the company’s limits on this server, and how much of them is used',
  'users:read': 'See the company’s users',
  'users:add': 'Add colleagues, never above one’s own role',
  'users:manage': 'Change roles and permissions, remove access',
  'preferences:own': 'Arrange one’s own screens',
  'views:read': 'Use the views of the dashboard that colleagues share',
  'views:share': 'Share views of the dashboard, change and delete one’s own shared ones',
  'history:read': 'See what was changed on a record, and by whom',
  'history:all': 'Search the whole history and see where changes came from',
}

export const adjustableRoles = ['staff', 'viewer'] as const satisfies readonly Role[]
export type AdjustableRole = (typeof adjustableRoles)[number]

/** What an Administrator may give to or take from Staff and Viewers. What nobody can work without stays. */
export const adjustablePermissions = [
  'jobs:write',
  'notes:write',
  'organisations:write',
  'ports:write',
  'documents:write',
  'templates:write',
  'mail:send',
  'users:add',
] as const satisfies Permission[]
export type AdjustablePermission = (typeof adjustablePermissions)[number]

const adjustment = z.partialRecord(z.enum(adjustablePermissions), z.boolean())
/** By role and permission, only where the account differs from the table. */
export const roleAdjustments = z.strictObject({ staff: adjustment, viewer: adjustment }).partial()
export type RoleAdjustments = z.infer<typeof roleAdjustments>

export function may(role: Role, permission: Permission, adjustments: RoleAdjustments = {}): boolean {
  const own = role === 'administrator' ? undefined : adjustments[role]
  return (
    (isOneOf(adjustablePermissions, permission) ? own?.[permission] : undefined) ??
    isOneOf(permissions[permission], role)
  )
}
