import { setTimeout as pause } from 'node:timers/promises'

/** In milliseconds: how long nothing may be heard before the component is asked, and how long it may then say nothing. */
export type SilenceTimeouts = { unheard: number; unanswered: number }

export const DEFAULT_SILENCE_TIMEOUTS: SilenceTimeouts = { unheard: 4_000, unanswered: 4_000 }

export type SilenceSettings = {
  /** Asks the component something small on a way of its own. Any end of it is an answer, a refusal too. */
  ask: (stop: AbortSignal) => Promise<unknown>
  /** What is thrown to whoever waited when the component was found silent. */
  givenUp: () => Error
  /** What is thrown to whoever comes while it is known to be silent; nothing was begun. */
  refused: () => Error
  patience?: SilenceTimeouts | undefined
}

type Waiting = { since: number; hasBegun: boolean; giveUp: (why: Error) => void }

const TICK_MS = 250

/**
 * Tells a component that hangs from one that has much to do. Where somebody waits and nothing has been heard from it
 * for a while, it is asked on a connection of its own; if that finds no answer either, whoever waits is told so, and
 * whoever comes is refused at once, until it answers. Work that takes long is left alone as long as the component does.
 */
export class SilenceWatch {
  readonly #settings: SilenceSettings
  readonly #patience: SilenceTimeouts
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout
  readonly #closing = new AbortController()
  #heardAt = performance.now()
  #isSilent = false
  #isAsking = false

  constructor(settings: SilenceSettings) {
    this.#settings = settings
    this.#patience = settings.patience ?? DEFAULT_SILENCE_TIMEOUTS
    const tick = Math.min(TICK_MS, this.#patience.unheard)
    this.#timer = setInterval(() => this.#look(), tick).unref()
  }

  /** Refuses whoever comes while the component is known to be silent. */
  requireAnswers(): void {
    if (this.#isSilent) throw this.#settings.refused()
  }

  /**
   * `givenUp` is aborted where the work's end is waited for no longer; what it comes to later is nobody's.
   * `hasBegun: false` for a wait that only comes before the work: its end says nothing of the component.
   */
  async wait<Result>(
    work: (givenUp: AbortSignal) => Promise<Result>,
    { hasBegun = true }: { hasBegun?: boolean } = {},
  ): Promise<Result> {
    this.requireAnswers()
    const givenUp = new AbortController()
    let waiting: Waiting | undefined
    const silence = new Promise<never>((_, reject) => {
      waiting = {
        since: performance.now(),
        hasBegun,
        giveUp: why => {
          reject(why)
          givenUp.abort(why)
        },
      }
      this.#waiting.add(waiting)
    })
    try {
      const result = await Promise.race([work(givenUp.signal), silence])
      if (hasBegun) this.#hear()
      return result
    } finally {
      if (waiting) this.#waiting.delete(waiting)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closing.abort()
  }

  #hear(): void {
    this.#heardAt = performance.now()
    this.#isSilent = false
  }

  #look(): void {
    if (this.#isAsking) return
    const [oldest] = this.#waiting
    const unheardSince = oldest && Math.max(oldest.since, this.#heardAt)
    const isSuspect = unheardSince !== undefined && performance.now() - unheardSince >= this.#patience.unheard
    if (this.#isSilent || isSuspect) void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const asked = performance.now()
    const stop = new AbortController()
    const answered = this.#settings.ask(AbortSignal.any([stop.signal, this.#closing.signal])).then(
      () => true,
      () => true,
    )
    const isHeard = await Promise.race([answered, this.#silence()])
    stop.abort()
    if (isHeard) this.#hear()
    else if (this.#heardAt < asked) this.#giveUp()
    this.#isAsking = false
  }

  /** In two halves: a process that was itself stopped meanwhile reads what has come before the second has passed. */
  async #silence(): Promise<false> {
    const half = this.#patience.unanswered / 2
    await pause(half, undefined, { ref: false })
    return pause(half, false, { ref: false })
  }

  #giveUp(): void {
    this.#isSilent = true
    const { givenUp, refused } = this.#settings
    for (const { hasBegun, giveUp } of this.#waiting) giveUp(hasBegun ? givenUp() : refused())
    this.#waiting.clear()
  }
}
