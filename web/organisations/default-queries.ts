import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type DefaultParty,
  listDefaultParties,
  listDefaultRoles,
  removeDefaultParty,
  setDefaultParty,
} from '#contract/default-parties.ts'
import { call } from '#web/lib/call.ts'
import { organisationsKey } from './queries.ts'

/** Who else is on a job when this contact has a role there. */
export const defaultsQuery = (organisationId: string) =>
  queryOptions({
    queryKey: [...organisationsKey, 'defaults', organisationId],
    queryFn: ({ signal }) => call(listDefaultParties, { params: { id: organisationId }, signal }),
  })

/** In which roles this contact is the default party of others; asked anew each time. */
export const defaultRolesQuery = (organisationId: string) =>
  queryOptions({
    queryKey: [...organisationsKey, 'default roles', organisationId],
    queryFn: ({ signal }) => call(listDefaultRoles, { params: { id: organisationId }, signal }),
    staleTime: 0,
  })

export type WantedDefault = Pick<DefaultParty, 'whenRole' | 'role' | 'partyId'>

/** Takes the place of whom the contact had for these roles. */
export function useSetDefault(organisationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ whenRole, role, partyId }: WantedDefault) =>
      call(setDefaultParty, { body: { organisationId, whenRole, role, partyId } }),
    onSettled: () => client.invalidateQueries({ queryKey: defaultsQuery(organisationId).queryKey }),
  })
}

export function useRemoveDefault(organisationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeDefaultParty, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: defaultsQuery(organisationId).queryKey }),
  })
}
