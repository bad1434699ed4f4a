import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Permission } from '#contract/permissions.ts'
import { getMembership } from '#contract/users.ts'
import { call } from './call.ts'

export const membershipQuery = queryOptions({
  queryKey: ['membership'],
  queryFn: ({ signal }) => call(getMembership, { signal }),
  staleTime: 5 * 60_000,
})

/** Who is signed in and for which company; the shell has loaded it before any screen shows. */
export const useMembership = () => useSuspenseQuery(membershipQuery).data

/** Whether the signed-in person may do this; screens hide what is refused. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(membershipQuery)
  return data?.permissions.includes(permission) ?? false
}
