import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import { htmlOf } from './mail-text.ts'
import type { DkimKey } from './settings.ts'

export type NamedAddress = { name?: string | null | undefined; address: string }

export type Message = {
  from: NamedAddress
  to: readonly NamedAddress[]
  cc?: readonly NamedAddress[]
  replyTo?: string | null | undefined
  subject: string
  /** Plain text; the HTML is made from it. */
  text: string
  messageId: string
  date: Date
  attachments?: readonly { name: string; mediaType: string; content: Buffer | Readable }[]
}

/** The message's bytes as they leave, signed where there is a key. Who gets a blind copy does not stand in it. */
export function messageBytes(message: Message, dkim: DkimKey | undefined): Readable {
  const { from, to, cc = [], replyTo, subject, text, messageId, date, attachments = [] } = message
  const node = new MailComposer({
    // Names and addresses apart, never one text that would be read for further addresses.
    from: heading(from),
    to: to.map(heading),
    cc: cc.map(heading),
    ...(replyTo && { replyTo: heading({ address: replyTo }) }),
    subject: headLine(subject),
    text,
    html: htmlOf(text, subject),
    messageId,
    date,
    newline: '\r\n',
    textEncoding: 'quoted-printable',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      contentTransferEncoding: 'base64',
      content,
    })),
  }).compile()
  const bytes = node.createReadStream()
  if (!dkim) return bytes
  const signed = new DKIM(dkim).sign(bytes)
  bytes.on('error', error => signed.destroy(error))
  return signed
}

/**
 * What stands before a message that was never sent, so that mail programs open it for writing: X-Unsent, by which they
 * take it for a draft of one's own, and who is to get a blind copy, whom they would leave out else. The message itself
 * stays as it is stored.
 */
export function draftHead(bcc: readonly NamedAddress[]): Buffer {
  const node = new MailComposer({ bcc: bcc.map(heading) }).compile()
  node.keepBcc = true
  const blind = /^Bcc:.*(\r\n[ \t].*)*\r\n/m.exec(`${node.buildHeaders()}\r\n`)?.[0] ?? ''
  return Buffer.from(`X-Unsent: 1\r\n${blind}`)
}

export async function* asDraft(head: Buffer, message: Readable): AsyncGenerator<Buffer> {
  yield head
  yield* message as AsyncIterable<Buffer>
}

/** What stands in a record since before such characters were taken out of it reads in the order of its letters too. */
const headLine = (text: string) =>
  text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

const heading = ({ name, address }: NamedAddress) => ({
  name: headLine(name ?? ''),
  address: plainAddress(address),
})

/** The address as mail servers take it: a domain beyond ASCII in its ASCII form. */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

export const newMessageId = (senderAddress: string): string =>
  `<${crypto.randomUUID()}@${plainAddress(senderAddress).split('@')[1] || 'localhost'}>`
