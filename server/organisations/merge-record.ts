import type { RecordKind } from '#server/records/describe.ts'
import { type NamedChange, namedText } from '#server/records/change-wording.ts'
import type { Undone } from './merge-records.ts'

const counted = (count: unknown, one: string, many: string) => `${String(count)} ${count === 1 ? one : many}`

/** Of what there is none is not told. */
const movedText = (jobs: unknown, people: unknown, then: string) => {
  const parts = [
    ...(jobs === 0 ? [] : [counted(jobs, 'job', 'jobs')]),
    ...(people === 0 ? [] : [counted(people, 'further contact', 'further contacts')]),
  ]
  return parts.length > 0 ? `: ${parts.join(' and ')} ${then}` : ''
}

const valueIn = ({ changes }: NamedChange, column: string) => changes[column]?.[1]

/** Told in the history of both contacts: one was merged into the other, or that was undone. */
export const contactMergeRecord: RecordKind = {
  table: 'contact_merges',
  type: 'contactMerge',
  label: 'Merge',
  name: null,
  fields: {},
  hidden: 'all',
  restore: { because: 'The merge itself is undone.' },
  wording: {
    name: change => namedText(String(valueIn(change, 'merged_id')), change.names),
    touched: () => [],
    words: change => {
      const [merged, kept] = ['merged_id', 'kept_id'].map(column =>
        namedText(String(valueIn(change, column)), change.names),
      )
      const undone = valueIn(change, 'undone') as Undone | undefined
      if (!undone)
        return `merged ${merged} into ${kept}${movedText(valueIn(change, 'jobs'), valueIn(change, 'people'), 'moved')}`
      const { left } = undone
      const stays = [
        ...(left.jobs > 0 ? [counted(left.jobs, 'job', 'jobs')] : []),
        ...(left.people.length > 0
          ? [counted(left.people.length, 'further contact', 'further contacts')]
          : []),
        ...left.fields,
      ]
      return (
        `undid the merge of ${merged} into ${kept}${movedText(undone.jobs, undone.people, 'put back')}` +
        (stays.length > 0 ? `; changed since and left as it is: ${stays.join(', ')}` : '')
      )
    },
  },
}
