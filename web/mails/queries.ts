import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { checkBeforeGenerating } from '#contract/generation.ts'
import { listMailAddresses } from '#contract/mail-templates.ts'
import {
  getMailSettings,
  type MailSettings,
  sendTestMail,
  updateMailSettings,
} from '#contract/mail-settings.ts'
import type { MailState } from '#contract/mail-states.ts'
import {
  downloadMail,
  downloadMailAttachment,
  getMail,
  giveUpMail,
  listAllMails,
  listMails,
  type Mail,
  type MailInput,
  previewMail,
  resendMail,
  retryMail,
  sendMail,
} from '#contract/mails.ts'
import { jobQuery } from '#web/records/queries.ts'
import { call, callFile, callList } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import { afterRefusal } from '#web/lib/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

const ALL = ['mails'] as const
const POLL = 2_000

const isUnderWay = ({ state }: Mail) => state === 'waiting' || state === 'sending'
/** Asked for again as long as something in it is on its way. */
const whileUnderWay = (mails: readonly Mail[] | undefined) => (mails?.some(isUnderWay) ? POLL : false)

/** The e-mails of a job, latest first. */
export const useMails = (jobId: string) =>
  useQuery({
    queryKey: [...ALL, 'job', jobId],
    queryFn: ({ signal }) => call(listMails, { query: { shipmentId: jobId }, signal }),
    refetchInterval: ({ state }) => afterRefusal(state.error) || whileUnderWay(state.data),
  })

type Search = { search?: string | undefined; state?: MailState | undefined }

/** A page of the company's mails. */
export const useAllMails = (search: Search, page: { offset: number; limit: number }) =>
  useQuery({
    queryKey: [...ALL, 'all', search, page],
    queryFn: ({ signal }) => callList(listAllMails, { query: { ...search, ...page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => afterRefusal(state.error) || whileUnderWay(state.data?.rows),
  })

export const useMail = (id: string) =>
  useQuery({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(getMail, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      afterRefusal(state.error) || (state.data && isUnderWay(state.data) ? POLL : false),
  })

export const useMailSettings = () =>
  useQuery({
    queryKey: [...ALL, 'settings'],
    queryFn: ({ signal }) => call(getMailSettings, { signal }),
    staleTime: 60_000,
  })

/** Whether there is a mail server; undefined while that is not known. */
export const useCanSend = () => useMailSettings().data?.serverConfigured

export function useUpdateMailSettings() {
  const client = useQueryClient()
  type Change = Partial<Pick<MailSettings, 'senderName' | 'replyTo'>>
  return useMutation({
    mutationFn: ({ change, version }: { change: Change; version: number }) =>
      saveOver(change, version, over => call(updateMailSettings, { body: change, ifMatch: over })),
    onSuccess: stored => client.setQueryData([...ALL, 'settings'], stored),
  })
}

/** To the person who presses the button. */
export const useTestMail = () => useMutation({ mutationFn: () => call(sendTestMail, { body: {} }) })

export const useMailAddresses = (jobId: string) =>
  useQuery({
    queryKey: [...ALL, 'addresses', jobId],
    queryFn: ({ signal }) => call(listMailAddresses, { query: { shipmentId: jobId }, signal }),
  })

export const useMailPreview = (jobId: string, written: { subject: string; text: string }) =>
  useQuery({
    queryKey: [...ALL, 'preview', jobId, written],
    queryFn: ({ signal }) => call(previewMail, { body: { shipmentId: jobId, ...written }, signal }),
    enabled: written.subject.trim() !== '' && written.text.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** What the documents that are about to be made would lack. */
export const useGenerationCheck = (jobId: string, templateIds: readonly string[]) =>
  useQuery({
    queryKey: [...ALL, 'check', jobId, templateIds],
    queryFn: ({ signal }) =>
      call(checkBeforeGenerating, { body: { templateIds: [...templateIds], shipmentIds: [jobId] }, signal }),
    enabled: templateIds.length > 0,
    staleTime: 0,
  }).data

export const mailFile = (id: string) => callFile(downloadMail, { params: { id } })
export const mailAttachmentFile = (id: string, attachmentId: string) =>
  callFile(downloadMailAttachment, { params: { id, attachmentId } })

function useChange<Input>(change: (input: Input) => Promise<Mail>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async mail => {
      await client.invalidateQueries({ queryKey: ALL })
      // A mail may set a date on its job.
      if (mail?.shipmentId) await client.invalidateQueries({ queryKey: jobQuery(mail.shipmentId).queryKey })
    },
  })
}

export const useSendMail = () => useChange((body: MailInput) => call(sendMail, { body }))
export const useResendMail = () =>
  useChange(({ id }: Mail) => call(resendMail, { params: { id }, body: { id: newId() } }))
export const useRetryMail = () =>
  useChange(({ id, version }: Mail) => call(retryMail, { params: { id }, ifMatch: version }))
export const useGiveUpMail = () =>
  useChange(({ id, version }: Mail) => call(giveUpMail, { params: { id }, ifMatch: version }))
