import { fileWords } from '#server/documents/history-words.ts'
import type { DescribedChange } from '#server/records/change-wording.ts'
import { hashesOf, readStarterTemplates } from './starter-templates.ts'

const starters = await readStarterTemplates()
const former = new Set(starters.flatMap(({ formerHashes }) => formerHashes))
const current = new Set(starters.flatMap(hashesOf))

/** As of any file; a starter template that got the content of today says so. */
export function templateWords(change: DescribedChange): string {
  const [before, after] = change.changes['content_hash'] ?? []
  if (change.action === 'changed' && former.has(String(before)) && current.has(String(after)))
    return `renewed ${change.label.toLowerCase()} ${change.name} to the starter template of today`
  return fileWords(change)
}
