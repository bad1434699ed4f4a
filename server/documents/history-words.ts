import { numbersInSentence } from '#server/records/number-words.ts'
import { describeFieldChanges, type DescribedChange } from '#server/records/change-wording.ts'

/** Files are deleted by a mark, and what was replaced shows in their content alone. */
export function fileWords(change: DescribedChange): string {
  const { action, changes, label, name, names, touched } = change
  const [wasDeleted, isDeleted] = changes['deleted_at'] ?? []
  const named = `${label.toLowerCase()} ${name}`
  if (action === 'added') {
    const template = changes['template_id']?.[1]
    return typeof template === 'string'
      ? `made ${named} from ${names.get(template) ?? 'a template'}${numbersGiven(change)}`
      : `added ${named}`
  }
  if (action === 'removed') return `permanently deleted ${named}`
  if (isDeleted) return `deleted ${named}`
  if (wasDeleted) return `restored ${named}`
  if (changes['content_key']) return `replaced the content of ${named}${numbersGiven(change)}`
  const [before, after] = changes['name'] ?? []
  if (touched.length === 1 && changes['name']) return `renamed ${String(before)} to ${String(after)}`
  return `${describeFieldChanges(change)} on ${named}`
}

/** The numbers that a document was the first to print. */
function numbersGiven({ changes }: DescribedChange): string {
  const numbers = changes['numbers_given']?.[1]
  return typeof numbers === 'string' ? `, the first to print ${numbersInSentence(numbers)}` : ''
}
