import { useQuery } from '@tanstack/react-query'
import type { Document } from '#contract/documents.ts'
import { listMails, type Mail } from '#contract/mails.ts'
import { call } from '#web/lib/call.ts'
import { momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'

const peopleOf = ({ recipients }: Mail) =>
  recipients
    .filter(({ kind }) => kind === 'to')
    .map(({ name, address }) => name || address)
    .join(', ')

function wordsOf(mail: Mail): string {
  if (mail.sentAt) return `E-mailed to ${peopleOf(mail)} on ${momentText(mail.sentAt)}.`
  return `In an e-mail to ${peopleOf(mail)} of ${momentText(mail.madeAt)}, which has not been sent.`
}

/** With which e-mail of the job a document went last. */
export function SentWith({ document: { id, shipmentId } }: { document: Document }) {
  const mayRead = useMay('mail:read')
  const { data } = useQuery({
    queryKey: ['mails', 'job', shipmentId],
    queryFn: ({ signal }) => call(listMails, { query: { shipmentId }, signal }),
    enabled: mayRead,
  })
  const mails = data?.filter(({ attachments }) => attachments.some(({ documentId }) => documentId === id))
  const last = mails?.find(({ sentAt }) => sentAt !== null) ?? mails?.[0]
  return last ? <p className="document-sent">{wordsOf(last)}</p> : null
}
