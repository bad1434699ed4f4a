import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  compareOrganisations,
  listOrganisationMerges,
  type MergeField,
  mergeOrganisations,
  undoOrganisationMerge,
} from '#contract/contact-merges.ts'
import { call } from '#web/lib/call.ts'
import { organisationQuery, organisationsKey } from './queries.ts'

/** Two contacts as they stand, for a merge that is being decided. */
export const comparedQuery = ([one, other]: readonly [string, string]) =>
  queryOptions({
    queryKey: [...organisationsKey, 'compared', one, other],
    queryFn: ({ signal }) =>
      call(compareOrganisations, { params: { id: one }, query: { with: other }, signal }),
    staleTime: 0,
  })

/** What was merged into a contact, the latest first. */
export const mergesQuery = (id: string) =>
  queryOptions({
    queryKey: [...organisationsKey, 'merges', id],
    queryFn: ({ signal }) => call(listOrganisationMerges, { params: { id }, signal }),
  })

type Merge = {
  id: string
  keptId: string
  mergedId: string
  keptVersion: number
  mergedVersion: number
  take: MergeField[]
}

export function useMerge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Merge) => call(mergeOrganisations, { body }),
    onSuccess: async ({ organisation }, { mergedId }) => {
      client.removeQueries({ queryKey: organisationQuery(mergedId).queryKey })
      client.setQueryData(organisationQuery(organisation.id).queryKey, organisation)
      // Jobs, charges and histories name the kept one by now. The two have become one, which cannot be compared.
      await client.invalidateQueries({ predicate: ({ queryKey: [, kind] }) => kind !== 'compared' })
    },
  })
}

export function useUndoMerge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(undoOrganisationMerge, { params: { id } }),
    onSuccess: async ({ organisation, restored }) => {
      for (const one of [organisation, restored]) client.setQueryData(organisationQuery(one.id).queryKey, one)
      await client.invalidateQueries()
    },
  })
}
