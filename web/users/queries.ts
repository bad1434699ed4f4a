import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createApiToken, keepApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts'
import type { Role, RoleAdjustments } from '#contract/permissions.ts'
import {
  addUser,
  getRolePermissions,
  resendInvitation,
  inviteUser,
  listUsers,
  setUserPassword,
  updateRolePermissions,
  updateUser,
} from '#contract/users.ts'
import { call } from '#web/lib/call.ts'
import { membershipQuery } from '#web/lib/membership.ts'

const ALL = ['users'] as const
const PERMISSIONS = ['role permissions'] as const
const TOKENS = ['api tokens'] as const

export const useUsers = () => useQuery({ queryKey: ALL, queryFn: () => call(listUsers) })

export type NewUser = { displayName: string; email: string; password: string; role?: Role }

/** What is changed of people may change what oneself may do. */
function useChange<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [ALL, PERMISSIONS, TOKENS, membershipQuery.queryKey].map(queryKey =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export const useAddUser = () => useChange((body: NewUser) => call(addUser, { body }))

export const useInviteUser = () => useChange((body: Omit<NewUser, 'password'>) => call(inviteUser, { body }))

export const useInviteAgain = () => useChange((id: string) => call(resendInvitation, { params: { id } }))

export type UserChange = {
  change: { id: string; role: Role; active: boolean; keepTokens: string[] }
  version: number
}

/** Refused with 412 when somebody changed the colleague since `version`. */
export const useUpdateUser = () =>
  useChange(({ change, version }: UserChange) => call(updateUser, { body: change, ifMatch: version }))

export const useSetPassword = () =>
  useChange(({ id, password }: { id: string; password: string }) =>
    call(setUserPassword, { params: { id }, body: { password } }),
  )

export const useRolePermissions = () =>
  useQuery({ queryKey: PERMISSIONS, queryFn: () => call(getRolePermissions) })

/** Shown at once; where it is refused, what stands comes back. */
export function useUpdateRolePermissions() {
  const client = useQueryClient()
  return useChange(async ({ adjustments, version }: { adjustments: RoleAdjustments; version: number }) => {
    client.setQueryData(PERMISSIONS, { adjustments, version })
    return call(updateRolePermissions, { body: { adjustments }, ifMatch: version })
  })
}

export const useApiTokens = () => useQuery({ queryKey: TOKENS, queryFn: () => call(listApiTokens) })

function useTokenChange<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
  })
}

export type NewToken = { name: string; role: Role; expiresOn: string | null }

/** The reply alone holds the token itself. */
export const useCreateToken = () => useTokenChange((body: NewToken) => call(createApiToken, { body }))

export const useKeepToken = () => useTokenChange((id: string) => call(keepApiToken, { params: { id } }))

export const useRevokeToken = () => useTokenChange((id: string) => call(revokeApiToken, { params: { id } }))
