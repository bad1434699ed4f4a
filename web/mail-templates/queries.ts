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
import { useTemplates } from '#web/templates/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'
import type { Paper } from './form.ts'

const ALL = ['mail-templates'] as const

export const mailTemplatesQuery = queryOptions({
  queryKey: ALL,
  queryFn: ({ signal }) => call(listMailTemplates, { signal }),
})

export const useMailTemplates = () => useQuery(mailTemplatesQuery)

/** The document templates that can be attached to an e-mail, by their names without the ending. */
export function usePapers(): readonly Paper[] {
  const { data: templates = [] } = useTemplates()
  return templates.map(({ id, name }) => ({ value: id, label: name.replace(/\.dotx$/i, '') }))
}

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

type Identified<Content> = Content & { id: string }
type Saving =
  | { added: Identified<MailTemplateInput> }
  | { change: Identified<Partial<MailTemplateInput>>; version: number }

/** Adds a template, or changes one: refused with 412 when somebody saved since `version`. */
export function useSaveMailTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (saving: Saving) =>
      'added' in saving
        ? call(createMailTemplate, { body: saving.added })
        : saveOver(saving.change, saving.version, over =>
            call(updateMailTemplate, { body: saving.change, ifMatch: over }),
          ),
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
