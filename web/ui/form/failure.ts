import { useState } from 'react'
import { messageOf } from '#web/lib/problem.ts'

export type Failure = ReturnType<typeof useFailure>

/**
 * Why what a person asked for did not happen, as the sentence to show; '' when nothing has failed.
 * `explain` makes the sentence of an error.
 */
export function useFailure(explain: (error: unknown) => string = messageOf) {
  const [failure, setFailure] = useState('')
  return {
    failure,
    setFailure,
    showFailure: (error: unknown) => setFailure(explain(error)),
    /** Runs it and keeps why it failed; what an earlier attempt said goes. */
    attempt: async (act: () => Promise<unknown>): Promise<void> => {
      setFailure('')
      try {
        await act()
      } catch (error) {
        setFailure(explain(error))
      }
    },
  }
}
