import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Document } from '#contract/documents.ts'
import { listOutdatedDocuments, regenerateDocument } from '#contract/generation.ts'
import { jobQuery } from '#web/records/queries.ts'
import { call } from '#web/lib/call.ts'

const outdatedQuery = (jobId: string) =>
  queryOptions({
    queryKey: [...jobQuery(jobId).queryKey, 'outdated'],
    queryFn: ({ signal }) => call(listOutdatedDocuments, { query: { shipmentId: jobId }, signal }),
    // What documents print is changed on other screens, which do not ask for this anew.
    staleTime: 0,
  })

/** The job's documents that would come out differently now, by id. */
export function useOutdated(jobId: string) {
  const { data } = useQuery(outdatedQuery(jobId))
  return useMemo(() => new Map(data?.map(one => [one.documentId, one])), [data])
}

export function useRegenerate(jobId: string) {
  const client = useQueryClient()
  return async ({ id, version }: Document, agreed: { blankUnknown: boolean; allowEmptyJob: boolean }) => {
    try {
      return await call(regenerateDocument, { params: { id }, body: agreed, ifMatch: version })
    } finally {
      await client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey })
    }
  }
}
