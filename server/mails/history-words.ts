import type { MailState } from '#contract/mail-states.ts'
import type { StoredChanges } from '#server/records/change-wording.ts'

const outcomes: Partial<Record<MailState, (mail: string) => string>> = {
  sent: mail => `sent ${mail}`,
  partly: mail => `sent ${mail} to some; others were refused`,
  refused: mail => `could not send ${mail}: refused`,
  givenUp: mail => `gave up sending ${mail}`,
  uncertain: mail => `may have sent ${mail}: the connection broke before the answer`,
  notSent: mail => `kept ${mail} without sending it`,
}

/** What became of a mail, to follow the name of the person who wrote it. */
export function mailWords(changes: StoredChanges, subject: string): string {
  const mail = `e-mail ${subject}`
  if (changes['subject']) return `wrote ${mail}`
  const state = changes['state']?.[1] as MailState | undefined
  return (state && outcomes[state]?.(mail)) ?? `changed ${mail}`
}
