import { isRecord } from '#contract/typed-objects.ts'

/** Where an entry of the browser's history stands among those of this page; undefined outside of a browser's history. */
function indexNow(): number | undefined {
  const state: unknown = window.history.state
  const index = isRecord(state) ? state['__TSR_index'] : undefined
  return typeof index === 'number' ? index : undefined
}

/**
 * As long as the person is asked whether to leave, Back and Forward lead nowhere: the router hears nothing of them,
 * and the browser's history is put back where the question found it. Gives what ends that.
 */
export function holdHistory(): () => void {
  const index = indexNow()
  const held = (event: PopStateEvent) => {
    event.stopImmediatePropagation()
    const now = indexNow()
    if (index !== undefined && now !== undefined && now !== index) window.history.go(index - now)
  }
  // Before the router, which listens on the window too.
  window.addEventListener('popstate', held, true)
  return () => window.removeEventListener('popstate', held, true)
}
