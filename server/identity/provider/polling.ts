/**
 * Does `work` again and again while the process lives, and never twice at once: a database that is slow must not
 * be asked ever more. Of failures in a row the first is told: one that is away for a minute must not fill the log.
 * Answers how to stop, which waits for what is under way.
 */
export function pollEvery(
  milliseconds: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let failing = false
  let underWay: Promise<void> | undefined

  async function once(): Promise<void> {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing) onError(error)
      failing = true
    } finally {
      underWay = undefined
    }
  }

  const timer = setInterval(() => {
    underWay ??= once()
  }, milliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
