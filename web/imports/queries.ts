import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportKind } from '#contract/import-kinds.ts'
import {
  beginImport,
  getImport,
  type ImportReport,
  type ImportSettings,
  previewImport,
  readImport,
  undoImport,
} from '#contract/imports.ts'
import { call } from '#web/lib/call.ts'

const ALL = ['imports'] as const
const LOOK_AGAIN_MS = 1000

const isBusy = (report: ImportReport | undefined) =>
  report?.state === 'underWay' || report?.state === 'undoing'

/** One import, looked at again while the background works on it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, id],
    queryFn: ({ signal }) => call(getImport, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isBusy(data) ? LOOK_AGAIN_MS : false),
  })

export type Sent = { id: string; kind: ImportKind; shipmentId?: string | undefined; file: File }

export const sendFile = ({ id, kind, shipmentId, file }: Sent) =>
  call(readImport, { body: { id, kind, ...(shipmentId && { shipmentId }) }, file })

function useAnswered<Input>(work: (input: Input) => Promise<ImportReport>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: report => client.setQueryData(importQuery(report.id).queryKey, report),
  })
}

export const usePreviewImport = (id: string) =>
  useAnswered((body: ImportSettings) => call(previewImport, { params: { id }, body }))
export const useBeginImport = (id: string) => useAnswered(() => call(beginImport, { params: { id } }))
export const useUndoImport = (id: string) => useAnswered(() => call(undoImport, { params: { id } }))
