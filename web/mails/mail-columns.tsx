import type { Mail } from '#contract/mails.ts'
import { countText, momentText, nameOr } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { StatusDot } from '#web/ui/page/StatusDot.tsx'
import { recipientsText, shortState, stateTones } from './mail-words.ts'

const stateColumn = (canLeave: boolean): Column<Mail> => ({
  id: 'state',
  header: 'State',
  text: mail => shortState(mail.state, canLeave),
  render: mail => <StatusDot tone={stateTones[mail.state]}>{shortState(mail.state, canLeave)}</StatusDot>,
  width: 180,
})
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

type Settings = {
  isPhone: boolean
  /** Whether there is a mail server. */
  canLeave: boolean
}

/** On a phone the first columns are what is seen. */
export function jobMailColumns({ isPhone, canLeave }: Settings): readonly Column<Mail>[] {
  const state = stateColumn(canLeave)
  return isPhone
    ? [{ ...subject, width: 190 }, state, to, when, by, attached]
    : [when, by, to, subject, attached, state]
}

export function allMailColumns({ isPhone, canLeave }: Settings): readonly Column<Mail>[] {
  const state = stateColumn(canLeave)
  return isPhone
    ? [{ ...subject, width: 190 }, state, job, to, when, by, attached]
    : [when, job, by, to, subject, attached, state]
}
