/** A message in plain text to one person. */
export type Mail = {
  to: string
  /** Where answers go, if not to the product itself. */
  replyTo?: string
  subject: string
  text: string
}

/** Resolves once the message is in safe hands: with a mail server, in the queue, or on disk. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
