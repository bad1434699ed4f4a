import {
  type AdjustablePermission,
  type AdjustableRole,
  adjustablePermissions,
  adjustableRoles,
  allPermissions,
  may,
  type Permission,
  permissionLabels,
  type Role,
  roleLabels,
  roles,
} from '#contract/permissions.ts'
import { isOneOf } from '#contract/typed-objects.ts'
import type { RolePermissions as Standing } from '#contract/users.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { Banner, FailedState } from '#web/ui/page/states.tsx'
import { useRolePermissions, useUpdateRolePermissions } from './queries.ts'
import './users.css'

const isAdjustable = (role: Role, permission: Permission) =>
  isOneOf(adjustableRoles, role) && isOneOf(adjustablePermissions, permission)

/** What a change of one box makes of the adjustments: what agrees with the product's own table is left out. */
function adjusted(
  { adjustments }: Standing,
  role: AdjustableRole,
  permission: AdjustablePermission,
  allowed: boolean,
) {
  const { [permission]: _before, ...others } = adjustments[role] ?? {}
  const own = may(role, permission) === allowed ? others : { ...others, [permission]: allowed }
  return { ...adjustments, [role]: own }
}

/** Who may do what, as a table; Administrators change it for Staff and Viewers. */
export function RolePermissions({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useRolePermissions()
  const update = useUpdateRolePermissions()
  const { failure, attempt } = useFailure()
  const change = (role: Role, permission: Permission, allowed: boolean) =>
    attempt(async () => {
      if (!data || !isOneOf(adjustableRoles, role) || !isOneOf(adjustablePermissions, permission)) return
      try {
        await update.mutateAsync({
          adjustments: adjusted(data, role, permission, allowed),
          version: data.version,
        })
      } catch (problem) {
        void refetch()
        throw problem
      }
    })
  const cell = (role: Role, permission: Permission) => {
    const allowed = may(role, permission, data?.adjustments)
    const label = `${roleLabels[role]}: ${permissionLabels[permission]}`
    if (!mayManage || !isAdjustable(role, permission))
      return (
        <span aria-label={`${label}: ${allowed ? 'yes' : 'no'}`} role="img">
          {allowed ? '✓' : '–'}
        </span>
      )
    return (
      <input
        type="checkbox"
        className="permissions__box"
        aria-label={label}
        checked={allowed}
        disabled={update.isPending}
        onChange={event => void change(role, permission, event.currentTarget.checked)}
      />
    )
  }
  return (
    <section className="form-section" aria-labelledby="permissions">
      <h2 id="permissions" className="form-section__title">
        Permissions
      </h2>
      {mayManage && <p className="permissions__hint">Changes take effect at once, for this company only.</p>}
      {failure && <Banner tone="failed">{failure}</Banner>}
      {error && !data ? (
        <FailedState
          title="The permissions could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <table className="permissions">
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {roles.map(role => (
                <th key={role} scope="col">
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {allPermissions.map(permission => (
              <tr key={permission}>
                <th scope="row">{permissionLabels[permission]}</th>
                {roles.map(role => (
                  <td key={role}>{cell(role, permission)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
