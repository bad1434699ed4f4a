import { createHash } from 'node:crypto'
import type { DocumentSet, DocumentSetInput, GeneratedDocument } from '#contract/generation.ts'
import { numberedPapers } from '#contract/numbering.ts'
import { housePrefixes } from '#server/company/house-number-commands.ts'
import { readNumberedJobs } from '#server/company/job-number-records.ts'
import { type NumberRequest, takeNumbers } from '#server/company/take-numbers-commands.ts'
import { releaseNumbers } from '#server/company/use-numbers-commands.ts'
import type { Session } from '#server/db/db.ts'
import { documentsOfSet } from '#server/documents/records.ts'
import { AppError, notFound } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import type { AsUser } from '#server/route.ts'
import type { TemplateReport } from '#server/word/report.ts'
import { loadTemplate, type TemplateDependencies } from '#server/templates/commands.ts'
import { shareSet, insertSet, markSetEnded } from './document-set-records.ts'
import { numbersPrinted, numberRequestFor, type Printed } from './papers.ts'
import { readReport } from '#server/templates/stored-template.ts'

/**
 * Takes the numbers of all documents of a set in one transaction. A paper of another mode of transport takes none,
 * since it will be refused. `created` is false where a repeated call asks for the same.
 */
export async function beginSet(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  input: DocumentSetInput,
): Promise<{ set: DocumentSet; created: boolean }> {
  const templateIds = [...new Set(input.templateIds)]
  const shipmentIds = [...new Set(input.shipmentIds)]
  const stored = await asUser(async session => {
    const templates = []
    for (const id of templateIds) templates.push(await loadTemplate(session, id))
    return templates
  })
  const printed = await numbersOfTemplates(dependencies, stored, input)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([templateIds, shipmentIds, input.blankUnknown ?? false]))
    .digest('hex')
  return asUser(async session => {
    const created = await insertSet(session.db, session.accountId, { id: input.id, requestHash })
    if (!created) await requireRepetition(session, input.id, requestHash)
    const requests = await numberRequestsFor(session, shipmentIds, printed)
    const taken = await takeNumbers(session, input.id, requests, input.allowEmptyJob ? 'take' : 'refuse')
    const jobs = taken.map(({ jobId, numbers }) => ({
      id: jobId,
      numbers: numbers.map(one => ({ ...one, label: numberedPapers[one.kind].label })),
    }))
    return { set: { id: input.id, jobs }, created }
  })
}

async function numbersOfTemplates(
  dependencies: TemplateDependencies,
  stored: readonly Awaited<ReturnType<typeof loadTemplate>>[],
  input: { blankUnknown?: boolean | undefined },
): Promise<Printed[]> {
  const printed: Printed[] = []
  for (const content of stored) {
    const report = await readReport(dependencies, content).catch(refusedToday)
    if (report) printed.push(numbersPrinted(report, input))
  }
  return printed
}

/**
 * Takes for a set, which is made where there is none yet, the numbers of the next jobs' documents in the order of these
 * jobs. Of jobs on which nothing stands it takes none.
 */
export async function takeForSet(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  {
    id,
    templateIds,
    shipmentIds,
  }: { id: string; templateIds: readonly string[]; shipmentIds: readonly string[] },
): Promise<void> {
  const stored = await asUser(async session => {
    const templates = []
    for (const one of templateIds) templates.push(await loadTemplate(session, one))
    return templates
  })
  const printed = await numbersOfTemplates(dependencies, stored, { blankUnknown: true })
  await asUser(async session => {
    await insertSet(session.db, session.accountId, { id, requestHash: id })
    await takeNumbers(session, id, await numberRequestsFor(session, shipmentIds, printed), 'leave out')
  })
}

/** What the templates that print these numbers need of each job. */
export async function numberRequestsFor(
  session: Session,
  jobIds: readonly string[],
  printed: readonly Printed[],
): Promise<NumberRequest[]> {
  const jobs = await readNumberedJobs(session.db, session.accountId, jobIds)
  const prefixes = await housePrefixes(session)
  return jobIds.map(id => {
    const job = jobs.find(one => one.id === id)
    if (!job) throw notFound('job')
    return { ...numberRequestFor(job, printed, prefixes), printsHouses: false }
  })
}

/** A template that makes nothing needs no number; generating its document reports the reason. */
function refusedToday(error: unknown): TemplateReport | null {
  if (error instanceof AppError && error.code === 'template_unusable') return null
  throw error
}

async function requireRepetition({ db, accountId }: Session, id: string, requestHash: string): Promise<void> {
  const begun = await shareSet(db, accountId, id)
  if (!begun || begun.requestHash !== requestHash) throw idInUse('A set of documents')
  if (begun.endedAt) throw ended()
}

const ended = () =>
  new AppError(
    'set_ended',
    'This set of documents has ended, and nothing more can be added to it. Start a new one.',
  )

/** In the transaction that adds a document: the set is there and does not end before the document is in it. */
export async function requireOpenSet({ db, accountId }: Session, id: string): Promise<void> {
  const begun = await shareSet(db, accountId, id)
  if (!begun) throw notFound('set of documents')
  if (begun.endedAt) throw ended()
}

/** Ends a set for good and answers what was made in it; again, the same. */
export async function endSet(session: Session, id: string): Promise<GeneratedDocument[]> {
  const { db, accountId } = session
  if (!(await markSetEnded(db, accountId, id))) throw notFound('set of documents')
  await releaseNumbers(session, id)
  return documentsOfSet(db, accountId, id)
}
