/**
 * Does the work whenever the page may be seen for the last time: it is left, or hidden behind another tab, which may
 * sign out, or on a phone that may end it without a further word. The answer stops that.
 */
export function whenHidden(work: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') work()
  }
  window.addEventListener('pagehide', work)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('pagehide', work)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
