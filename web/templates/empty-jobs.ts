import type { Preflight } from '#contract/generation.ts'
import type { Message } from '#web/ui/dialog/message-box-store.ts'

const MAX_NAMED = 5

/** "5, 6 and 8". */
export const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What is asked before numbers are used for jobs on which nothing stands yet; null where there is no such job. */
export function emptyJobsQuestion(jobs: Preflight['jobs']): Message | null {
  const empty = jobs.filter(({ isEmpty }) => isEmpty)
  const [first] = empty
  if (!first) return null
  const taken = empty.flatMap(({ numbers }) =>
    numbers.filter(({ isNew }) => isNew).map(({ label, number }) => `${label.toLowerCase()} ${number}`),
  )
  const shown =
    taken.length > MAX_NAMED ? [...taken.slice(0, MAX_NAMED), `${taken.length - MAX_NAMED} more`] : taken
  const names = empty.map(({ jobId }) => String(jobId))
  const which =
    jobs.length === 1
      ? 'This job has'
      : names.length === 1
        ? `Job ${names[0]} has`
        : `Jobs ${listed(names)} have`
  const used = taken.length === 1 ? 'A number will be used' : 'Numbers will be used'
  return {
    title: `${which} no parties, goods or route.`,
    description: `${used}: ${listed(shown)}. Generate anyway?`,
    ok: 'Generate anyway',
    isCancelFirst: true,
  }
}
