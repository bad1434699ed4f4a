export type SentStatement = { text: string; values: readonly unknown[] }

/** What is sent to a database in one round trip. */
export type SentTrip = readonly SentStatement[]

type Sent = string | { text: string; values?: unknown[] } | { statements: SentTrip }

/** The statements of what a driver's client was given to send. */
export function sentIn(given: unknown): SentTrip {
  const sent = given as Sent
  if (typeof sent === 'string') return [{ text: sent.trim(), values: [] }]
  const statements = 'statements' in sent ? sent.statements : [sent]
  return statements.map(({ text, values = [] }) => ({ text: text.trim(), values }))
}
