import type { Mail } from '#contract/mails.ts'
import { countText, momentText, nameOr } from '#web/lib/format.ts'
import type { Column } from '#web/ui/columns.ts'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { recipientsText, shortState, stateTones } from './mail-words.ts'

const state: Column<Mail> = {
  id: 'state',
  header: 'State',
  text: mail => shortState(mail.state),
  render: mail => <StatusDot tone={stateTones[mail.state]}>{shortState(mail.state)}</StatusDot>,
  width: 170,
}
const when: Column<Mail> = {
  id: 'when',
  header: 'When',
  text: mail => momentText(mail.sentAt ?? mail.madeAt),
  width: 180,
}
const by: Column<Mail> = { id: 'by', header: 'By', text: mail => mail.by?.displayName ?? '', width: 140 }
const to: Column<Mail> = {
  id: 'to',
  header: 'To',
  text: mail => recipientsText(mail.recipients),
  width: 220,
}
const subject: Column<Mail> = {
  id: 'subject',
  header: 'Subject',
  text: mail => mail.subject,
  width: 300,
  grow: true,
}
const attached: Column<Mail> = {
  id: 'attached',
  header: 'Attached',
  text: ({ attachments }) =>
    attachments.length > 1
      ? countText(attachments.length, 'file')
      : attachments.map(({ name }) => name).join(),
  width: 170,
}
const job: Column<Mail> = {
  id: 'job',
  header: 'Job',
  text: mail => (mail.job ? `${mail.job.jobId} ${nameOr(mail.job.name)}` : ''),
  width: 180,
}

/** On a phone the first columns are what is seen. */
export const jobMailColumns = (isPhone: boolean): readonly Column<Mail>[] =>
  isPhone
    ? [{ ...subject, width: 190 }, state, to, when, by, attached]
    : [when, by, to, subject, attached, state]

export const allMailColumns = (isPhone: boolean): readonly Column<Mail>[] =>
  isPhone
    ? [{ ...subject, width: 190 }, state, job, to, when, by, attached]
    : [when, job, by, to, subject, attached, state]
