import { UNDO_DAYS } from '#contract/job-changes.ts'
import type { JobMaking } from '#contract/job-makings.ts'
import type { RenderedMail } from '#contract/mail-templates.ts'
import type { MailInput } from '#contract/mails.ts'
import type { Database } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { renderMail } from '#server/mail-templates/render.ts'
import { type MailDependencies, sendMail } from '#server/mails/commands.ts'
import { findMail } from '#server/mails/list-records.ts'
import type { AsUser } from '#server/route.ts'
import { endSet, takeForSet } from '#server/templates/generation/document-sets.ts'
import { loadTemplate } from '#server/templates/commands.ts'
import { printsOriginalOrCopy } from '#server/templates/fields/paper-fields.ts'
import { readReport } from '#server/templates/stored-template.ts'
import { generateDocuments } from '#server/templates/generation/generate.ts'
import * as making from './making-records.ts'
import { shownOf } from './making-preview.ts'
import type { Making } from './making.ts'
import type { Person } from './reason-records.ts'
import * as records from './records.ts'

export type QueuedChange = { account: string; change: string; person: string }

/** So few that other work of the company comes in between. */
const JOBS_IN_ONE_PART = 16
/** PDFs that wait together are printed in one go; e-mails take their numbers in turn. */
const atOnce = (make: JobMaking) =>
  make.what === 'mail' ? 1 : make.what === 'documents' && make.formats.includes('pdf') ? 8 : 2

/** Makes documents or e-mails for the next jobs of an action, and puts what is left of it into the queue again. */
export async function makeNextPart(
  database: Database,
  { account, change, person }: QueuedChange,
  { maker, ...dependencies }: MailDependencies & { maker: Person },
): Promise<void> {
  const { role, adjustments, isProgram } = maker
  const asMaker: AsUser = work =>
    database.asAccount(account, person, async session => {
      await making.noteAction(session.db, change)
      return work({ ...session, role, adjustments, isProgram })
    })
  const { make, jobs } = await asMaker(({ db }) => making.nextToMake(db, account, change, JOBS_IN_ONE_PART))
  if (make === null) return
  if (make.what === 'documents' && jobs.length > 0)
    await takeForSet(dependencies, asMaker, {
      ...{ id: change, templateIds: make.templateIds },
      shipmentIds: jobs.map(({ jobId }) => jobId),
    })
  const waiting = [...jobs]
  let isLeft = true
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const outcome = await outcomeFor(dependencies, asMaker, { change, make, job })
      isLeft = await asMaker(async ({ db }) => {
        const known = await records.lockChange(db, account, change, UNDO_DAYS)
        if (known?.state !== 'underWay') return false
        if (!(await making.isWaiting(db, account, change, outcome.id))) return true
        return records.noteOutcomes(db, account, change, [outcome])
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce(make) }, work))
  if (isLeft) await asMaker(({ db }) => records.enqueue(db, change, 0))
  else if (make.what === 'documents') await asMaker(session => endSet(session, change))
}

type One = { change: string; make: JobMaking; job: making.JobToMake }

/** A refusal is of this job alone; what fails otherwise is tried again by the queue. */
async function outcomeFor(
  dependencies: MailDependencies,
  asMaker: AsUser,
  { change, make, job }: One,
): Promise<records.Outcome> {
  const { jobId } = job
  try {
    if (make.what === 'documents') return await documentsFor(dependencies, asMaker, { change, make, job })
    if (make.what === 'mail') return await mailFor(dependencies, asMaker, make, job)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id: jobId, state: 'refused', fields: {}, reason: error.message }
  }
  throw new Error('Copies are made in one transaction.')
}

async function documentsFor(
  dependencies: MailDependencies,
  asMaker: AsUser,
  { change, make, job: { jobId, making: kept } }: One & { make: { what: 'documents' } },
): Promise<records.Outcome> {
  const setId = change
  const read = () => asMaker(({ db, accountId }) => making.documentsMadeFor(db, accountId, { setId, jobId }))
  // An earlier try may have made some and not lived to say so.
  const standing = new Set((await read()).map(({ templateId }) => templateId))
  const reasons: string[] = []
  for (const templateId of make.templateIds) {
    if (standing.has(templateId)) continue
    try {
      const formats = [...new Set(make.formats)]
      const stored = await asMaker(session => loadTemplate(session, templateId))
      const { fields } = await readReport(dependencies, stored)
      await generateDocuments(dependencies, asMaker, {
        templateId,
        jobId,
        formats,
        blankUnknown: true,
        // Papers that do not print it are made beside those that do.
        ...(printsOriginalOrCopy(fields) && { originalOrCopy: make.originalOrCopy }),
        setId,
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      reasons.push(error.message)
    }
  }
  const made = (await read()).map(({ id, name, version }) => ({
    kind: 'document' as const,
    id,
    name,
    version,
  }))
  const reason = reasons.length > 0 ? [...new Set(reasons)].join(' ') : null
  const state = made.length > 0 ? 'changed' : 'refused'
  return { id: jobId, state, fields: {}, reason, making: { ...kept, made } }
}

/** How often a number that another job has taken meanwhile is exchanged for the next one. */
const RENUMBERED = 3

async function mailFor(
  dependencies: MailDependencies,
  asMaker: AsUser,
  make: Extract<JobMaking, { what: 'mail' }>,
  { jobId, making: kept }: making.JobToMake,
): Promise<records.Outcome> {
  const id = kept?.id ?? crypto.randomUUID()
  const sent = (subject: string): records.Outcome => {
    const made: Making['made'] = [{ kind: 'mail', id, name: subject }]
    return { id: jobId, state: 'changed', fields: {}, reason: null, making: { ...kept, made } }
  }
  const standing = await asMaker(({ db, accountId }) => findMail(db, accountId, id))
  if (standing) return sent(standing.mail.subject)
  for (let tries = 0; ; tries += 1) {
    const mail = await renderMail(dependencies, asMaker, { templateId: make.templateId, jobId })
    if (shownOf(mail) !== kept?.shown)
      return {
        ...{ id: jobId, state: 'refused', fields: {} },
        reason:
          'The job or the template was changed since: the e-mail would be another one. Look at it again.',
      }
    try {
      await sendMail(dependencies, asMaker, inputOf(id, jobId, mail, make))
      return sent(mail.subject)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'number_given' || tries === RENUMBERED) throw error
    }
  }
}

const inputOf = (
  id: string,
  shipmentId: string,
  { to, cc, bcc, subject, text, numbers, attachments, stamp }: RenderedMail,
  { format }: Extract<JobMaking, { what: 'mail' }>,
): MailInput => ({
  ...{ id, shipmentId, to, cc, bcc, subject, text },
  ...(numbers.length > 0 && { numbers }),
  attachments: attachments.map(({ templateId }) => ({ templateId, format, blankUnknown: true })),
  stamps: stamp ? [{ field: stamp, replace: false }] : [],
})
