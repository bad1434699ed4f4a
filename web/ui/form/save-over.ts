import type { Problem } from '#contract/errors.ts'
import { isProblem } from '#web/lib/problem.ts'
import { notify } from '#web/ui/notice/notify.ts'

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a list are told apart by their id, a company's number series by their kind. */
const keyOf = (value: unknown) => (isRow(value) ? (value['id'] ?? value['kind']) : undefined)

const plain = (value: unknown) => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}

/** Whether a stored record holds every value that a change mentions. */
export function matchesStored(stored: unknown, change: unknown): boolean {
  if (isRow(change)) {
    return Object.entries(change).every(([name, value]) =>
      matchesStored(isRow(stored) ? stored[name] : undefined, value),
    )
  }
  if (Array.isArray(change) && change.some(one => keyOf(one) !== undefined)) {
    const rows: unknown[] = Array.isArray(stored) ? stored : []
    return change.every(one => {
      const row = rows.find(other => keyOf(other) === keyOf(one))
      return row !== undefined && matchesStored(row, one)
    })
  }
  return plain(stored) === plain(change)
}

/** Whether the change mentions the field at this path, “organisationContacts.0.contact.city”, and it is stored so. */
function isStoredAsSent(path: string, stored: unknown, change: unknown): boolean {
  let here: unknown = stored
  let sent: unknown = change
  for (const name of path.split('.')) {
    if (Array.isArray(here)) {
      here = here[Number(name)] as unknown
      const key = keyOf(here)
      sent = Array.isArray(sent) && key !== undefined ? sent.find(one => keyOf(one) === key) : undefined
    } else {
      here = isRow(here) ? here[name] : undefined
      sent = isRow(sent) && name in sent ? sent[name] : undefined
    }
    if (sent === undefined) return false
  }
  return matchesStored(here, sent)
}

type Versioned = { version: number }

const existingIn = ({ current }: Problem) =>
  isRow(current) && typeof current['version'] === 'number' ? (current as Row & Versioned) : undefined

/**
 * Saves a change over a version of a record. The server stores a save even where its reply is lost on the way, and
 * then refuses the next one with 412: a field that is stored as it is sent here is no conflict. What is stored
 * already counts as saved; where nobody changed anything else, the rest goes on top of it. What others changed
 * besides is told. Any other refusal is thrown.
 */
export async function saveOver<Stored>(
  change: object,
  version: number,
  save: (version: number) => Promise<Stored>,
): Promise<Stored> {
  try {
    return await save(version)
  } catch (error) {
    if (!isProblem(error, 'changed_meanwhile')) throw error
    const existing = existingIn(error.problem)
    if (!existing) throw error
    const changes = error.problem.changes ?? []
    const ofOthers = changes.filter(one => !isStoredAsSent(one.field, existing, change))
    if (matchesStored(existing, change)) {
      if (ofOthers.length > 0) notify.done(othersText(ofOthers))
      return existing as Stored
    }
    if (changes.length === 0 || ofOthers.length > 0) throw error
    return save(existing.version)
  }
}

function othersText(changes: NonNullable<Problem['changes']>): string {
  const names = [...new Set(changes.map(({ by }) => by ?? 'Somebody'))]
  return `Your changes are saved. ${names.join(' and ')} also changed other fields.`
}
