import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createMailTemplate,
  deleteMailTemplate,
  listDeletedMailTemplates,
  listMailTemplates,
  type MailTemplate,
  type MailTemplateInput,
  previewMailTemplate,
  renderMailTemplate,
  resetMailTemplate,
  restoreMailTemplate,
  updateMailTemplate,
} from '#contract/mail-templates.ts'
import { listTemplateFields } from '#contract/template-fields.ts'
import { call } from '#web/lib/call.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

const ALL = ['mail-templates'] as const

export const mailTemplatesQuery = queryOptions({
  queryKey: ALL,
  queryFn: ({ signal }) => call(listMailTemplates, { signal }),
})

export const useMailTemplates = () => useQuery(mailTemplatesQuery)

/** What changes e-mail templates; each asks for the list anew when it is done. */
export function useMailTemplateChanges() {
  const client = useQueryClient()
  const then = <Reply>(reply: Promise<Reply>) =>
    reply.finally(() => void client.invalidateQueries({ queryKey: ALL }))
  return {
    remove: ({ id, version }: MailTemplate) =>
      then(call(deleteMailTemplate, { params: { id }, ifMatch: version })),
    restore: (id: string) => then(call(restoreMailTemplate, { params: { id } })),
    reset: ({ id, version }: MailTemplate) =>
      then(call(resetMailTemplate, { params: { id }, ifMatch: version })),
  }
}

type Saving = { content: MailTemplateInput & { id: string }; version: number | undefined }

/** Adds the template where it has no version yet, else changes it. */
export function useSaveMailTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ content, version }: Saving) =>
      version === undefined
        ? call(createMailTemplate, { body: content })
        : saveOver(content, version, over => call(updateMailTemplate, { body: content, ifMatch: over })),
    onSettled: () => client.invalidateQueries({ queryKey: ALL }),
  })
}

export const deletedMailTemplates = () => call(listDeletedMailTemplates)

/** What a text would be for a job; the earlier one stands until the next is there. */
export const useMailTemplatePreview = (
  written: { subject: string; text: string },
  jobId: string | undefined,
) =>
  useQuery({
    queryKey: [...ALL, 'preview', written, jobId],
    queryFn: ({ signal }) =>
      call(previewMailTemplate, { body: { ...written, shipmentId: jobId ?? '' }, signal }),
    enabled: jobId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export const renderedMail = (templateId: string, jobId: string) =>
  call(renderMailTemplate, { params: { id: templateId }, body: { shipmentId: jobId } })

export const useTemplateFields = () =>
  useQuery({
    queryKey: ['template-fields', undefined],
    queryFn: ({ signal }) => call(listTemplateFields, { query: {}, signal }),
    staleTime: 60 * 60_000,
  })
