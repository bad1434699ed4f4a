import { expect } from 'vitest'
import { errorCodes } from '#contract/errors.ts'

type Sent = Record<string, unknown>

const isProblem = (value: unknown): value is Sent => {
  const { type, code, title } = Object(value)
  // A test may expect any title.
  return type === 'about:blank' && typeof code === 'string' && code in errorCodes && title !== undefined
}

const SANE = /^[\w.:=+/-]{8,100}$/

const withoutId = ({ requestId, ...rest }: Sent): Sent => rest

/*
 * Tests compare whole problem documents, and cannot know the id of a request: two equal each other if everything else does
 * and the ids that are there are sound. That it is the id of X-Request-Id, too, on
 * every kind of refusal, is tested in server/request-ids.test.ts.
 */
const mark = Symbol.for('lading problems are compared without their ids')
if (!(mark in globalThis)) {
  Object.assign(globalThis, { [mark]: true })
  expect.addEqualityTesters([
    function (one, other, testers) {
      if (!isProblem(one) || !isProblem(other)) return undefined
      const ids = [one, other].flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId]))
      if (ids.length === 0) return undefined
      return (
        ids.every(id => typeof id === 'string' && SANE.test(id)) &&
        this.equals(withoutId(one), withoutId(other), testers)
      )
    },
  ])
}
