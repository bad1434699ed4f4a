export const roles = ['administrator', 'staff', 'viewer'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const dailyWork = ['administrator', 'staff'] as const satisfies readonly Role[]

/** Who may do what: the server enforces this table, the web hides by it. */
export const permissions = {
  'jobs:read': everyone,
  'jobs:write': dailyWork,
  'organisations:read': everyone,
  'organisations:write': dailyWork,
  'ports:read': everyone,
  'ports:write': dailyWork,
  'documents:read': everyone,
  'documents:write': dailyWork,
  'templates:read': everyone,
  'templates:write': dailyWork,
  'users:read': everyone,
  // The specification: "Any signed-in user can add users to the account."
  'users:add': everyone,
  'preferences:own': everyone,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
