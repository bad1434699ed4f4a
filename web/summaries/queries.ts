import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getSummary, previewSummary, type SummarySettings, updateSummary } from '#contract/summaries.ts'
import { call } from '#web/lib/call.ts'

const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => call(getSummary, { signal }),
})

export const useSummary = () => useQuery(summaryQuery)

/** What it would say now. */
export const useSummaryPreview = () =>
  useQuery({
    queryKey: ['summary', 'preview'],
    queryFn: ({ signal }) => call(previewSummary, { signal }),
    staleTime: 0,
  })

export function useUpdateSummary() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SummarySettings) => call(updateSummary, { body }),
    onSuccess: stored => client.setQueryData(summaryQuery.queryKey, stored),
  })
}
