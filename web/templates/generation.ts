import type { QueryClient } from '@tanstack/react-query'
import { deleteDocument, type Document } from '#contract/documents.ts'
import {
  beginDocumentSet,
  type DocumentFormat,
  endDocumentSet,
  generateDocuments,
  type GeneratedDocument,
  type Preflight,
} from '#contract/generation.ts'
import { type OriginalOrCopy, USUAL_COPY } from '#contract/original-or-copy.ts'
import { jobQuery } from '#web/records/queries.ts'
import { call } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { ApiProblem, ConnectionProblem, isProblem, messageOf } from '#web/lib/problem.ts'
import { runTask, type Step, type TaskUndo } from '#web/ui/notice/task-store.ts'

/** By template, as what its papers are made; one that is not chosen for is made as a copy. */
export type OriginalsAndCopies = Readonly<Record<string, OriginalOrCopy>>

export type Generation = {
  templates: readonly (Pick<Preflight['templates'][number], 'id' | 'name'> & {
    asksOriginalOrCopy?: boolean
  })[]
  jobs: readonly Pick<Preflight['jobs'][number], 'id' | 'jobId' | 'refusals'>[]
  formats: readonly DocumentFormat[]
  /** Print nothing where a template names what does not exist. */
  blankUnknown: boolean
  /** Use numbers for jobs on which nothing stands yet. */
  allowEmptyJob: boolean
  originalsAndCopies?: OriginalsAndCopies
}

// Two at a time keep the server's workers busy and leave it time for everybody else; PDFs that wait together
// are printed in one go.
const atOnce = (formats: readonly DocumentFormat[]) => (formats.includes('pdf') ? 8 : 2)

/** Which template is filled for which job: all for all, but those that a job refuses. */
export const wantedDocuments = ({ templates, jobs }: Pick<Generation, 'templates' | 'jobs'>) =>
  jobs.flatMap(job =>
    templates
      .filter(template => !job.refusals.some(({ templateId }) => templateId === template.id))
      .map(template => ({ job, template })),
  )

/** The templates of which anything is made: what is left out is neither asked about nor sent. */
export const templatesMade = <Template extends Preflight['templates'][number]>(
  templates: readonly Template[],
  jobs: Generation['jobs'],
): Template[] =>
  templates.filter(
    ({ id, refused }) =>
      refused === null && jobs.some(({ refusals }) => !refusals.some(({ templateId }) => templateId === id)),
  )

/** Whether nothing was found that a person should know. */
export const isClean = ({ templates, jobs }: Preflight): boolean =>
  templates.every(({ problems, refused }) => problems.length === 0 && refused === null) &&
  jobs.every(({ missing, refusals, isEmpty }) => missing.length === 0 && refusals.length === 0 && !isEmpty)

/** What the button says that makes what was looked at. */
export const generateText = (preflight: Preflight): string =>
  isClean(preflight) ? 'Generate' : 'Generate anyway'

/** The templates that are made and print whether they are originals, copies or drafts. */
export const templatesAsking = ({ templates, jobs }: Pick<Preflight, 'templates' | 'jobs'>) =>
  templatesMade(templates, jobs).filter(one => one.asksOriginalOrCopy)

/** Makes every document that is asked for, job by job; each is in its job's list as soon as it is there. */
export function startGeneration(
  client: QueryClient,
  { templates, jobs, formats, blankUnknown, allowEmptyJob, originalsAndCopies = {} }: Generation,
  onMade: (document: Document) => void,
): Promise<void> {
  const wanted = wantedDocuments({ templates, jobs })
  // One document takes its numbers by itself.
  const isSet = wanted.length > 1
  let setId: string | undefined
  const seen = new Set<string>()
  const withoutFont = new Map<string, string[]>()
  const show = (documents: readonly Document[]) => {
    for (const document of documents) {
      if (seen.has(document.id)) continue
      seen.add(document.id)
      onMade(document)
    }
  }
  const refresh = (jobId: string) => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey })
  const agreed = { blankUnknown, allowEmptyJob }
  const steps: Step<readonly GeneratedDocument[]>[] = wanted.map(({ job, template }) => ({
    label: `${template.name} for job ${job.jobId}`,
    run: async signal => {
      const originalOrCopy = template.asksOriginalOrCopy
        ? (originalsAndCopies[template.id] ?? USUAL_COPY)
        : undefined
      const body = { id: template.id, formats: [...formats], ...agreed, originalOrCopy, setId }
      const made = await call(generateDocuments, { query: { shipmentId: job.id }, body, signal })
      for (const { id, withoutFont: lacking } of made) if (lacking) withoutFont.set(id, lacking)
      await refresh(job.id)
      show(made)
      return made
    },
  }))
  return runTask({
    title: titleOf(wanted),
    steps,
    atOnce: atOnce(formats),
    explain,
    begin: async signal => {
      if (!isSet) return
      // Tried again, it is a new set: an ended one takes no more documents.
      setId = newId()
      const templateIds = templates.map(({ id }) => id)
      const body = { id: setId, templateIds, shipmentIds: jobs.map(({ id }) => id), ...agreed }
      await call(beginDocumentSet, { body, signal })
    },
    end: async results => {
      if (setId === undefined) return results
      const made = await call(endDocumentSet, { params: { id: setId } })
      // One that was stored while its answer was given up.
      const unseen = made.filter(({ id }) => !seen.has(id))
      await Promise.all([...new Set(unseen.map(({ shipmentId }) => shipmentId))].map(refresh))
      show(unseen)
      // Only the answer to each call says so.
      return [
        made.map(one => {
          const lacking = withoutFont.get(one.id)
          return lacking ? { ...one, withoutFont: lacking } : one
        }),
      ]
    },
    // One document is deleted where it stands.
    undo: results => (results.flat().length > 1 ? removalOf(client, results.flat()) : undefined),
    summarise: (results, failed, isStopped) => {
      const outcome = { made: results.flat(), jobs }
      const total = wanted.length * formats.length
      return isStopped ? stoppedAt(outcome, total) : outcomeOf(outcome, failed)
    },
  })
}

/** Takes the documents of a set away again: each stays restorable on its job for 30 days. */
function removalOf(client: QueryClient, documents: readonly Document[]): TaskUndo {
  const steps = documents.map(({ id, name, shipmentId, version }) => ({
    label: name,
    run: async (signal: AbortSignal) => {
      try {
        // What somebody has changed since stays.
        await call(deleteDocument, { params: { id }, ifMatch: version, signal })
      } catch (error) {
        // Somebody was quicker, or the answer to an earlier try was lost.
        if (!isProblem(error, 'not_found')) throw error
      }
      await client.invalidateQueries({ queryKey: jobQuery(shipmentId).queryKey })
    },
  }))
  return {
    label: `Delete the ${countText(documents.length, 'document')}`,
    run: () =>
      void runTask({
        title: `Deleting ${countText(documents.length, 'document')}`,
        steps,
        atOnce: 4,
        explain,
        summarise: (results, failed) =>
          failed === 0
            ? `${countText(results.length, 'document')} ${were(results.length)} deleted. For 30 days each can be restored from its job.`
            : `${countText(results.length, 'document')} ${were(results.length)} deleted, ${countText(failed, 'document')} could not be.`,
      }),
  }
}

function explain(error: unknown) {
  const reasons = error instanceof ApiProblem ? error.errors : []
  // The list says each reason with its place; the server's sentence would only repeat the first.
  const message =
    reasons.length > 0
      ? 'Correct these places in Word and upload it again.'
      : error instanceof ConnectionProblem
        ? 'The server could not be reached. Check the connection and try again.'
        : messageOf(error)
  return {
    message,
    reasons: reasons.map(reason => (reason.path ? `${reason.message} (${reason.path})` : reason.message)),
  }
}

/** "Generating House bill.dotx for job 1042"; the screen of that job may not be the open one any more. */
function titleOf(wanted: ReturnType<typeof wantedDocuments>): string {
  const [first] = wanted
  if (wanted.length === 1 && first) return `Generating ${first.template.name} for job ${first.job.jobId}`
  const jobIds = new Set(wanted.map(({ job }) => job.jobId))
  const jobs = jobIds.size === 1 ? `job ${first?.job.jobId}` : countText(jobIds.size, 'job')
  return `Generating documents for ${jobs}`
}

type Outcome = { made: readonly GeneratedDocument[]; jobs: Generation['jobs'] }

function addedTo(jobs: Outcome['jobs']): string {
  const [only] = jobs
  return jobs.length === 1 && only ? `added to job ${only.jobId}` : 'added to their jobs'
}
const were = (count: number) => (count === 1 ? 'was' : 'were')

function outcomeOf({ made, jobs }: Outcome, failed: number): string {
  const [only] = made
  const numbers = numbersOf(made)
  if (made.length === 1 && only && failed === 0)
    return `${only.name} was generated and ${addedTo(jobs)}.${numbers}${fontsOf(made)}`
  if (made.length === 0) return 'No document was generated.'
  const generated = `${countText(made.length, 'document')} ${were(made.length)} generated and ${addedTo(jobs)}.${numbers}${fontsOf(made)}`
  return failed === 0 ? generated : `${generated} ${countText(failed, 'document')} could not be made.`
}

const MAX_NAMED = 5

/** " Number given: House bill of lading HBL-00012."; nothing where every paper had its number before. */
function numbersOf(made: readonly GeneratedDocument[]): string {
  const given = made.flatMap(({ numbersGiven }) => numbersGiven?.split(', ') ?? [])
  if (given.length === 0) return ''
  const named = given.slice(0, MAX_NAMED)
  if (given.length > MAX_NAMED) named.push(`${given.length - MAX_NAMED} more`)
  return ` ${given.length === 1 ? 'Number' : 'Numbers'} given: ${named.join(', ')}.`
}

/** " The server has no font for Khmer characters: …", each once. */
const fontsOf = (made: readonly GeneratedDocument[]) =>
  [...new Set(made.flatMap(({ withoutFont }) => withoutFont ?? []))].map(one => ` ${one}.`).join('')

function stoppedAt({ made, jobs }: Outcome, total: number): string {
  if (made.length === 0) return 'Stopped. No document was generated.'
  const names = made.slice(0, MAX_NAMED).map(({ name }) => name)
  if (made.length > MAX_NAMED) names.push(`${made.length - MAX_NAMED} more`)
  return (
    `Stopped. ${made.length} of ${countText(total, 'document')} ${were(made.length)} generated and ` +
    `${addedTo(jobs)}: ${names.join(', ')}.${numbersOf(made)}${fontsOf(made)}`
  )
}
