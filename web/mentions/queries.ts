import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { countUnreadMentions, listMentions, readMentions } from '#contract/mentions.ts'
import { call } from '#web/lib/call.ts'

export const mentionsKey = ['mentions']

const unread = queryOptions({
  queryKey: [...mentionsKey, 'unread'],
  queryFn: ({ signal }) => call(countUnreadMentions, { signal }),
  staleTime: 60_000,
})

/** How many mentions wait to be read. Asked for when the person goes to another screen, at most once a minute. */
export function useUnreadMentions({ enabled }: { enabled: boolean }): number {
  const client = useQueryClient()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data } = useQuery({ ...unread, enabled })
  useEffect(() => {
    if (enabled) void client.prefetchQuery(unread)
  }, [client, enabled, path])
  return data?.count ?? 0
}

export const useMentions = () =>
  useQuery({
    queryKey: [...mentionsKey, 'all'],
    queryFn: ({ signal }) => call(listMentions, { signal }),
    staleTime: 0,
  })

/** Marks the mentions in the notes of a job as read. */
export function useReadMentions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => call(readMentions, { body: { shipmentId: jobId } }),
    onSuccess: reply => {
      client.setQueryData(unread.queryKey, reply)
      void client.invalidateQueries({ queryKey: [...mentionsKey, 'all'] })
    },
  })
}
