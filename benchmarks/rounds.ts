import type { Round } from './comparison.ts'
import { encodeCall } from './connection.ts'
import { measure } from './load.ts'
import type { Clock } from './processor-time.ts'
import type { Question, Side } from './questions.ts'
import type { Server } from './same-answers.ts'

const CONNECTIONS = 10

/** Asks one side one question for some seconds. Throws where anything was refused. */
export async function askFor(
  seconds: number,
  question: Question,
  side: Side,
  server: Server,
  clock: Clock,
): Promise<Round> {
  const earlier = await clock()
  const measured = await measure({
    url: server.url,
    connections: question.clients === 'many' ? CONNECTIONS : 1,
    seconds,
    next: () => {
      const { steps, before } = question.ask[side]()
      return {
        steps: steps.map(step => encodeCall(server, step)),
        ...(before && { before: encodeCall(server, before) }),
      }
    },
  })
  const later = await clock()
  if (measured.failures > 0)
    throw new Error(`${measured.failures} of ${side}'s answers to “${question.title}” were refusals.`)
  // What was written in between took its part of it.
  const isKnown = question.clients === 'many' && earlier && later
  const effort = isKnown && {
    server: (later.server - earlier.server) / measured.operations,
    postgres: (later.postgres - earlier.postgres) / measured.operations,
  }
  return { ...measured, effort: effort || null }
}
