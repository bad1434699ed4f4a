import type { Level } from 'pino'

export const logFormats = ['text', 'json'] as const

export const loggedRequests = ['off', 'slow', 'all'] as const
/** `slow`: those that took a second or failed by no fault of their caller's. */
export type LoggedRequests = (typeof loggedRequests)[number]

/** Figures and ids beside the sentence, for whoever searches the log; `level` is info where not given. */
export type About = { level?: Level } & Record<string, unknown>

/** One sentence for whoever operates the product, as a line of its log. */
export type Say = (line: string, about?: About) => void
