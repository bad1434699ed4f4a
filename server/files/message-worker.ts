import { parentPort } from 'node:worker_threads'
import outlook from '@kenjiuno/msgreader'
import PostalMime, { type Address } from 'postal-mime'
import { applyOwnPriority } from '#server/process-priority.ts'
import { endlessCompoundFile } from './compound-file.ts'
import type { MessageContent, ReadReply, ReadRequest } from './message.ts'
import { textOfHtml } from './message-text.ts'

applyOwnPriority()

const MAX_TEXT = 500_000
const MAX_ATTACHMENTS = 200
// Hundreds of recipients fit in; what the parser makes of more grows with its square.
const MAX_HEADER_BYTES = 256 * 1024
const MAX_SHORT_LINES = 200_000
const SHORT_LINE = 20

type Read = Omit<MessageContent, 'attachments'> & {
  attachments: { name: string; size: number; content: () => Uint8Array }[]
}

const instantOf = (date: string | undefined): string | null => {
  const moment = new Date(date ?? '')
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

const person = (name: string | undefined, address: string | undefined) =>
  name && address && name !== address ? `${name} <${address}>` : address || name || ''

const people = (addresses: readonly Address[] = []): string =>
  addresses
    .map(one => (one.group ? `${one.name}: ${people(one.group)}` : person(one.name, one.address)))
    .join(', ')

async function readInternetMessage(bytes: Uint8Array): Promise<Read> {
  refuseShortLines(bytes)
  // A mail inside the mail stays an attachment instead of being folded into the text.
  const mail = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: 40,
    maxHeadersSize: MAX_HEADER_BYTES,
  })
  return {
    subject: mail.subject ?? '',
    from: people(mail.from ? [mail.from] : []),
    to: people(mail.to),
    cc: people(mail.cc),
    sentAt: instantOf(mail.date),
    text: mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''),
    attachments: mail.attachments
      // Pictures that belong to the HTML are no attachments to whoever reads the text.
      .filter(one => !(one.related && one.disposition !== 'attachment'))
      .map(one => ({
        name: one.filename ?? (one.mimeType === 'message/rfc822' ? 'Message.eml' : 'Attachment'),
        size: typeof one.content === 'string' ? one.content.length : one.content.byteLength,
        content: () =>
          typeof one.content === 'string'
            ? new TextEncoder().encode(one.content)
            : new Uint8Array(one.content),
      })),
  }
}

/** The parser takes each line by itself; attachments have long ones, and no letter has so many. */
function refuseShortLines(bytes: Uint8Array): void {
  let count = 0
  let from = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    if (end - from < SHORT_LINE) count += 1
    from = end + 1
  }
  if (count > MAX_SHORT_LINES) throw new Error('It has too many lines.')
}

function readOutlookMessage(bytes: Uint8Array): Read {
  const endless = endlessCompoundFile(bytes)
  if (endless) throw new Error(endless)
  const reader = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const mail = reader.getFileData()
  if (mail.error || mail.dataType !== 'msg') throw new Error(mail.error ?? 'no message')
  const recipients = (type: string) =>
    (mail.recipients ?? [])
      .filter(one => (one.recipType ?? 'to') === type)
      .map(one => person(one.name, one.smtpAddress ?? one.email))
      .join(', ')
  const html = mail.bodyHtml ?? (mail.html ? new TextDecoder().decode(mail.html) : '')
  return {
    subject: mail.subject ?? '',
    from: person(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail),
    to: recipients('to'),
    cc: recipients('cc'),
    sentAt: instantOf(mail.clientSubmitTime ?? mail.messageDeliveryTime ?? mail.creationTime),
    text: mail.body?.trim() ? mail.body : textOfHtml(html),
    attachments: (mail.attachments ?? [])
      .filter(one => !one.attachmentHidden)
      .map(one => ({
        name: one.fileName ?? one.name ?? 'Attachment',
        size: one.contentLength ?? 0,
        content: () => new Uint8Array(reader.getAttachment(one).content),
      })),
  }
}

async function answer({ bytes, format, wanted }: ReadRequest): Promise<ReadReply> {
  const read = format === 'eml' ? await readInternetMessage(bytes) : readOutlookMessage(bytes)
  if (wanted !== undefined) {
    const attachment = read.attachments[wanted]
    return { attachment: attachment ? { name: attachment.name, content: attachment.content() } : null }
  }
  return {
    message: {
      ...read,
      text: read.text.replaceAll('\r\n', '\n').slice(0, MAX_TEXT),
      attachments: read.attachments.slice(0, MAX_ATTACHMENTS).map(({ name, size }) => ({ name, size })),
    },
  }
}

parentPort?.on('message', (request: ReadRequest) => {
  void answer(request)
    .catch((error: unknown): ReadReply => ({ damaged: String(error) }))
    .then(reply => parentPort?.postMessage(reply))
})
