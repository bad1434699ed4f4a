import type { MailTemplate, MailTemplateInput } from '#contract/mail-templates.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { idInUse, matches } from '#server/records/repeat.ts'
import { outdated, quoted } from '#server/records/versions.ts'
import type { AsUser } from '#server/route.ts'
import { type ReadyMade, readyMade, readyMadeById } from './ready-made.ts'
import * as records from './records.ts'
import { problemsOf, readMailReport, type ReportDependencies } from './reports.ts'

/** A template of a company, and a refusal that shows the one that stands in the way. */
type Stored = records.StoredMailTemplate
class StandsInTheWay extends Error {
  readonly refusal: AppError
  readonly current: Stored

  constructor(refusal: AppError, current: Stored) {
    super(refusal.message)
    this.refusal = refusal
    this.current = current
  }
}

/** What is wrong with the texts is looked up with no transaction open: it may have to wait for a Word thread. */
async function presented<Result>(
  dependencies: ReportDependencies,
  asUser: AsUser,
  work: (session: Session) => Promise<Result>,
  show: (result: Result, company: string) => Promise<MailTemplate[]>,
): Promise<MailTemplate[]> {
  let company = ''
  try {
    const result = await asUser(session => {
      company = session.accountId
      return work(session)
    })
    return await show(result, company)
  } catch (error) {
    if (!(error instanceof StandsInTheWay)) throw error
    const { code, message, extras } = error.refusal
    const current = await present(dependencies, company, error.current)
    throw new AppError(code, message, { ...extras, current })
  }
}

export function listMailTemplates(dependencies: ReportDependencies, asUser: AsUser): Promise<MailTemplate[]> {
  return presented(dependencies, asUser, storedTemplates, async (templates, company) => {
    const all: MailTemplate[] = []
    for (const template of templates) all.push(await present(dependencies, company, template))
    return all
  })
}

async function storedTemplates(session: Session): Promise<Stored[]> {
  const { db, accountId } = session
  const stored = await records.storedMailTemplates(db, accountId)
  const byId = new Map(stored.map(one => [one.id, one]))
  const deleted = await records.deletedAmong(db, accountId, [...readyMadeById.keys()])
  const papers = await papersOf(session)
  const ready = readyMade.filter(({ id }) => !deleted.has(id))
  return [
    ...ready.map(one => byId.get(one.id) ?? asItCame(one, papers)),
    ...stored.filter(({ id }) => !readyMadeById.has(id)),
  ]
}

async function one(
  dependencies: ReportDependencies,
  asUser: AsUser,
  work: (session: Session) => Promise<Stored>,
): Promise<MailTemplate> {
  const [template] = await presented(dependencies, asUser, work, async (stored, company) => [
    await present(dependencies, company, stored),
  ])
  if (!template) throw notFound('e-mail template')
  return template
}

export async function loadMailTemplate(session: Session, id: string): Promise<Stored> {
  const { db, accountId } = session
  const stored = await records.findMailTemplate(db, accountId, id)
  if (stored) return stored
  const ready = readyMadeById.get(id)
  if (!ready || (await records.lockMailTemplate(db, accountId, id))) throw notFound('e-mail template')
  return asItCame(ready, await papersOf(session))
}

const MAX_TEMPLATES = 500

/** Calls made at once may pass it together: the limit keeps lists short, and is no quota. */
async function requireRoom({ db, accountId }: Session): Promise<void> {
  if ((await records.countMailTemplates(db, accountId)) <= MAX_TEMPLATES) return
  throw new AppError(
    'limit_reached',
    `A company has at most ${MAX_TEMPLATES} e-mail templates. Delete one that is no longer used.`,
  )
}

/** `created` is false where a repeated call sends again what the first one stored. */
export async function addMailTemplate(
  dependencies: ReportDependencies,
  asUser: AsUser,
  asked: MailTemplateInput,
): Promise<{ template: MailTemplate; created: boolean }> {
  const id = asked.id ?? crypto.randomUUID()
  const input = { ...asked, bcc: asked.bcc ?? [] }
  // A company that has used up its budget for checking texts is refused before anything is saved.
  await readMailReport(dependencies, await asUser(async session => session.accountId), input)
  let created = false
  const template = await one(dependencies, asUser, async session => {
    const { db, accountId } = session
    created = !readyMadeById.has(id) && (await records.insertMailTemplate(db, accountId, { ...input, id }, 1))
    if (created) {
      await requireRoom(session)
      await keepDocuments(session, id, input.documentTemplateIds)
    }
    const stored = await loadMailTemplate(session, id)
    if (!created && !matches(stored, input)) throw new StandsInTheWay(idInUse('An e-mail template'), stored)
    return stored
  })
  return { template, created }
}

type Changes = { id: string } & {
  [Key in keyof Omit<MailTemplateInput, 'id'>]?: MailTemplateInput[Key] | undefined
}

/** Saves what the body mentions; a ready made template gets a row of its own. */
export async function changeMailTemplate(
  dependencies: ReportDependencies,
  asUser: AsUser,
  changes: Changes,
  ifMatch: number | undefined,
): Promise<MailTemplate> {
  const { accountId, subject, text } = await asUser(async session => {
    const stored = await findForChange(session, changes.id)
    return { accountId: session.accountId, subject: stored?.subject ?? '', text: stored?.text ?? '' }
  })
  await readMailReport(dependencies, accountId, {
    subject: changes.subject ?? subject,
    text: changes.text ?? text,
  })
  return one(dependencies, asUser, session => saveChanges(session, changes, ifMatch))
}

async function saveChanges(
  session: Session,
  { id, documentTemplateIds, ...changes }: Changes,
  ifMatch: number | undefined,
): Promise<Stored> {
  await lockForChange(session, id, ifMatch)
  const mentioned = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await records.updateMailTemplate(session.db, session.accountId, id, mentioned)
  if (documentTemplateIds) await keepDocuments(session, id, documentTemplateIds)
  return loadMailTemplate(session, id)
}

/** Undefined where there is none: what is refused for which reason is said when it is locked. */
async function findForChange({ db, accountId }: Session, id: string) {
  return (await records.findMailTemplate(db, accountId, id)) ?? readyMadeById.get(id)
}

export async function removeMailTemplate(
  dependencies: ReportDependencies,
  asUser: AsUser,
  id: string,
  ifMatch: number | undefined,
): Promise<void> {
  await presented(
    dependencies,
    asUser,
    async session => {
      await lockForChange(session, id, ifMatch)
      await records.setDeleted(session.db, session.accountId, id, true)
    },
    async () => [],
  )
}

export function restoreMailTemplate(
  dependencies: ReportDependencies,
  asUser: AsUser,
  id: string,
): Promise<MailTemplate> {
  return one(dependencies, asUser, async session => {
    const row = await records.lockMailTemplate(session.db, session.accountId, id)
    if (!row?.isDeleted) throw notFound('deleted e-mail template')
    await records.setDeleted(session.db, session.accountId, id, false)
    await requireRoom(session)
    return loadMailTemplate(session, id)
  })
}

export function resetMailTemplate(
  dependencies: ReportDependencies,
  asUser: AsUser,
  id: string,
  ifMatch: number | undefined,
): Promise<MailTemplate> {
  return one(dependencies, asUser, async session => {
    const ready = readyMadeById.get(id)
    if (!ready) throw invalid('id', 'Only the templates supplied with the product can be reset.')
    const {
      documentTemplateIds,
      version: _version,
      report: _report,
      ...content
    } = asItCame(ready, await papersOf(session))
    return saveChanges(session, { ...content, documentTemplateIds }, ifMatch)
  })
}

async function lockForChange(session: Session, id: string, ifMatch: number | undefined): Promise<void> {
  const { db, accountId } = session
  const ready = readyMadeById.get(id)
  if (ready) {
    const { documentTemplateIds, ...content } = asItCame(ready, await papersOf(session))
    // Version 0: the first change is compared with the template that comes with the product.
    if (await records.insertMailTemplate(db, accountId, content, 0))
      await records.setDocuments(db, accountId, id, documentTemplateIds)
  }
  const row = await records.lockMailTemplate(db, accountId, id)
  if (!row || row.isDeleted) throw notFound('e-mail template')
  if (ifMatch === undefined || ifMatch === row.version) return
  const current = await loadMailTemplate(session, id)
  const refusal = await outdated(ifMatch, {
    title: quoted(current.name),
    current: () => undefined,
    changesSince: since => records.mailTemplateChangesSince(db, accountId, id, since),
  })
  throw new StandsInTheWay(refusal, current)
}

async function keepDocuments(session: Session, id: string, wanted: readonly string[]): Promise<void> {
  const { db, accountId } = session
  const known = await records.documentTemplatesOf(db, accountId, wanted)
  const missing = wanted.findIndex(one => !known.some(template => template.id === one))
  if (missing >= 0) throw invalid(`documentTemplateIds.${missing}`, 'There is no such document template.')
  await records.setDocuments(db, accountId, id, wanted)
}

type Papers = ReadonlyMap<string, string>

const papersOf = ({ db, accountId }: Session): Promise<Papers> =>
  records.documentTemplatesNamed(
    db,
    accountId,
    readyMade.flatMap(({ attached }) => attached),
  )

function asItCame({ attached, ...content }: ReadyMade, papers: Papers): records.StoredMailTemplate {
  const documentTemplateIds = attached.flatMap(name => papers.get(name.toLowerCase()) ?? [])
  return { ...content, documentTemplateIds, version: 0, report: null }
}

async function present(
  dependencies: ReportDependencies,
  company: string,
  stored: Stored,
): Promise<MailTemplate> {
  const ready = readyMadeById.get(stored.id)
  const isChanged =
    ready !== undefined &&
    (['name', 'purpose', 'subject', 'text', 'to', 'cc', 'bcc', 'stamp'] as const).some(
      field => JSON.stringify(ready[field]) !== JSON.stringify(stored[field]),
    )
  const { report: _, ...template } = stored
  return {
    ...template,
    isReadyMade: ready !== undefined,
    isChanged,
    problems: [...(await problemsOf(dependencies, company, stored))],
  }
}
