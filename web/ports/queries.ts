import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { findUnsuitedPorts, lookUpPorts } from '#contract/lookups.ts'
import { kindForMode } from '#contract/port-rules.ts'
import { createPort, findPorts, type PortType } from '#contract/ports.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { call } from '#web/lib/call.ts'
import { nameOr } from '#web/lib/format.ts'

const ALL = ['ports'] as const

/** Ports whose name or code holds the text, the likeliest first; idle while it is too short. */
export function usePortSearch(search: string) {
  return useQuery({
    queryKey: [...ALL, search],
    queryFn: () => call(findPorts, { params: { searchText: search }, query: { limit: 100 } }),
    enabled: search.length >= MINIMUM_SEARCH_LENGTH,
  })
}

/** Of CNSHA, carriers and airlines say SHA. */
const COUNTRY_LENGTH = 2

/** Ports that a text may mean, those of the job's mode first; '' for those last used at this place of a job, or anywhere. */
export const portLookup =
  (portType?: PortType, mode: number | null = null) =>
  (search: string) => ({
    queryKey: [...ALL, 'lookup', portType, mode, search],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = {
        ...(portType && { portType }),
        ...(mode !== null && { mode }),
        ...(search && { search }),
      }
      const found = await call(lookUpPorts, { query, signal })
      return found.map(({ id, name, code, iata, country, alias, otherMode }) => ({
        id,
        name: nameOr(name),
        code: code ?? undefined,
        detail: [country, alias && `also ${alias}`].filter(Boolean).join(' · '),
        aliases: [iata ?? code?.slice(COUNTRY_LENGTH) ?? '', alias ?? ''],
        group: otherMode ? 'For another mode of transport' : undefined,
        isAside: otherMode,
      }))
    },
  })

/** Which of the ports are known not to serve a mode of transport; idle where every port serves it. */
export function useUnsuitedPorts(ids: readonly string[], mode: number | null) {
  return useQuery({
    queryKey: [...ALL, 'unsuited', mode, ids],
    queryFn: ({ signal }) =>
      call(findUnsuitedPorts, { query: { ports: ids.join(','), mode: mode ?? 0 }, signal }),
    enabled: ids.length > 0 && kindForMode(mode) !== null,
    staleTime: Number.POSITIVE_INFINITY,
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
