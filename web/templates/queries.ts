import type { z } from 'zod'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { TEMPLATE_TYPE, documentNameWithout } from '#contract/file-names.ts'
import { listDocumentFormats } from '#contract/generation.ts'
import { ORIGINAL_OR_COPY } from '#contract/original-or-copy.ts'
import { listStarterEditions, renewStarterTemplates } from '#contract/starter-templates.ts'
import { listFieldFormats, listTemplateFields, readTemplateReport } from '#contract/template-fields.ts'
import { findJobsOfDocument } from '#contract/template-documents.ts'
import {
  changeTemplatePage,
  type PageChanges,
  readTemplatePage,
  searchTemplatePage,
} from '#contract/template-pages.ts'
import {
  addStarterTemplates,
  deleteTemplate,
  type DocumentTemplate,
  downloadEarlierTemplateContent,
  downloadTemplate,
  listDeletedTemplates,
  listEarlierTemplateContents,
  listTemplates,
  replaceTemplateContent,
  restoreEarlierTemplateContent,
  restoreTemplate,
  updateTemplate,
  uploadTemplate,
} from '#contract/templates.ts'
import { call, callFile } from '#web/lib/call.ts'
import { useChange } from '#web/lib/queries.ts'
import type { Message } from '#web/ui/dialog/message-box-store.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

const ALL = ['templates'] as const

export const templatesQuery = queryOptions({
  queryKey: ALL,
  queryFn: () => call(listTemplates, { query: { limit: 500 } }),
})

export const useTemplates = () => useQuery(templatesQuery)

/** As what documents can be made here. */
export const documentFormatsQuery = queryOptions({
  queryKey: ['document-formats'],
  queryFn: () => call(listDocumentFormats),
  staleTime: 5 * 60_000,
})
export const useDocumentFormats = () => useQuery(documentFormatsQuery)

/** Whether one of these templates prints if it is an original, a copy or a draft. */
export const useAsksOriginalOrCopy = (templateIds: readonly string[]): boolean =>
  useQueries({
    queries: templateIds.map(id => ({
      queryKey: [...ALL, 'report', id],
      queryFn: () => call(readTemplateReport, { params: { id } }),
    })),
    combine: reports =>
      reports.some(({ data }) => data?.fields.some(({ name }) => name === ORIGINAL_OR_COPY) ?? false),
  })

const ofJob = (jobId: string | undefined) => ({ query: jobId ? { shipmentId: jobId } : {} })

/** Every field that a template may name, with a job also its values. */
export const templateFieldsQuery = (jobId: string | undefined) =>
  queryOptions({
    queryKey: ['template-fields', jobId],
    queryFn: ({ signal }) => call(listTemplateFields, { ...ofJob(jobId), signal }),
  })

/** How a placeholder's field may be printed, in the language of its template, with what each format prints for a job. */
export const fieldFormatsQuery = (placeholder: string, language: string, jobId: string | undefined) =>
  queryOptions({
    queryKey: ['template-fields', 'formats', placeholder, language, jobId],
    queryFn: ({ signal }) =>
      call(listFieldFormats, {
        query: { placeholder, language, ...(jobId !== undefined && { shipmentId: jobId }) },
        signal,
      }),
  })

/** The page of a template, with a job also where its values stand. Not asked for anew below what a person decides. */
export const templatePageQuery = (id: string, jobId: string | undefined) =>
  queryOptions({
    queryKey: [...ALL, 'page', id, jobId],
    queryFn: ({ signal }) => call(readTemplatePage, { params: { id }, ...ofJob(jobId), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The same with changes that are not saved. */
export const searchedPageQuery = (id: string, jobId: string | undefined, steps: readonly PageChanges[]) =>
  queryOptions({
    queryKey: [...ALL, 'page', id, jobId, steps],
    queryFn: ({ signal }) =>
      call(searchTemplatePage, {
        params: { id },
        body: { ...(jobId !== undefined && { shipmentId: jobId }), steps: [...steps] },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The jobs whose numbers stand in a document or its name; with a job also how many places hold its values. */
export const jobsOfDocumentQuery = (file: File, jobId: string | undefined) =>
  queryOptions({
    queryKey: ['jobs-of-document', file.name, file.size, file.lastModified, jobId],
    queryFn: ({ signal }) =>
      call(findJobsOfDocument, { body: jobId === undefined ? {} : { shipmentId: jobId }, file, signal }),
    // The dialog opens with it, and is closed for good.
    gcTime: 0,
    retry: false,
  })

type PageBody = z.input<NonNullable<(typeof changeTemplatePage)['body']>>

/** Puts fields into the page of a template; refused with 412 when somebody saved since `version`. */
export const changePage = (id: string, version: number, body: PageBody) =>
  call(changeTemplatePage, { params: { id }, body, ifMatch: version })

/** Has the list of the templates and their pages asked for anew. */
export function useTemplatesAnew() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ALL })
}

/** The page as it is stored, asked for anew and kept until a screen shows it; and the list of the templates. */
export function usePageAnew() {
  const client = useQueryClient()
  return async (id: string, jobId: string | undefined) => {
    void client.invalidateQueries({ queryKey: ALL, predicate: ({ queryKey }) => queryKey[1] !== 'page' })
    return client.fetchQuery({ ...templatePageQuery(id, jobId), staleTime: 0, gcTime: 60_000 })
  }
}

type Sent = {
  file: File
  onProgress: (sent: number, total: number) => void
  signal: AbortSignal
  /** A Word document, which is to be kept as a template. */
  asTemplate: boolean
  /** The job that it was made for, where the person named one. */
  jobId: string | undefined
}

const madeFor = (jobId: string | undefined) => (jobId === undefined ? {} : { shipmentId: jobId })

type NewlySent = Sent & {
  id: string
  /** Of the job that the document was made for, as they stand in its file's name. */
  numbers: readonly string[]
}

const takenAs = (asTemplate: boolean) => (asTemplate ? { asTemplate: 'true' as const } : {})

export const useUploadTemplate = () =>
  useChange(ALL, ({ id, file, onProgress, signal, asTemplate, jobId, numbers }: NewlySent) =>
    call(uploadTemplate, {
      query: takenAs(asTemplate),
      body: {
        id,
        defaultDocumentName: documentNameWithout(file.name, numbers),
        templateType: TEMPLATE_TYPE,
        description: file.name,
        ...madeFor(jobId),
      },
      file,
      onProgress,
      signal,
    }),
  )

export const useReplaceTemplate = () =>
  useChange(
    ALL,
    ({
      documentTemplateId,
      file,
      onProgress,
      signal,
      asTemplate,
      jobId,
    }: Sent & { documentTemplateId: string }) =>
      call(replaceTemplateContent, {
        query: takenAs(asTemplate),
        body: { documentTemplateId, ...madeFor(jobId) },
        file,
        onProgress,
        signal,
      }),
  )

export const useDeleteTemplate = () =>
  useChange(ALL, (id: string) => call(deleteTemplate, { params: { id } }))

/** Adds the starter templates that are missing; answers those, and what the company has of the others. */
export const useAddStarters = () =>
  useChange(ALL, async (_: void) => {
    const added = await call(addStarterTemplates)
    return { added, editions: await call(listStarterEditions) }
  })

export const starterEditionsQuery = queryOptions({
  queryKey: [...ALL, 'starters'],
  queryFn: () => call(listStarterEditions),
})
export const useStarterEditions = () => useQuery(starterEditionsQuery)

export const useRenewStarters = () =>
  useChange(ALL, (ids: readonly string[]) => call(renewStarterTemplates, { body: { ids: [...ids] } }))

export const templateFile = (id: string) => callFile(downloadTemplate, { params: { id } })

/** What changes templates besides their content; each asks for the list anew when it is done. */
export function useTemplateChanges() {
  const client = useQueryClient()
  const then = <Reply>(reply: Promise<Reply>) =>
    reply.finally(() => void client.invalidateQueries({ queryKey: ALL }))
  return {
    /** Refused with 412 when somebody saved since `version`. */
    update: (
      id: string,
      version: number,
      change: Partial<Pick<DocumentTemplate, 'defaultDocumentName' | 'description'>>,
    ) =>
      then(
        saveOver(change, version, over => call(updateTemplate, { body: { id, ...change }, ifMatch: over })),
      ),
    restore: (id: string) => then(call(restoreTemplate, { params: { id } })),
    restoreEarlier: (id: string, contentId: string) =>
      then(call(restoreEarlierTemplateContent, { params: { id, contentId } })),
  }
}

export const deletedTemplates = () => call(listDeletedTemplates)

export const earlierTemplateContents = (id: string) => call(listEarlierTemplateContents, { params: { id } })

export const earlierTemplateFile = (id: string, contentId: string) =>
  callFile(downloadEarlierTemplateContent, { params: { id, contentId } })

/** Asked where the server refuses a document because its job is empty and it would use a number. */
export const emptyJobQuestion: Message = {
  title: 'This job has no parties, goods or route.',
  description: 'The next number of a series will be used for it. Generate anyway?',
  ok: 'Generate anyway',
  isCancelFirst: true,
}
