import {
  defaultDocumentName,
  isTemplateFile,
  isWordDocument,
  templateAdvice,
  TEMPLATE_EXTENSION,
  TEMPLATE_TYPE,
  wrongTemplateFile,
} from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Session } from '#server/db/db.ts'
import type { Upload } from '#server/documents/upload.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { cleanFileName } from '#server/files/file-names.ts'
import { ownerOf, wholeFile } from '#server/files/store.ts'
import { idInUse } from '#server/records/repeat.ts'
import { quoted, refuseOutdated } from '#server/records/versions.ts'
import { knownFields } from '#server/templates/fields/catalogue.ts'
import { leftPlaces, presentProblems } from './problems.ts'
import * as records from './records.ts'
import type { FillDependencies } from './stored-template.ts'
import { asRefusal } from './word-refusals.ts'

export type TemplateDependencies = FillDependencies

/** `asTemplate`: Word documents are taken too. */
export function requireTemplateFile(fileName: string, asTemplate: boolean): void {
  if (isTemplateFile(fileName) || (asTemplate && isWordDocument(fileName))) return
  const { title, description } = wrongTemplateFile(fileName)
  const advice = isWordDocument(fileName)
    ? 'Send asTemplate=true to save it as a template.'
    : templateAdvice(fileName)
  throw new AppError('invalid_input', `${title} ${description}. ${advice}`.trimEnd(), {
    errors: [{ path: 'afile', message: title }],
  })
}

export async function loadTemplate({ db, accountId }: Session, id: string) {
  const found = await records.findTemplate(db, accountId, id)
  if (!found) throw notFound('document template')
  return { ...found, accountId }
}

export async function loadTemplateByName(
  { db, accountId }: Session,
  name: string,
): Promise<DocumentTemplate> {
  const template = await records.findTemplateByName(db, accountId, name)
  if (!template) throw notFound('document template')
  return template
}

/** The values of a job that stand in uploaded content as text. */
type ValuesIn = (content: records.TemplateContent) => Promise<records.LeftValue[]>

type NewTemplateFields = {
  id?: string | undefined
  defaultDocumentName?: string | undefined
  templateType?: string | undefined
  description?: string | null | undefined
}

/** `created` is false where a repeated call sends again what the first one stored. */
export async function addTemplate(
  dependencies: TemplateDependencies,
  upload: Upload<NewTemplateFields>,
  valuesIn: ValuesIn,
): Promise<{ template: DocumentTemplate; created: boolean }> {
  const { fields, fileName } = upload
  const id = fields.id ?? crypto.randomUUID()
  const content = await inspectUpload(dependencies, upload)
  const leftValues = await valuesIn(content)
  return upload.save<{ template: DocumentTemplate; created: boolean }>(async session => {
    const { db, accountId } = session
    const kept = await records.insertTemplate(db, accountId, {
      id,
      name: fileName,
      defaultDocumentName: documentName(fields.defaultDocumentName ?? defaultDocumentName(fileName)),
      type: fields.templateType ?? TEMPLATE_TYPE,
      description: fields.description === undefined ? fileName : fields.description || null,
      ...{ ...content, leftValues },
    })
    if (kept) await requireFreePlaces(session)
    else await requireRepetition(session, upload, id)
    const { template } = await loadTemplate(session, id)
    return { result: { template, created: kept }, kept }
  })
}

const MAX_TEMPLATES = 500

/**
 * Refuses where there are too many with those that the caller has put in or is going to. Calls made at once may pass
 * it together: the limit keeps lists short, and is no quota.
 */
export async function requireFreePlaces({ db, accountId }: Session, further = 0): Promise<void> {
  if ((await records.countTemplates(db, accountId)) + further <= MAX_TEMPLATES) return
  throw new AppError(
    'limit_reached',
    `A company has at most ${MAX_TEMPLATES} document templates. Delete one that is no longer used.`,
  )
}

/** Passes where the stored template is what was sent; otherwise throws the reason. */
async function requireRepetition(
  { db, accountId }: Session,
  { fileName, sha256 }: Upload<unknown>,
  id: string,
): Promise<void> {
  const sameId = await records.findTemplate(db, accountId, id)
  if (sameId?.template.name === fileName && sameId.contentHash === sha256) return
  if (sameId) throw idInUse('A document template', sameId.template)
  throw await nameTaken({ db, accountId }, fileName)
}

async function nameTaken(
  { db, accountId }: Pick<Session, 'db' | 'accountId'>,
  name: string,
): Promise<AppError> {
  const existing = await records.findTemplateByName(db, accountId, name)
  return new AppError(
    'already_exists',
    `“${name}” already exists. Replace its content, or use another name.`,
    existing ? { current: existing } : {},
  )
}

export async function replaceContent(
  dependencies: TemplateDependencies,
  upload: Upload<{ documentTemplateId: string }>,
  valuesIn: ValuesIn,
  ifMatch: number | undefined,
): Promise<DocumentTemplate> {
  const id = upload.fields.documentTemplateId
  const content = await inspectUpload(dependencies, upload)
  const leftValues = await valuesIn(content)
  return upload.save(async session => {
    await lockForChange(session, id, ifMatch)
    await records.replaceContent(session.db, session.accountId, id, content, { leftValues })
    const { template } = await loadTemplate(session, id)
    return { result: template, kept: true }
  })
}

export async function changeTemplate(
  session: Session,
  body: {
    id: string
    name?: string | undefined
    defaultDocumentName?: string | undefined
    description?: string | null | undefined
  },
  ifMatch: number | undefined,
): Promise<DocumentTemplate> {
  const existing = await lockForChange(session, body.id, ifMatch)
  const name = body.name === undefined ? undefined : templateName(body.name)
  if (name !== undefined) {
    const sameName = await records.findTemplateByName(session.db, session.accountId, name)
    if (sameName && sameName.id !== existing.id) throw await nameTaken(session, name)
  }
  await records.updateTemplate(session.db, session.accountId, {
    ...body,
    name,
    defaultDocumentName:
      body.defaultDocumentName === undefined ? undefined : documentName(body.defaultDocumentName),
  })
  return (await loadTemplate(session, body.id)).template
}

export async function deleteTemplate(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<void> {
  await lockForChange(session, id, ifMatch)
  await records.markDeleted(session.db, session.accountId, id)
}

export async function lockForChange(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<DocumentTemplate> {
  const { db, accountId } = session
  const version = await records.lockTemplate(db, accountId, id)
  if (version === null) throw notFound('document template')
  const { template } = await loadTemplate(session, id)
  await refuseOutdated(ifMatch, {
    title: quoted(template.name),
    version,
    current: () => template,
    changesSince: since => records.templateChangesSince(db, accountId, id, since),
  })
  return template
}

/** Reads the uploaded Word file: refuses one that cannot be used, keeps what is wrong with its placeholders. */
export async function inspectUpload(
  { files, word }: TemplateDependencies,
  { key, sha256, size }: Pick<Upload<unknown>, 'key' | 'sha256' | 'size'>,
): Promise<records.TemplateContent> {
  const { problems, warnings } = await word
    .inspect({
      company: ownerOf(key),
      bytes: () => wholeFile(files, { key, size }),
      known: knownFields,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  return {
    contentKey: key,
    contentHash: sha256,
    size,
    problems: presentProblems(problems),
    leftPlaces: leftPlaces(warnings),
  }
}

/** A name for a template that a person typed, with the extension that its file needs. */
function templateName(typed: string): string {
  const name = cleanFileName(typed)
  if (!name) throw invalid('name', 'This is not a valid file name.')
  return isTemplateFile(name) ? name : cleanFileName(name + TEMPLATE_EXTENSION)
}

/** A name for a document that a person typed, with the extension that its file needs. */
export function documentName(typed: string, extension = '.docx'): string {
  const name = cleanFileName(typed)
  if (!name) throw invalid('defaultDocumentName', 'This is not a valid file name.')
  const stem = name.replace(/\.(docx|dotx|doc|dot|pdf)$/i, '')
  return cleanFileName(stem + extension)
}
