import { jobFieldLabels } from '#contract/job-fields.ts'
import { type MailState, mailStateLabels, type RecipientState } from '#contract/mail-states.ts'
import type { Mail, MailRecipient, MailStamp } from '#contract/mails.ts'
import { momentText } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/page/StatusDot.tsx'

export const stateTones: Record<MailState, Tone> = {
  waiting: 'blue',
  sending: 'blue',
  sent: 'green',
  partly: 'amber',
  refused: 'red',
  givenUp: 'red',
  uncertain: 'amber',
  notSent: 'grey',
}

/** Made while there was a mail server, and waiting where there is none: `canLeave` says whether there is one. */
const isStranded = (state: MailState, canLeave: boolean) => state === 'waiting' && !canLeave

export const stateText = (state: MailState, canLeave: boolean) =>
  isStranded(state, canLeave) ? 'Waiting: no mail server is configured' : mailStateLabels[state]

/** In a table, where the reason stands above it. */
export function shortState(state: MailState, canLeave: boolean): string {
  if (isStranded(state, canLeave)) return 'Waiting: no mail server'
  return state === 'notSent' ? 'Not sent' : mailStateLabels[state]
}

export const recipientStateLabels: Record<RecipientState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  refused: 'Refused',
  givenUp: 'Given up',
  uncertain: 'Not known whether sent',
  notSent: 'Not sent',
}
export const recipientTones: Record<RecipientState, Tone> = {
  waiting: 'blue',
  sent: 'green',
  refused: 'red',
  givenUp: 'red',
  uncertain: 'amber',
  notSent: 'grey',
}

export const personText = ({ name, address }: { name: string | null; address: string }) =>
  name ? `${name} <${address}>` : address

const briefly = ({ name, address }: MailRecipient) => name || address

/** "Sana Mir, Ali Raza; cc Elbe Agency". */
export function recipientsText(recipients: readonly MailRecipient[]): string {
  const of = (kind: MailRecipient['kind']) =>
    recipients
      .filter(one => one.kind === kind)
      .map(briefly)
      .join(', ')
  return [of('to'), ...(['cc', 'bcc'] as const).map(kind => of(kind) && `${kind} ${of(kind)}`)]
    .filter(Boolean)
    .join('; ')
}

/** What else there is to say of a state. */
export function stateDetail(mail: Mail, canLeave: boolean): string {
  const { state, trouble, nextAttemptAt, attempts, sentAt } = mail
  if (isStranded(state, canLeave))
    return 'It will be sent once the operator of this server has set SMTP_HOST. To send it yourself, choose Stop trying and download it as an .eml file.'
  if (state === 'sent' || state === 'partly') return [momentText(sentAt), trouble].filter(Boolean).join('. ')
  if (state === 'waiting' && attempts > 0)
    return [
      trouble?.replace(/\.$/, ''),
      nextAttemptAt && `It will be tried again ${momentText(nextAttemptAt)}.`,
    ]
      .filter(Boolean)
      .join('. ')
  return trouble ?? ''
}

/** What the mail server said of one recipient; what one said that is no longer there explains nothing. */
export const replyText = ({ state, reply }: MailRecipient, canLeave: boolean): string =>
  reply === null || (state === 'waiting' && !canLeave) ? '' : `“${reply}”`

export function stampText({ field, date, outcome }: MailStamp, canLeave: boolean): string {
  const label = jobFieldLabels[field]
  if (outcome === 'set') return `${label}: was set${date ? ` to ${date}` : ''}.`
  if (outcome === 'kept') return `${label}: kept its existing date.`
  if (!canLeave)
    return `${label}: is not set, because this server sends no e-mail. Once you have sent it yourself, set the date on the job.`
  return `${label}: is set ${date ? `to ${date} ` : ''}when the mail server accepts the e-mail.`
}
