export type MessageFormat = 'eml' | 'msg'

export type MessageContent = {
  subject: string
  from: string
  to: string
  cc: string
  /** ISO 8601; null where the message does not say so. */
  sentAt: string | null
  text: string
  /** Sizes in bytes. */
  attachments: { name: string; size: number }[]
}

/** An attachment as a file; null where the message has none in this place. */
export type AttachmentContent = { name: string; content: Uint8Array } | null

/** The bytes are no message that can be read, or reading them took too much time or memory. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage'
  readonly reason: 'damaged' | 'costly'

  constructor(reason: 'damaged' | 'costly', detail: string) {
    super(detail)
    this.reason = reason
  }
}

export type ReadRequest = {
  bytes: Uint8Array
  format: MessageFormat
  /** The attachment whose content is asked for, by its place; without it the message is read. */
  wanted: number | undefined
}

export type ReadReply = { message: MessageContent } | { attachment: AttachmentContent } | { damaged: string }
