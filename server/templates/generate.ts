import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { freeName } from '#contract/file-names.ts'
import type { Document } from '#contract/documents.ts'
import type { Session } from '#server/db/db.ts'
import * as documents from '#server/documents/records.ts'
import { withStoredFile } from '#server/documents/upload.ts'
import { AppError, notFound } from '#server/errors.ts'
import { loadFinance } from '#server/finance/commands.ts'
import { kinds } from '#server/files/kinds.ts'
import { getJobById } from '#server/jobs/records.ts'
import { getPort } from '#server/ports/records.ts'
import type { AsUser } from '#server/route.ts'
import { getMembership } from '#server/users/records.ts'
import { documentValues, knownFields, type TemplateSource } from './catalogue.ts'
import { documentName, loadTemplate, type TemplateParts } from './commands.ts'
import { asRefusal } from './word-refusals.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const MAXIMUM_BYTES = 200 * 1024 * 1024
const NAME_ATTEMPTS = 50

// Compiled templates are kept by their content and by what a template may name.
const catalogueHash = createHash('sha256').update(JSON.stringify(knownFields)).digest('hex')

type Wish = { templateId: string; jobId: string; documentName: string | undefined }

/** Fills a template with a job's values and adds the document to the job, under a name of its own. */
export async function generateDocument(parts: TemplateParts, asUser: AsUser, wish: Wish): Promise<Document> {
  const { template, contentKey, contentHash, source } = await asUser(async session => ({
    ...(await loadTemplate(session, wish.templateId)),
    source: await loadSource(session, wish.jobId),
  }))
  const name = documentName(wish.documentName ?? template.defaultDocumentName)
  // No transaction is open while the document is written.
  const bytes = await parts.word
    .fill({
      key: `${contentHash} ${catalogueHash}`,
      bytes: async () => buffer(await parts.files.get(contentKey)),
      known: knownFields,
      values: documentValues(source),
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  return withStoredFile({ files: parts.files, asUser }, async (key, save) => {
    const { size, sha256 } = await parts.files.put(key, inOnePiece(bytes), { limitBytes: MAXIMUM_BYTES })
    return save(async session => ({
      result: await insertUnderFreeName(session, {
        id: crypto.randomUUID(),
        jobId: wish.jobId,
        name,
        contentKey: key,
        contentHash: sha256,
        size,
        type: kinds.word.label,
        mediaType: DOCX,
        mayRunCode: false,
        source: {
          templateId: template.id,
          templateVersion: template.version,
          jobVersion: source.job.version,
        },
      }),
      kept: true,
    }))
  })
}

async function loadSource(session: Session, jobId: string): Promise<TemplateSource> {
  const { db, accountId } = session
  const job = await getJobById(db, accountId, jobId, { withStakeholders: true })
  if (!job) throw notFound('job')
  const port = async (id: string | null) => (id ? ((await getPort(db, accountId, id)) ?? null) : null)
  return {
    job,
    ports: {
      Loading: await port(job.quote.loadingPortId),
      Via: await port(job.quote.viaPortId),
      Discharge: await port(job.quote.dischargePortId),
      Destination: await port(job.quote.destinationPortId),
    },
    finance: await loadFinance(session, job.quote.financeId),
    membership: await getMembership(session),
    today: new Date().toISOString().slice(0, 10),
  }
}

/** “Name.docx”, “Name (2).docx” …: the database decides, as somebody may take the name at the same moment. */
async function insertUnderFreeName(
  { db, accountId }: Session,
  document: documents.NewDocument,
): Promise<Document> {
  const taken = (await documents.documentsOfJob(db, accountId, document.jobId)).map(({ name }) => name)
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = freeName(document.name, taken)
    const inserted = await documents.insertDocument(db, accountId, { ...document, name })
    if (inserted) return inserted
    taken.push(name)
  }
  throw new AppError(
    'already_exists',
    `The job has too many documents named “${document.name}”; use another name.`,
  )
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
