import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TEMPLATE_TYPE, defaultDocumentName } from '#contract/file-names.ts'
import {
  deleteTemplate,
  downloadTemplate,
  generateDocument,
  listTemplates,
  replaceTemplateContent,
  uploadTemplate,
} from '#contract/templates.ts'
import { call, callFile } from '#web/lib/call.ts'

const ALL = ['templates'] as const

export const useTemplates = () =>
  useQuery({ queryKey: ALL, queryFn: () => call(listTemplates, { query: { limit: 500 } }) })

type Sent = { file: File; onProgress: (sent: number, total: number) => void }

export function useUploadTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, file, onProgress }: Sent & { id: string }) =>
      call(uploadTemplate, {
        body: {
          id,
          defaultDocumentName: defaultDocumentName(file.name),
          templateType: TEMPLATE_TYPE,
          description: file.name,
        },
        file,
        onProgress,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ALL }),
  })
}

export function useReplaceTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ documentTemplateId, file, onProgress }: Sent & { documentTemplateId: string }) =>
      call(replaceTemplateContent, { body: { documentTemplateId }, file, onProgress }),
    onSuccess: () => client.invalidateQueries({ queryKey: ALL }),
  })
}

export function useDeleteTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteTemplate, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ALL }),
  })
}

export type Generation = { templateId: string; shipmentId: string }

export const useGenerateDocument = () =>
  useMutation({
    mutationFn: ({ templateId, shipmentId }: Generation) =>
      call(generateDocument, { query: { shipmentId }, body: { id: templateId } }),
  })

export const templateFile = (id: string) => callFile(downloadTemplate, { params: { id } })
