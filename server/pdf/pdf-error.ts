/** Why there is no PDF. `reason` tells what may help; the message is for people. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
  readonly reason: 'absent' | 'unsafe' | 'busy' | 'time' | 'failed' | 'closed'

  constructor(message: string, reason: PdfError['reason']) {
    super(message)
    this.reason = reason
  }
}
