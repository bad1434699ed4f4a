const MOMENT_MS = 100

let isAnyShown = false

/** To be told when the first screen is shown: until then there is none that could stay. */
export function screenIsShown(): void {
  isAnyShown = true
}

/**
 * Lets the former screen stand for a moment, until the next one has what it shows. Most answers come sooner than a
 * skeleton is drawn, and drawing that first delays the rows behind it. Another page, order or search of the same screen
 * waits for nothing: the screen itself keeps what it shows.
 */
export async function forAMoment(
  cause: 'preload' | 'enter' | 'stay',
  answers: readonly Promise<unknown>[],
): Promise<void> {
  if (cause === 'stay' || !isAnyShown) return
  await Promise.race([Promise.allSettled(answers), new Promise(resolve => setTimeout(resolve, MOMENT_MS))])
}
