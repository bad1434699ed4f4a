import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { AttachmentInput, NamedNumber } from '#contract/mails.ts'
import { nameWith } from '#contract/file-names.ts'
import { numberedPapers } from '#contract/numbering.ts'
import { may, roleLabels } from '#contract/permissions.ts'
import {
  type NumberRequest,
  type TakenNumber,
  type TakenNumbers,
  takeNumbers,
} from '#server/company/take-numbers-commands.ts'
import { markNumbersUsed } from '#server/company/use-numbers-commands.ts'
import type { Session } from '#server/db/db.ts'
import { findDocument } from '#server/documents/records.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { MessageReader } from '#server/files/message-reader.ts'
import { type FileStore, ownerOf } from '#server/files/store.ts'
import { nameOfHouse } from '#server/jobs/master-records.ts'
import type { AsUser } from '#server/route.ts'
import { documentName, loadTemplate, type TemplateDependencies } from '#server/templates/commands.ts'
import { withinBudget } from '#server/templates/generation/document-budget.ts'
import { documentFiles, makeDocument, sourceOfDocument } from '#server/templates/generation/generate.ts'
import { nameOfOriginalOrCopy } from '#server/templates/generation/original-or-copy.ts'
import { numbersPrinted } from '#server/templates/generation/papers.ts'
import { standingDocument } from '#server/templates/generation/standing-document.ts'
import { readReport } from '#server/templates/stored-template.ts'
import type { MadeDocument } from './filing.ts'
import { findMailAttachment } from './list-records.ts'
import type { NewAttachment } from './records.ts'

type MessageDependencies = { files: FileStore; messages: MessageReader }

/** What a mail is to carry, and how to come by its bytes. `made`: it was made for this mail, and has a new id. */
export type OpenableAttachment = NewAttachment & {
  open: () => Promise<Buffer | Readable>
  made?: MadeDocument
}

type ChosenTemplate = Extract<AttachmentInput, { templateId: string }>
type Found = { attachment: OpenableAttachment } | { template: ChosenTemplate }

/** Finds what is attached as it stands; nothing of another job or company is found. Templates are filled later. */
export async function findAttachments(
  dependencies: MessageDependencies,
  session: Session,
  jobId: string,
  inputs: readonly AttachmentInput[],
): Promise<Found[]> {
  const found: Found[] = []
  for (const input of inputs) {
    if ('templateId' in input) {
      if (!may(session.role, 'documents:write', session.adjustments))
        throw new AppError(
          'not_allowed',
          `Your role, ${roleLabels[session.role]}, does not allow you to make documents. Attach one that is there.`,
        )
      await loadTemplate(session, input.templateId)
      found.push({ template: input })
    } else if ('documentId' in input) {
      found.push({
        attachment: await documentAttachment(dependencies.files, session, jobId, input.documentId),
      })
    } else
      found.push({
        attachment: await earlierAttachment(dependencies, session, jobId, input.mailAttachmentId),
      })
  }
  return found
}

async function documentAttachment(
  files: FileStore,
  { db, accountId }: Session,
  jobId: string,
  documentId: string,
): Promise<OpenableAttachment> {
  const stored = await findDocument(db, accountId, documentId)
  if (!stored) throw notFound('document on this job')
  const { document, contentKey, mediaType } = stored
  const of = document.shipmentId
  // The agent gets the bills of all houses in one e-mail on their master, where they need different names.
  const house = of === jobId ? '' : await nameOfHouse(db, accountId, of, jobId)
  if (house === null) throw notFound('document on this job')
  return {
    name: house ? nameWith(document.name, house) : document.name,
    mediaType: document.mayRunCode ? 'application/octet-stream' : mediaType,
    size: document.size,
    documentId,
    templateId: null,
    open: () => files.get(contentKey),
  }
}

async function earlierAttachment(
  dependencies: MessageDependencies,
  { db, accountId }: Session,
  jobId: string,
  id: string,
): Promise<OpenableAttachment> {
  const stored = await findMailAttachment(db, accountId, { id, jobId })
  if (!stored) throw notFound('attachment of an e-mail of this job')
  const { messageKey, position, ...attachment } = stored
  return { ...attachment, open: () => readAttachment(dependencies, messageKey, position) }
}

/** The bytes of one attachment of a stored message. */
export async function readAttachment(
  { files, messages }: MessageDependencies,
  messageKey: string,
  position: number,
): Promise<Buffer> {
  const message = {
    company: ownerOf(messageKey),
    key: messageKey,
    format: 'eml' as const,
    bytes: async () => buffer(await files.get(messageKey)),
  }
  const attachment = await messages.attachment(message, position, async found => found)
  if (!attachment) throw new Error('A stored message lacks an attachment that it had.')
  return Buffer.from(attachment.content.buffer as ArrayBuffer)
}

export type MarkNumbersUsed = (session: Session) => Promise<TakenNumber[]>

export type GeneratedAttachments = {
  attachments: OpenableAttachment[]
  /**
   * To be called in the transaction that keeps the mail, before anything that refers to the job is stored. Answers the
   * numbers that were not used before.
   */
  markNumbersUsed: MarkNumbersUsed
}

/**
 * Fills the templates among what was found, outside of any transaction. All numbers that they print are taken before
 * the first is made; `holder` lets go of them.
 */
export async function generateAttachments(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  { jobId, holder, named }: { jobId: string; holder: string; named: readonly NamedNumber[] },
  found: readonly Found[],
): Promise<GeneratedAttachments> {
  const chosen = found.flatMap(one => ('template' in one ? [one.template] : []))
  const requests: NumberRequest[] = []
  for (const template of chosen) {
    const stored = await asUser(session => loadTemplate(session, template.templateId))
    requests.push({ jobId, ...numbersPrinted(await readReport(dependencies, stored), template) })
  }
  // A text that names a number was agreed to when it was written.
  const allowsEmpty = chosen.every(({ allowEmptyJob }) => allowEmptyJob)
  const all = {
    jobId,
    kinds: [...new Set([...requests.flatMap(({ kinds }) => kinds), ...named.map(({ kind }) => kind)])],
    printsHouseBl: requests.some(({ printsHouseBl }) => printsHouseBl),
    printsHouses: requests.some(({ printsHouses }) => printsHouses),
  }
  if (all.kinds.length > 0)
    await asUser(async session => {
      const [taken] = await takeNumbers(session, holder, [all], allowsEmpty ? 'take' : 'refuse')
      for (const one of named) requireGiven(one, taken)
    })
  const attachments: OpenableAttachment[] = []
  for (const one of found)
    attachments.push(
      'attachment' in one
        ? one.attachment
        : await madeEnclosure(dependencies, asUser, { jobId, holder }, one.template),
    )
  return { attachments, markNumbersUsed: session => markNumbersUsed(session, holder, all) }
}

/** The text was read and is sent unchanged: a number that is no longer the job's is reported, not replaced. */
function requireGiven({ kind, number }: NamedNumber, taken: TakenNumbers | undefined): void {
  const own = taken?.numbers.find(one => one.kind === kind)?.number
  if (own === number) return
  const paper = numberedPapers[kind].label
  throw new AppError(
    'number_given',
    own
      ? `The text names ${paper.toLowerCase()} ${number}, which has changed or now belongs to another job. This job’s is ${own}.`
      : `The text names ${paper.toLowerCase()} ${number}, and this job no longer has one.`,
  )
}

async function madeEnclosure(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  taken: { jobId: string; holder: string },
  { templateId, format, name, ...agreed }: ChosenTemplate,
): Promise<OpenableAttachment> {
  const stored = await asUser(session => loadTemplate(session, templateId))
  const { extension, kind, mediaType } = documentFiles[format]
  const plainName = documentName(name ?? stored.template.defaultDocumentName, extension)
  return withinBudget(dependencies, stored, 1, async () => {
    const { source, numbers, originalOrCopy } = await sourceOfDocument(dependencies, asUser, stored, {
      ...taken,
      ...agreed,
    })
    const named = { name: nameOfOriginalOrCopy(plainName, originalOrCopy), templateId }
    const standing = await standingDocument(dependencies, asUser, stored, { source, format })
    if (standing) {
      const attachment = await asUser(session =>
        documentAttachment(dependencies.files, session, taken.jobId, standing),
      )
      // Nothing was made.
      dependencies.budgets.spend(stored.accountId, 'documents', -1)
      return { ...attachment, ...named }
    }
    const { made, origin } = await makeDocument(dependencies, stored, source, {
      formats: [format],
      ...agreed,
    })
    const [document] = made
    if (!document) throw new Error('A template made no document.')
    const bytes = Buffer.from(document.bytes)
    return {
      ...named,
      mediaType,
      size: bytes.length,
      documentId: crypto.randomUUID(),
      open: async () => bytes,
      made: {
        ...{ bytes, kind: { type: kind.label, mediaType }, prints: numbers },
        ...origin,
      },
    }
  })
}
