/** One answer of the server, or the lack of one. */
export type Answer = {
  call: string
  milliseconds: number
  /** undefined: the connection broke or nothing came in time. */
  status: number | undefined
  contentType: string
  text: string
  /** What broke, where no answer came. */
  failure?: string
}

/** Figures of one kind of fault. */
export type AnswerCounts = {
  /** Answers by status; 0: none, while the server was away on purpose. */
  statuses: Record<string, number>
  slowestMs: number
  slowestCall: string
  wordless: string[]
}

export const noAnswers = (): AnswerCounts => ({ statuses: {}, slowestMs: 0, slowestCall: '', wordless: [] })

const LEAST_WORDS = 3

/**
 * Why an answer helps nobody: a 500, a refusal without a sentence, or none at all; undefined where it is in order.
 * `serverWasAway`: the server's process had been ended on purpose, so that none could come.
 */
export function answerFault(answer: Answer, serverWasAway: boolean): string | undefined {
  const { call, status, contentType, text } = answer
  if (status === undefined)
    return serverWasAway ? undefined : `${call}: no answer (${answer.failure ?? 'unknown'})`
  if (status < 400) return undefined
  const shown = `${call}: ${status} ${contentType} ${text.slice(0, 300)}`
  if (status === 500) return shown
  const words = contentType.includes('json')
    ? sentenceIn(text)
    : contentType.includes('html')
      ? plain(text)
      : ''
  return words.split(/\s+/).filter(Boolean).length < LEAST_WORDS ? shown : undefined
}

function sentenceIn(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : ''
  } catch {
    return ''
  }
}

const plain = (html: string) =>
  html
    .replace(/<(style|script|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .trim()

export function countAnswer(counts: AnswerCounts, answer: Answer, serverWasAway: boolean): void {
  const status = String(answer.status ?? 0)
  counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  const fault = answerFault(answer, serverWasAway)
  if (fault) counts.wordless.push(fault)
  if (answer.milliseconds > counts.slowestMs) {
    counts.slowestMs = Math.round(answer.milliseconds)
    counts.slowestCall = answer.call
  }
}
