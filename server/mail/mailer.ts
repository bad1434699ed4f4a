/** A message in plain text to one person. */
export type Mail = { to: string; subject: string; text: string }

/** Resolves once the message is in safe hands: with a mail server, or on disk. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
