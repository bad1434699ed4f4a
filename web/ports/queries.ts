import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createPort, findPorts } from '#contract/ports.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { call } from '#web/lib/call.ts'

const ALL = ['ports'] as const

/** Ports whose name or code holds the text, the likeliest first; idle while it is too short. */
export function usePortSearch(search: string) {
  return useQuery({
    queryKey: [...ALL, search],
    queryFn: () => call(findPorts, { params: { searchText: search }, query: { limit: 100 } }),
    enabled: search.length >= MINIMUM_SEARCH_LENGTH,
  })
}

export type NewPort = {
  id: string
  name: string
  code: string | null
  countryId: string | null
  description: string | null
}

export function useCreatePort() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPort) => call(createPort, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ALL }),
  })
}
