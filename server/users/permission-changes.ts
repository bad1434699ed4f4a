import {
  type AdjustablePermission,
  adjustablePermissions,
  adjustableRoles,
  may,
  permissionLabels,
  type RoleAdjustments,
  roleLabels,
} from '#contract/permissions.ts'
import type { FieldChange } from '#server/records/change-words.ts'
import type { StoredChanges } from '#server/records/change-wording.ts'

/** A change of what the roles of a company may do, as one field for each role and permission. */
export function permissionChanges(changes: StoredChanges): FieldChange[] {
  const [before, after] = (changes['adjustments'] ?? []).map(said => (said ?? {}) as RoleAdjustments)
  return adjustableRoles.flatMap(role =>
    adjustablePermissions.flatMap((permission: AdjustablePermission) => {
      const [old, now] = [may(role, permission, before), may(role, permission, after)]
      if (old === now) return []
      return [
        {
          field: `${role}.${permission}`,
          label: `${roleLabels[role]}: ${permissionLabels[permission]}`,
          kind: 'plain' as const,
          restorable: false,
          old,
          new: now,
          oldText: old ? 'yes' : 'no',
          newText: now ? 'yes' : 'no',
        },
      ]
    }),
  )
}
