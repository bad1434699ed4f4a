/**
 * Does `work` again and again while the process lives; answers how to stop. Of failures in a row the first is
 * told: a database that is away for a minute must not fill the log.
 */
export function pollEvery(
  milliseconds: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  let failing = false
  const timer = setInterval(() => {
    void work().then(
      () => {
        failing = false
      },
      (error: unknown) => {
        if (!failing) onError(error)
        failing = true
      },
    )
  }, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
