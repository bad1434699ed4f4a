import { countText } from '#web/lib/format.ts'

/** What leads to the action on many jobs that changed this one; the others may have been like that already. */
export function jobChangeWords({ others, isUndo }: { others: number; isUndo: boolean }): string {
  if (isUndo) return 'undo of a change of many jobs'
  return others === 0 ? 'in a change of this job alone' : `with ${countText(others, 'other')}`
}
