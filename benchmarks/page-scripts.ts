// What runs inside the page. Kept as text: these files are checked without a browser's types.

/** Finds the first row of the job list that is not a skeleton. */
export const FIRST_ROW = `document.querySelector('[role=grid][aria-label=Jobs] tr[data-index]')`

/** Whether the Details form stands there, down to its last section, with a job in it. */
export const FILLED_FORM = `document.querySelector('.job-details [name="name"]')?.value &&
  document.querySelector('.job-details [name="mbl"]')`

/**
 * Starts a clock at the next event of this kind and stops it in the first frame after which `condition` holds;
 * `window.measured` promises the milliseconds.
 */
export const clock = (event: string, condition: string) => `window.measured = new Promise(done => {
  addEventListener('${event}', () => {
    const start = performance.now()
    const look = () => {
      if (!(${condition})) return requestAnimationFrame(look)
      // A message is delivered once the frame that shows it has been drawn.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now() - start)
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }, { capture: true, once: true })
}), undefined`

/** For a page that is still to be opened: `window.measured` promises the milliseconds from its address to `condition`. */
export const sinceTheAddress = (condition: string) => `window.measured = new Promise(done => {
  const look = () => {
    if (!(${condition})) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done(performance.now())
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}), undefined`

/** Keeps the durations of tasks over 50 ms and of every frame from now on. */
export const WATCH = `(() => {
  const seen = window.watched = { tasks: [], frames: [] }
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
  let before = performance.now()
  const frame = now => {
    seen.frames.push(now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`
