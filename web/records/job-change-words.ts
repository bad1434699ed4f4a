import type { JobChangeReport } from '#contract/job-changes.ts'
import type { WhatIsMade } from '#contract/job-makings.ts'
import { countText } from '#web/lib/format.ts'

type Told = Pick<
  JobChangeReport,
  'changed' | 'same' | 'refused' | 'waiting' | 'warned' | 'state' | 'makes' | 'undoOf'
>

const jobs = (count: number) => countText(count, 'job')

/** "5 jobs change." of a preview, "5 jobs changed." afterwards. */
function mainPart({ makes, undoOf, state }: Told, count: number): string {
  const isPreview = state === 'previewed'
  if (undoOf !== null && makes === 'copy') return `Copies of ${jobs(count)} deleted.`
  if (undoOf !== null && makes === 'documents')
    return `Documents of ${jobs(count)} deleted. For 30 days each can be restored from its job.`
  switch (makes) {
    case 'copy':
      return isPreview ? `${countText(count, 'copy', 'copies')} will be made.` : `${jobs(count)} copied.`
    case 'documents':
      return isPreview ? `Documents for ${jobs(count)}.` : `Documents made for ${jobs(count)}.`
    case 'mail':
      return `${countText(count, 'e-mail')} ${isPreview ? 'ready.' : 'made.'}`
    case null:
      return `${jobs(count)} ${isPreview ? (count === 1 ? 'changes.' : 'change.') : 'changed.'}`
  }
}

/** "5 jobs changed. 1 job left as before." */
export function outcomeText(report: Told): string {
  const { changed, same, refused, waiting, warned, state, makes } = report
  const parts = [mainPart(report, state === 'previewed' ? waiting : changed)]
  if (same > 0) parts.push(makes ? `${jobs(same)} with nothing left to delete.` : `${jobs(same)} already so.`)
  if (refused > 0)
    parts.push(`${jobs(refused)} ${makes && report.undoOf === null ? 'left out' : 'left as before'}.`)
  if (warned > 0)
    parts.push(makes ? `Look at ${jobs(warned)} first.` : `${jobs(warned)} would depart after arriving.`)
  return parts.join(' ')
}

const MOST_NAMED = 5

/** What a notice says once it is done: of copies their numbers. */
export function doneText(report: JobChangeReport): string {
  if (report.makes !== 'copy') return `${report.words}: ${outcomeText(report)}`
  const numbers = report.jobs.flatMap(({ made }) => made.map(({ name }) => name))
  const shown = numbers.slice(0, MOST_NAMED)
  if (report.changed > MOST_NAMED) shown.push(`${report.changed - MOST_NAMED} more`)
  return `${countText(report.changed, 'copy', 'copies')} made: ${shown.join(', ')}.`
}

/** What the button says that begins it; without a number until it is known. */
export function beginText(making: WhatIsMade | undefined, count: number | undefined): string {
  switch (making) {
    case 'copy':
      return count === undefined ? 'Make copies' : `Make ${countText(count, 'copy', 'copies')}`
    case 'documents':
      return count === undefined ? 'Generate' : `Generate for ${jobs(count)}`
    case 'mail':
      return count === undefined ? 'Send' : `Send ${countText(count, 'e-mail')}`
    case undefined:
      return count === undefined ? 'Change' : `Change ${jobs(count)}`
  }
}
