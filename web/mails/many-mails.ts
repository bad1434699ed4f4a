import type { QueryClient } from '@tanstack/react-query'
import { checkBeforeGenerating, type DocumentFormat, type Preflight } from '#contract/generation.ts'
import type { RenderedMail } from '#contract/mail-templates.ts'
import { type MailDetails, sendMail } from '#contract/mails.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { renderedMail } from '#web/mail-templates/queries.ts'
import { jobsKey } from '#web/records/queries.ts'
import { call } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { runTask } from '#web/ui/notice/task-store.ts'
import { type ComposedMail, emptyMail, fromTemplate, inputOf, withNumbersNow } from './compose.ts'

/** What a template makes for one of many jobs. */
export type JobMail = {
  job: OtherJob
  /** Null where nothing could be made at all. */
  rendered: RenderedMail | null
  /** Why it cannot be sent; null where it can. */
  refused: string | null
  /** What it or its documents lack. */
  lacking: readonly string[]
  /** What is there and wants a look. */
  checks: readonly string[]
}

const AT_ONCE = 4

/** The e-mails of all the jobs, in their order, with what their documents would lack. */
export async function mailsFor(
  templateId: string,
  jobs: readonly OtherJob[],
  signal: AbortSignal,
): Promise<JobMail[]> {
  const made = new Map<string, RenderedMail | string>()
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job && !signal.aborted; job = waiting.shift()) {
      try {
        made.set(job.id, await renderedMail(templateId, job.id))
      } catch (error) {
        made.set(job.id, messageOf(error))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const rendered = [...made.values()].filter(one => typeof one !== 'string')
  const templateIds = [...new Set(rendered.flatMap(one => one.attachments.map(({ templateId: id }) => id)))]
  const shipmentIds = jobs.map(({ id }) => id)
  const preflight =
    templateIds.length > 0
      ? await call(checkBeforeGenerating, { body: { templateIds, shipmentIds }, signal })
      : undefined
  return jobs.map(job => jobMail(job, made.get(job.id) ?? 'It was not looked at.', preflight))
}

export function jobMail(
  job: OtherJob,
  made: RenderedMail | string,
  preflight: Preflight | undefined,
): JobMail {
  if (typeof made === 'string') return { job, rendered: null, refused: made, lacking: [], checks: [] }
  const attached = made.attachments.map(({ templateId }) => templateId)
  const papers = preflight?.jobs.find(({ id }) => id === job.id)
  const refusals = [
    ...(preflight?.templates ?? []).flatMap(({ id, name, refused }) =>
      refused && attached.includes(id) ? [`${name} cannot be used: ${refused}`] : [],
    ),
    ...(papers?.refusals ?? []).flatMap(({ templateId, message }) =>
      attached.includes(templateId) ? [message] : [],
    ),
    ...(papers?.isEmpty && attached.length > 0 ? ['The job has no parties, goods or route.'] : []),
    ...(made.to.length === 0 ? ['There is nobody to send it to.'] : []),
  ]
  const missing = [
    ...made.missing,
    ...(papers?.missing ?? []).filter(({ templateIds }) => templateIds.some(id => attached.includes(id))),
  ]
  const messages = (check: boolean) => [
    ...new Set(missing.filter(one => (one.check ?? false) === check).map(({ message }) => message)),
  ]
  return {
    job,
    rendered: made,
    refused: refusals.length > 0 ? refusals.join(' ') : null,
    lacking: [...made.problems.map(({ message }) => message), ...messages(false)],
    checks: messages(true),
  }
}

/** Nothing about it has to be looked at first. */
export const isComplete = ({ refused, lacking }: JobMail) => refused === null && lacking.length === 0

/** How often a number that another job has taken meanwhile is exchanged for the next one. */
const RENUMBERED = 3

/** Sends them one after the other, in the background. */
export function sendMails(
  client: QueryClient,
  mails: readonly JobMail[],
  { templateId, format }: { templateId: string; format: DocumentFormat },
): Promise<void> {
  const steps = mails.flatMap(({ job, rendered }) => {
    if (!rendered) return []
    let written: ComposedMail = fromTemplate({ ...emptyMail, format }, templateId, rendered)
    // The same for every try: an e-mail whose reply was lost is not sent twice.
    let id = newId()
    const run = async (signal: AbortSignal): Promise<MailDetails> => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await call(sendMail, { body: { ...inputOf(job.id, written), id }, signal })
        } catch (error) {
          // Two of the jobs were offered the same next number, and the other one has it now.
          if (!isProblem(error, 'number_given') || tries === RENUMBERED) throw error
          written = withNumbersNow(written, await renderedMail(templateId, job.id))
          id = newId()
        }
      }
    }
    return [{ label: `E-mail on job ${job.jobId}`, run }]
  })
  return runTask({
    title: `Sending ${countText(steps.length, 'e-mail')}`,
    steps,
    atOnce: 1,
    explain: error => ({ message: messageOf(error), reasons: [] }),
    end: async results => {
      await client.invalidateQueries({ queryKey: ['mails'] })
      await client.invalidateQueries({ queryKey: jobsKey })
      return results
    },
    summarise: (results, failed, isStopped) => {
      const parts = isStopped ? ['Stopped.'] : []
      const kept = results.filter(({ state }) => state === 'notSent').length
      const sent = results.length - kept
      if (sent > 0 || kept === 0)
        parts.push(sent === 1 ? '1 e-mail is on its way.' : `${countText(sent, 'e-mail')} are on their way.`)
      if (kept > 0)
        parts.push(
          `${countText(kept, 'e-mail')} ${kept === 1 ? 'was' : 'were'} saved but not sent: no mail server is configured.`,
        )
      if (failed > 0) parts.push(`${countText(failed, 'e-mail')} could not be sent.`)
      return parts.join(' ')
    },
  })
}
