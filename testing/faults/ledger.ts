import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Kept, Write } from './writes.ts'

/** A write that was sent, and whether it was answered with success. */
export type Entry = { n: number; round: number; write: Write; kept: Kept | undefined }

type Line =
  | { n: number; round: number; write: Write }
  | { n: number; kept: Kept }
  /** A message that the mail server took, by the mail's id. */
  | { arrived: string }

/**
 * What was sent and what was acknowledged, in a file that outlives the harness: a line before each write leaves and
 * another when it is acknowledged. One without the second may be there or not, but never half.
 */
export type Ledger = {
  entries: readonly Entry[]
  /** How often the mail server took each mail. */
  arrivals: ReadonlyMap<string, number>
  begin(round: number, write: Write): Entry
  keep(entry: Entry, kept: Kept): void
  arrive(mail: string): void
  /** Another number each time, over all runs. */
  nextVersion(): number
}

export function openLedger(path: string): Ledger {
  const entries: Entry[] = []
  const arrivals = new Map<string, number>()
  const count = (mail: string) => arrivals.set(mail, (arrivals.get(mail) ?? 0) + 1)
  for (const line of linesOf(path)) {
    if ('arrived' in line) count(line.arrived)
    else if ('write' in line) entries[line.n] = { ...line, kept: undefined }
    else {
      const entry = entries[line.n]
      if (entry) entry.kept = line.kept
    }
  }
  endTornLine(path)
  const append = (line: Line) => appendFileSync(path, `${JSON.stringify(line)}\n`)
  let version = entries.reduce(
    (highest, { write }) => ('version' in write ? Math.max(highest, write.version) : highest),
    0,
  )
  return {
    entries,
    arrivals,
    begin(round, write) {
      const entry: Entry = { n: entries.length, round, write, kept: undefined }
      append({ n: entry.n, round, write })
      entries.push(entry)
      return entry
    },
    keep(entry, kept) {
      entry.kept = kept
      append({ n: entry.n, kept })
    },
    arrive(mail) {
      append({ arrived: mail })
      count(mail)
    },
    nextVersion: () => (version += 1),
  }
}

function linesOf(path: string): Line[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as Line]
      } catch {
        // The end of the file, or a line at which the harness itself was killed.
        return []
      }
    })
}

/** The next line is to stand by itself. */
function endTornLine(path: string): void {
  if (existsSync(path) && !readFileSync(path, 'utf8').endsWith('\n')) appendFileSync(path, '\n')
}
