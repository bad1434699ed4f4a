import { createHash } from 'node:crypto'
import type { Preflight } from '#contract/generation.ts'
import { formatLabels, MAX_JOBS } from '#contract/generation.ts'
import type { JobChangePreview } from '#contract/job-changes.ts'
import { MOST_COPIED_ITEMS } from '#contract/job-copies.ts'
import { type JobMaking, MAX_MADE_FOR_JOBS } from '#contract/job-makings.ts'
import { type OriginalOrCopy, originalOrCopyLabels, USUAL_COPY } from '#contract/original-or-copy.ts'
import type { RenderedMail } from '#contract/mail-templates.ts'
import { messageFrom, AppError, invalid } from '#server/errors.ts'
import { jobsOfTooManyItems } from '#server/jobs/copy-records.ts'
import { renderMail } from '#server/mail-templates/render.ts'
import { loadMailTemplate } from '#server/mail-templates/commands.ts'
import type { MailDependencies } from '#server/mails/commands.ts'
import type { AsUser } from '#server/route.ts'
import { checkBeforeGenerating } from '#server/templates/checks/preflight.ts'
import { idsOfChosen, keepPreview } from './commands.ts'
import { listedText, type Making, requireMayMake } from './making.ts'
import type { PlannedJob } from './records.ts'

/** `names`: what the templates are called. */
type Planned = { names: string[]; jobs: PlannedJob[] }

/** Keeps what would be made for each job, and answers it; the same call again answers what was kept. */
export async function previewMaking(
  dependencies: MailDependencies,
  asUser: AsUser,
  { id, ...asked }: JobChangePreview,
  make: JobMaking,
) {
  const ids = await asUser(session => {
    requireMayMake(session, make.what)
    return make.what === 'copy' ? idsOfChosen(session, asked) : idsOfChosen(session, asked, MAX_MADE_FOR_JOBS)
  })
  const { names, jobs } = await planOf(dependencies, asUser, make, ids)
  const change = { make: { ...make, ...(names.length > 0 && { names }) } }
  return asUser(session => keepPreview(session, { id, asked, change }, jobs))
}

function planOf(
  dependencies: MailDependencies,
  asUser: AsUser,
  make: JobMaking,
  ids: readonly string[],
): Promise<Planned> {
  switch (make.what) {
    case 'copy':
      return planCopies(asUser, ids)
    case 'documents':
      return planDocuments(dependencies, asUser, make, ids)
    case 'mail':
      return planMails(dependencies, asUser, make, ids)
  }
}

const planned = (jobId: string, making: Making): PlannedJob => ({
  ...{ jobId, state: 'waiting', fields: {}, reason: null },
  making,
})
const refused = (jobId: string, reason: string, making: Making | null = null): PlannedJob => ({
  ...{ jobId, state: 'refused', fields: {}, reason },
  making,
})

async function planCopies(asUser: AsUser, ids: readonly string[]): Promise<Planned> {
  const tooMany = await asUser(({ db, accountId }) =>
    jobsOfTooManyItems(db, accountId, { ids, most: MOST_COPIED_ITEMS }),
  )
  const jobs = ids.map(id => {
    const items = tooMany.get(id)
    return items === undefined ? planned(id, {}) : refused(id, `It has ${items} items, too many to copy.`)
  })
  return { names: [], jobs }
}

/** The checks before documents are made, of any number of jobs. */
async function preflightOf(
  dependencies: MailDependencies,
  asUser: AsUser,
  templateIds: readonly string[],
  ids: readonly string[],
): Promise<Preflight> {
  const found: Preflight = { templates: [], jobs: [] }
  for (let from = 0; from < ids.length; from += MAX_JOBS) {
    const shipmentIds = ids.slice(from, from + MAX_JOBS)
    const { templates, jobs } = await checkBeforeGenerating(dependencies, asUser, {
      templateIds,
      shipmentIds,
    })
    found.templates = templates
    found.jobs.push(...jobs)
  }
  return found
}

const NOTHING_ON_IT = 'It has no parties, goods or route yet: its papers would use up numbers.'

/** “House bill.dotx (draft)”. */
const nameOfPaper = (
  { name, asksOriginalOrCopy }: Preflight['templates'][number],
  chosen: OriginalOrCopy,
): string => (asksOriginalOrCopy ? `${name} (${originalOrCopyLabels[chosen].toLowerCase()})` : name)

async function planDocuments(
  dependencies: MailDependencies,
  asUser: AsUser,
  { templateIds, formats, originalOrCopy = USUAL_COPY }: Extract<JobMaking, { what: 'documents' }>,
  ids: readonly string[],
): Promise<Planned> {
  if (formats.includes('pdf') && dependencies.pdf.unavailable)
    throw invalid('change.make.formats', dependencies.pdf.unavailable)
  const { templates, jobs } = await preflightOf(dependencies, asUser, templateIds, ids)
  const unusable = templates.find(one => one.refused !== null)
  if (unusable)
    throw invalid('change.make.templateIds', `${unusable.name} cannot be used: ${unusable.refused}`)
  const unknown = templates.flatMap(({ name, problems }) =>
    problems.length > 0 ? [`${name} names what is not known: that stays blank`] : [],
  )
  const as = formats.map(format => formatLabels[format]).join(' and ')
  const byId = new Map(jobs.map(job => [job.id, job]))
  return {
    names: templates.map(({ name }) => name),
    jobs: ids.map(id => {
      const { missing = [], refusals = [], isEmpty = false } = byId.get(id) ?? {}
      if (isEmpty) return refused(id, NOTHING_ON_IT)
      const made = templates.filter(one => !refusals.some(({ templateId }) => templateId === one.id))
      const messages = [...new Set(refusals.map(({ message }) => message))]
      if (made.length === 0) return refused(id, messages.join(' '))
      const warnings = [...messages, ...unknown, ...new Set(missing.map(({ message }) => message))]
      const text = `${made.map(one => nameOfPaper(one, originalOrCopy)).join(', ')} as ${as}`
      return planned(id, {
        lines: [{ label: 'Documents', text }],
        ...(warnings.length > 0 && { warning: `${listedText(warnings)}.` }),
      })
    }),
  }
}

const AT_ONCE = 4

async function planMails(
  dependencies: MailDependencies,
  asUser: AsUser,
  { templateId, format, sendIncomplete = false }: Extract<JobMaking, { what: 'mail' }>,
  ids: readonly string[],
): Promise<Planned> {
  const { name } = await asUser(session => loadMailTemplate(session, templateId))
  const mails = new Map<string, RenderedMail | string>()
  const waiting = [...ids]
  const work = async () => {
    for (let jobId = waiting.shift(); jobId !== undefined; jobId = waiting.shift())
      mails.set(
        jobId,
        await renderMail(dependencies, asUser, { templateId, jobId }).catch((error: unknown) => {
          if (error instanceof AppError) return messageFrom(error)
          throw error
        }),
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const attached = [
    ...new Set(
      [...mails.values()].flatMap(mail =>
        typeof mail === 'string' ? [] : mail.attachments.map(one => one.templateId),
      ),
    ),
  ]
  if (attached.length > 0 && format === 'pdf' && dependencies.pdf.unavailable)
    throw invalid('change.make.format', dependencies.pdf.unavailable)
  const preflight = attached.length > 0 ? await preflightOf(dependencies, asUser, attached, ids) : null
  const byId = new Map(preflight?.jobs.map(job => [job.id, job]))
  return {
    names: [name],
    jobs: ids.map(id => {
      const mail = mails.get(id) ?? 'It was not looked at.'
      if (typeof mail === 'string') return refused(id, mail)
      return planMail(id, mail, { preflight, papers: byId.get(id), sendIncomplete })
    }),
  }
}

type Looked = {
  preflight: Preflight | null
  papers: Preflight['jobs'][number] | undefined
  sendIncomplete: boolean
}

function planMail(
  jobId: string,
  mail: RenderedMail,
  { preflight, papers, sendIncomplete }: Looked,
): PlannedJob {
  const making: Making = { id: crypto.randomUUID(), shown: shownOf(mail), lines: linesOf(mail) }
  const attached = mail.attachments.map(({ templateId }) => templateId)
  const trouble = [
    ...(mail.to.length === 0 ? ['There is nobody to send it to.'] : []),
    ...(preflight?.templates ?? []).flatMap(({ id, name, refused: reason }) =>
      reason && attached.includes(id) ? [`${name} cannot be used: ${reason}`] : [],
    ),
    ...(papers?.refusals ?? []).flatMap(({ templateId, message }) =>
      attached.includes(templateId) ? [message] : [],
    ),
    ...(papers?.isEmpty && attached.length > 0 ? [NOTHING_ON_IT] : []),
  ]
  const told = [
    ...mail.missing,
    ...(papers?.missing ?? []).filter(({ templateIds }) => templateIds.some(id => attached.includes(id))),
  ]
  const messages = (check: boolean) => [
    ...new Set(told.filter(one => (one.check ?? false) === check).map(({ message }) => message)),
  ]
  const lacking = [...mail.problems.map(({ message }) => message), ...messages(false)]
  if (trouble.length > 0) return refused(jobId, trouble.join(' '), making)
  if (lacking.length > 0 && !sendIncomplete) return refused(jobId, `Missing: ${listedText(lacking)}.`, making)
  const warnings = [...lacking, ...messages(true)]
  return planned(jobId, warnings.length > 0 ? { ...making, warning: `${listedText(warnings)}.` } : making)
}

const peopleText = (people: RenderedMail['to']) =>
  people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ')

const linesOf = ({ to, cc, bcc, subject, attachments }: RenderedMail) =>
  [
    { label: 'To', text: peopleText(to) },
    { label: 'Cc', text: peopleText(cc) },
    { label: 'Bcc', text: peopleText(bcc) },
    { label: 'Subject', text: subject },
    { label: 'With', text: attachments.map(({ name }) => name).join(', ') },
  ].filter(({ text }) => text !== '')

/** What of an e-mail must be as it was shown: all but the numbers of papers, which are given when it is sent. */
export function shownOf({ to, cc, bcc, subject, text, numbers, attachments, stamp }: RenderedMail): string {
  const masked = (written: string) =>
    numbers.reduce((masks, { kind, number }) => masks.replaceAll(number, `<${kind}>`), written)
  const shown = [
    to.map(({ address }) => address),
    cc.map(({ address }) => address),
    masked(subject),
    masked(text),
    attachments.map(({ templateId }) => templateId),
    stamp,
    // What a server of the release before Bcc has shown stays the same.
    ...(bcc.length > 0 ? [bcc.map(({ address }) => address)] : []),
  ]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex')
}
