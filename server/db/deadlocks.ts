import { codeFrom } from '#server/errors.ts'
const TRIES = 4

/**
 * Of two transactions that wait for each other the database undoes one, whole; it is simply made again. `transact` must
 * do all its work in one transaction.
 */
export async function retryingDeadlocks<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await transact()
    } catch (error) {
      if (codeFrom(error) !== '40P01' || tries === TRIES) throw error
    }
}
