/** What one address got: the mail server took the message, refused it for good or for now, or nobody knows. */
export type AddressOutcome = {
  outcome: 'taken' | 'refused' | 'deferred' | 'uncertain'
  /** The mail server's words, or what broke. */
  reply: string
}

export type Outcome = ReadonlyMap<string, AddressOutcome>

/** As the SMTP library describes a failure. */
export type SmtpFailure = Error & {
  code?: string | undefined
  command?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  recipient?: string | undefined
  rejectedErrors?: SmtpFailure[] | undefined
}

const LONGEST_REPLY = 1000
// A server's words are shown to people and kept: one line, without what could move a cursor.
const inOneLine = (words: string) =>
  words
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REPLY)

export const replyOf = (failure: SmtpFailure): string => inOneLine(failure.response || failure.message)

const fellSilent = ({ code }: SmtpFailure) => code === 'ETIMEDOUT'

const unreached = (failure: SmtpFailure) =>
  fellSilent(failure)
    ? 'The mail server did not answer in time: '
    : /^(ESOCKET|ECONNECTION|EDNS|ETLS)$/.test(failure.code ?? '')
      ? 'No connection to the mail server: '
      : ''

const unanswered = (failure: SmtpFailure) =>
  fellSilent(failure)
    ? 'The mail server did not say in time whether it accepted the message: '
    : 'The connection to the mail server broke before its answer came: '

const isForGood = (failure: SmtpFailure) =>
  failure.responseCode !== undefined ? failure.responseCode >= 500 : failure.code === 'EMESSAGE'

const refusal = (failure: SmtpFailure): AddressOutcome => ({
  outcome: isForGood(failure) ? 'refused' : 'deferred',
  reply: replyOf(failure),
})

/** The server took the message for those whom it had not refused one by one. */
export function acceptedOutcome(
  to: readonly string[],
  { response, rejectedErrors = [] }: { response: string; rejectedErrors?: SmtpFailure[] | undefined },
): Outcome {
  const outcome = new Map<string, AddressOutcome>()
  for (const address of to) outcome.set(address, { outcome: 'taken', reply: inOneLine(response) })
  for (const failure of rejectedErrors) outcome.set(failure.recipient ?? '', refusal(failure))
  return outcome
}

/**
 * What a failed conversation means. Before the envelope nothing said about the message counts: a wrong password is
 * the server's keeper's to mend, and the mail waits. `handedOver`: the whole message had been given to the connection.
 */
export function failedOutcome(
  to: readonly string[],
  failure: SmtpFailure,
  { handedOver, rejected }: { handedOver: boolean; rejected: readonly SmtpFailure[] },
): Outcome {
  const single = new Map((failure.rejectedErrors ?? rejected).map(one => [one.recipient, one]))
  const answered = failure.responseCode !== undefined
  const aboutMessage = /^(MAIL FROM|RCPT TO|DATA)/.test(failure.command ?? '')
  const rest: AddressOutcome =
    handedOver && !answered
      ? { outcome: 'uncertain', reply: unanswered(failure) + replyOf(failure) }
      : aboutMessage
        ? refusal(failure)
        : { outcome: 'deferred', reply: unreached(failure) + replyOf(failure) }
  return new Map(
    to.map(address => {
      const own = single.get(address)
      return [address, own ? refusal(own) : rest]
    }),
  )
}
