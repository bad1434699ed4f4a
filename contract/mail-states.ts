export const mailStates = [
  'waiting',
  'sending',
  'sent',
  'partly',
  'refused',
  'givenUp',
  'uncertain',
  'notSent',
] as const
export type MailState = (typeof mailStates)[number]

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  partly: 'Sent to some',
  refused: 'Refused',
  givenUp: 'Given up',
  /** The connection or the server broke after the message was handed over and before the answer came. */
  uncertain: 'Not known whether sent',
  notSent: 'Not sent: no mail server is configured',
}

/** The same for one recipient; 'sent' says that the mail server took the message for this address. */
export const recipientStates = ['waiting', 'sent', 'refused', 'givenUp', 'uncertain', 'notSent'] as const
export type RecipientState = (typeof recipientStates)[number]

export const mailKinds = ['job', 'test', 'invitation', 'summary', 'mention'] as const
export type MailKind = (typeof mailKinds)[number]

export const recipientKinds = ['to', 'cc', 'bcc'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** The dates of a job that a mail can set, by their names on the job. */
export const stampFields = ['dettco', 'sisttao', 'dsttco'] as const
export type StampField = (typeof stampFields)[number]
