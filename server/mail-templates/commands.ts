import type { MailTemplate, MailTemplateInput } from '#contract/mail-templates.ts'
import type { Session } from '#server/db/db.ts'
import { holds } from '#server/db/mentioned.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { problemsOf } from './fill.ts'
import { type ReadyMade, readyMade, readyMadeById } from './ready-made.ts'
import * as records from './records.ts'

export async function listMailTemplates(session: Session): Promise<MailTemplate[]> {
  const { db, accountId } = session
  const stored = await records.storedMailTemplates(db, accountId)
  const byId = new Map(stored.map(one => [one.id, one]))
  const deleted = new Set((await records.deletedMailTemplates(db, accountId)).map(({ id }) => id))
  const papers = await papersOf(session)
  const ready = readyMade.filter(({ id }) => !deleted.has(id))
  return [
    ...ready.map(one => byId.get(one.id) ?? asItCame(one, papers)),
    ...stored.filter(({ id }) => !readyMadeById.has(id)),
  ].map(present)
}

export async function loadMailTemplate(session: Session, id: string): Promise<MailTemplate> {
  const { db, accountId } = session
  const stored = await records.findMailTemplate(db, accountId, id)
  if (stored) return present(stored)
  const ready = readyMadeById.get(id)
  if (!ready || (await records.lockMailTemplate(db, accountId, id))) throw notFound('e-mail template')
  return present(asItCame(ready, await papersOf(session)))
}

/** `created` is false where a repeated call sends again what the first one stored. */
export async function addMailTemplate(
  session: Session,
  input: MailTemplateInput,
): Promise<{ template: MailTemplate; created: boolean }> {
  const { db, accountId } = session
  const id = input.id ?? crypto.randomUUID()
  const isNew =
    !readyMadeById.has(id) && (await records.insertMailTemplate(db, accountId, { ...input, id }, 1))
  if (isNew) await keepDocuments(session, id, input.documentTemplateIds)
  const template = await loadMailTemplate(session, id)
  if (!isNew && !holds(template, input))
    throw new AppError('already_exists', 'An e-mail template of this id stands already.', {
      current: template,
    })
  return { template, created: isNew }
}

type Changes = { id: string } & {
  [Key in keyof Omit<MailTemplateInput, 'id'>]?: MailTemplateInput[Key] | undefined
}

/** Saves what the body mentions; a ready made template gets a row of its own. */
export async function changeMailTemplate(
  session: Session,
  { id, documentTemplateIds, ...changes }: Changes,
  ifMatch: number | undefined,
): Promise<MailTemplate> {
  await lockForChange(session, id, ifMatch)
  const mentioned = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await records.updateMailTemplate(session.db, session.accountId, id, mentioned)
  if (documentTemplateIds) await keepDocuments(session, id, documentTemplateIds)
  return loadMailTemplate(session, id)
}

export async function removeMailTemplate(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<void> {
  await lockForChange(session, id, ifMatch)
  await records.setDeleted(session.db, session.accountId, id, true)
}

export async function restoreMailTemplate(session: Session, id: string): Promise<MailTemplate> {
  const row = await records.lockMailTemplate(session.db, session.accountId, id)
  if (!row?.isDeleted) throw notFound('deleted e-mail template')
  await records.setDeleted(session.db, session.accountId, id, false)
  return loadMailTemplate(session, id)
}

export async function resetMailTemplate(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<MailTemplate> {
  const ready = readyMadeById.get(id)
  if (!ready) throw invalid('id', 'Only the templates that come with the product can be made as they came.')
  const { documentTemplateIds, version: _, ...content } = asItCame(ready, await papersOf(session))
  return changeMailTemplate(session, { ...content, documentTemplateIds }, ifMatch)
}

async function lockForChange(session: Session, id: string, ifMatch: number | undefined): Promise<void> {
  const { db, accountId } = session
  const ready = readyMadeById.get(id)
  if (ready) {
    const { documentTemplateIds, ...content } = asItCame(ready, await papersOf(session))
    // Version 0: the first change is told against what came with the product.
    if (await records.insertMailTemplate(db, accountId, content, 0))
      await records.setDocuments(db, accountId, id, documentTemplateIds)
  }
  const row = await records.lockMailTemplate(db, accountId, id)
  if (!row || row.isDeleted) throw notFound('e-mail template')
  if (ifMatch === undefined || ifMatch === row.version) return
  const current = await loadMailTemplate(session, id)
  throw new AppError('changed_meanwhile', `“${current.name}” was changed after you opened it.`, {
    current,
    changes: await records.mailTemplateChangesSince(db, accountId, id, ifMatch),
  })
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
  return { ...content, documentTemplateIds, version: 0 }
}

function present(stored: records.StoredMailTemplate): MailTemplate {
  const ready = readyMadeById.get(stored.id)
  const isChanged =
    ready !== undefined &&
    (['name', 'purpose', 'subject', 'text', 'to', 'cc', 'stamp'] as const).some(
      field => JSON.stringify(ready[field]) !== JSON.stringify(stored[field]),
    )
  return {
    ...stored,
    isReadyMade: ready !== undefined,
    isChanged,
    problems: problemsOf(stored),
  }
}
