/** Does something that nobody waits for, `pauseMs` from now at the earliest, and not while the page is busy. */
export function whenIdle(pauseMs: number, work: () => Promise<unknown>): void {
  const begin = () => void work().catch(() => undefined)
  setTimeout(() => {
    // Safari has no word for being idle.
    if ('requestIdleCallback' in window) window.requestIdleCallback(begin)
    else begin()
  }, pauseMs)
}
