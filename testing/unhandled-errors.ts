import { writeFile } from 'node:fs/promises'
import type { Reporter } from 'vitest/node'

type Thrown = { message: string; stack?: string; cause?: unknown }

function textOf({ message, stack = '', cause }: Thrown): string {
  const text = stack.includes(message) ? stack : `${message}\n${stack}`
  return cause instanceof Object && 'message' in cause ? `${text}\nCaused by: ${String(cause.message)}` : text
}

/**
 * Writes the errors that belong to no test, as an array of texts, so that a summary can repeat them: the JSON report
 * of vitest leaves them out.
 */
export class UnhandledErrors implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    await writeFile(this.#path, JSON.stringify(errors.map(textOf)))
  }
}

const endOfAJob = /graphile-worker\/dist\/sql\/(completeJobs|failJobs)\.js/
const databaseAway = /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ECONNRESET/

/**
 * Whether an error is the queue's library saying to nobody that a job's end could not be written, because a test has
 * taken the database away. A server outlives that (`surviveComponentFailures`) and gives the job back
 * (`releaseLostClaims`), which has tests of its own; in the process of the tests nothing may catch it.
 */
export function isEndOfJobWithoutDatabase({
  message,
  stack = '',
}: {
  message: string
  stack?: string
}): boolean {
  return endOfAJob.test(stack) && databaseAway.test(message)
}
