import type { StarterEdition } from '#contract/starter-templates.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { countText } from '#web/lib/format.ts'

const NAMED = 3

/** The names without their endings; of many the first, and how many more there are. */
export function namesOfSome(named: readonly { name: string }[]): string {
  const names = named.map(({ name }) => name.replace(/\.dotx$/i, ''))
  if (names.length <= NAMED + 1) return names.join(', ')
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
}

/** What came of adding the starter templates: those added, those that can be renewed, those left alone. */
export function addedSentences(
  added: readonly DocumentTemplate[],
  editions: readonly StarterEdition[],
): string {
  const older = editions.filter(({ state }) => state === 'older')
  const changed = editions.filter(({ state }) => state === 'changed')
  return [
    added.length > 0
      ? `${countText(added.length, 'starter template')} added.`
      : 'All starter templates are here already.',
    ...(older.length > 0
      ? [`${older.length === 1 ? 'One has' : `${older.length} have`} a newer edition: see above the list.`]
      : []),
    ...(changed.length > 0
      ? [
          `${changed.length === 1 ? 'One that your company has changed stays as it is' : `${changed.length} that your company has changed stay as they are`}: ${namesOfSome(changed)}.`,
        ]
      : []),
  ].join(' ')
}
