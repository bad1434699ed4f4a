import type { DocumentFormat, GeneratedDocument } from '#contract/generation.ts'
import { isHousePaper } from '#contract/numbering.ts'
import { type OriginalOrCopy, USUAL_COPY } from '#contract/original-or-copy.ts'
import { companyDay } from '#server/records/day-records.ts'
import { housePrefixes, refusalForSharedNumber } from '#server/company/house-number-commands.ts'
import { readNumberedJobs } from '#server/company/job-number-records.ts'
import { type NumberRequest, takeNumbers } from '#server/company/take-numbers-commands.ts'
import {
  withNumberHolder,
  houseBlsOnceStored,
  describeNumbers,
  markNumbersUsed,
} from '#server/company/use-numbers-commands.ts'
import type { Session } from '#server/db/db.ts'
import { insertUnderFreeName } from '#server/documents/free-name.ts'
import type * as documents from '#server/documents/records.ts'
import { withStoredFiles } from '#server/documents/upload.ts'
import { AppError, notFound } from '#server/errors.ts'
import { loadFinance } from '#server/finance/commands.ts'
import { fileKinds, type KindDescription } from '#server/files/kinds.ts'
import { getJobById } from '#server/jobs/records.ts'
import { fontCoverage } from '#server/pdf/fonts.ts'
import { iataCode } from '#server/ports/iata.ts'
import { airportOf, getPort } from '#server/ports/records.ts'
import { referencesOnPapers } from '#server/references/records.ts'
import type { AsUser } from '#server/route.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { fontsToCheck } from '#server/templates/checks/fonts-to-check.ts'
import { namesPrinted } from '#server/templates/checks/names-printed.ts'
import { documentValues, type TemplateSource } from '#server/templates/fields/catalogue.ts'
import { printsOriginalOrCopy } from '#server/templates/fields/paper-fields.ts'
import { documentName, loadTemplate, type TemplateDependencies } from '#server/templates/commands.ts'
import { withinBudget } from './document-budget.ts'
import { requireOpenSet } from './document-sets.ts'
import { numbersPrinted, type Printed, refusePaper } from './papers.ts'
import { snapshotOf } from './document-snapshot.ts'
import { nameOfOriginalOrCopy, originalOrCopyOf, refuseOriginalOfNone } from './original-or-copy.ts'
import {
  loadAuthor,
  loadCompanyAndLogo,
  loadContainers,
  loadCostShares,
  loadHouses,
  loadNumbers,
  withLogo,
} from './source-parts.ts'
import { keepSource } from './source-records.ts'
import { fillTemplate, printAsPdf, readReport } from '#server/templates/stored-template.ts'

const MAXIMUM_BYTES = 200 * 1024 * 1024

/** Of what kind the documents of each format are. */
export const documentFiles: Record<
  DocumentFormat,
  { extension: string; kind: KindDescription; mediaType: string }
> = {
  word: {
    extension: '.docx',
    kind: fileKinds.word,
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pdf: { extension: '.pdf', kind: fileKinds.pdf, mediaType: 'application/pdf' },
}

export type GenerationRequest = {
  templateId: string
  jobId: string
  formats: readonly DocumentFormat[]
  documentName?: string | undefined
  /** Print nothing for what the template names and the product does not know; else it is refused. */
  blankUnknown?: boolean | undefined
  /** Use a number for a job that has no parties, goods or route yet; else it is refused. */
  allowEmptyJob?: boolean | undefined
  /** Where the template prints it: a copy unless something else is asked for. */
  originalOrCopy?: OriginalOrCopy | undefined
  /** The set of documents that it belongs to, which holds the numbers. */
  setId?: string | undefined
  /** Aborted when the caller has gone: what has not begun is not started. What has been made is added all the same. */
  left?: AbortSignal | undefined
}

/** Fills a template with a job's values and adds the documents to the job, each under a name of its own. */
export async function generateDocuments(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  input: GenerationRequest,
): Promise<GeneratedDocument[]> {
  const { setId } = input
  if (setId === undefined)
    return withNumberHolder(asUser, holder => generateHolding(dependencies, asUser, input, holder))
  return generateHolding(dependencies, asUser, input, setId)
}

async function generateHolding(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  input: GenerationRequest,
  holder: string,
): Promise<GeneratedDocument[]> {
  const { setId } = input
  const stored = await asUser(async session => {
    if (setId !== undefined) await requireOpenSet(session, setId)
    return loadTemplate(session, input.templateId)
  })
  const typed = input.documentName ?? stored.template.defaultDocumentName
  const names = input.formats.map(format => documentName(typed, documentFiles[format].extension))
  // No transaction is open while documents are written, and none is added before all are there.
  return withinBudget(dependencies, stored, input.formats.length, async () => {
    const { source, numbers } = await sourceOfDocument(dependencies, asUser, stored, { ...input, holder })
    const { made, origin, withoutFont } = await makeDocument(dependencies, stored, source, input)
    // All of them or none: the second must not be refused when the first is there.
    const bytes = made.reduce((sum, one) => sum + one.bytes.length, 0)
    await dependencies.files.requireRoom(stored.contentKey, { bytes })
    return storeContents(dependencies, asUser, made, async (session, contents) => {
      if (setId !== undefined) await requireOpenSet(session, setId)
      let given = describeNumbers(await markNumbersUsed(session, holder, numbers))
      const added: GeneratedDocument[] = []
      for (const [index, content] of contents.entries()) {
        const inserted = await insertUnderFreeName(session, {
          id: crypto.randomUUID(),
          jobId: input.jobId,
          name: nameOfOriginalOrCopy(names[index] ?? typed, origin.versions.originalOrCopy),
          ...content,
          source: origin.versions,
          setId,
          numbersGiven: given,
        })
        await keepSource(session.db, session.accountId, inserted.id, origin.source)
        const isPdf = made[index]?.format === 'pdf'
        added.push({
          ...inserted,
          ...(given && { numbersGiven: given }),
          ...(isPdf && withoutFont.length > 0 && { withoutFont }),
        })
        // The first document is the one that was given the numbers.
        given = ''
      }
      return added
    })
  })
}

/** What documents of this source are filled with. */
export async function valuesFor(
  { files }: Pick<TemplateDependencies, 'files'>,
  source: TemplateSource,
): Promise<FieldValues> {
  return documentValues(await withLogo(files, source))
}

type Made = { format: DocumentFormat; bytes: Uint8Array }

/** A template's documents of one job, one for each format, and what has to be remembered of their making. */
export async function makeDocument(
  dependencies: TemplateDependencies,
  stored: Awaited<ReturnType<typeof loadTemplate>>,
  source: TemplateSource,
  { formats, blankUnknown = false, left }: Pick<GenerationRequest, 'formats' | 'blankUnknown' | 'left'>,
) {
  const values = await valuesFor(dependencies, source)
  const word = await fillTemplate(dependencies, stored, values, { blankUnknown, left })
  const made: Made[] = []
  for (const format of formats)
    made.push({ format, bytes: format === 'pdf' ? await printAsPdf(dependencies, stored, word, left) : word })
  const { template, contentHash } = stored
  const report = await readReport(dependencies, stored)
  const fonts = formats.includes('pdf') ? await fontCoverage() : null
  return {
    made,
    withoutFont: fontsToCheck(namesPrinted(report.fields, values), values, fonts).map(one => one.message),
    origin: {
      versions: {
        templateId: template.id,
        templateVersion: template.version,
        jobVersion: source.job.version,
        originalOrCopy: printsOriginalOrCopy(report.fields) ? source.originalOrCopy : null,
      },
      source: { templateHash: contentHash, printed: snapshotOf(report, values) },
    },
  }
}

/** Puts made documents into the file store and lets `keep` save what belongs to them: all of them or none. */
export async function storeContents<Result>(
  { files }: Pick<TemplateDependencies, 'files'>,
  asUser: AsUser,
  made: readonly Made[],
  keep: (session: Session, contents: readonly documents.DocumentContent[]) => Promise<Result>,
): Promise<Result> {
  return withStoredFiles({ files, asUser }, made.length, async (keys, save) => {
    const contents: documents.DocumentContent[] = []
    for (const [index, { format, bytes }] of made.entries()) {
      const key = keys[index] ?? ''
      const { kind, mediaType } = documentFiles[format]
      const { size, sha256 } = await files.put(key, inOnePiece(bytes), { limitBytes: MAXIMUM_BYTES })
      const type = kind.label
      contents.push({ contentKey: key, contentHash: sha256, size, type, mediaType, mayRunCode: false })
    }
    return save(async session => ({ result: await keep(session, contents), kept: true }))
  })
}

/**
 * What a document that is about to be made is filled from, and the numbers that it prints. Those that the job's
 * papers do not have yet are taken for it and held, unless the document will be refused. `originalOrCopy` is null where
 * the template does not print it.
 */
export async function sourceOfDocument(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  stored: Awaited<ReturnType<typeof loadTemplate>>,
  input: Pick<GenerationRequest, 'jobId' | 'blankUnknown' | 'allowEmptyJob' | 'originalOrCopy'> & {
    holder: string
  },
): Promise<{ source: TemplateSource; numbers: NumberRequest; originalOrCopy: OriginalOrCopy | null }> {
  const report = await readReport(dependencies, stored)
  const originalOrCopy = originalOrCopyOf(report, input.originalOrCopy)
  const numbers = { ...numbersPrinted(report, input), jobId: input.jobId }
  const source = await asUser(async session => {
    const filled = await sourceWithNumbers(session, input, numbers)
    // What is refused here takes no number.
    refuseOriginalOfNone(report, filled.job, originalOrCopy)
    return filled
  })
  return { source: { ...source, originalOrCopy: originalOrCopy ?? USUAL_COPY }, numbers, originalOrCopy }
}

/** The job as papers with these numbers print it. */
export async function sourceWithNumbers(
  session: Session,
  { holder, allowEmptyJob }: { holder: string; allowEmptyJob?: boolean | undefined },
  numbers: NumberRequest & Pick<Printed, 'named'>,
): Promise<TemplateSource> {
  const isNumbered = numbers.kinds.length > 0 || numbers.printsHouseBl
  if (isNumbered || numbers.named.length > 0) {
    const [job] = await readNumberedJobs(session.db, session.accountId, [numbers.jobId])
    if (job) refusePaper(job, numbers, await housePrefixes(session))
  }
  const [taken] = isNumbered
    ? await takeNumbers(session, holder, [numbers], allowEmptyJob ? 'take' : 'refuse')
    : []
  const refusal = numbers.kinds.some(isHousePaper) ? refusalForSharedNumber(taken?.shared ?? null) : null
  if (refusal) throw new AppError('number_in_use', refusal)
  const loaded = await loadSource(session, numbers.jobId, 'given')
  const source = numbers.printsHouses ? await withHeldNumbers(session, holder, loaded) : loaded
  return taken ? { ...source, job: { ...source.job, hbl: taken.houseBl } } : source
}

/** The houses with the numbers that the same set of documents gives them. */
export async function withHeldNumbers(
  session: Session,
  holder: string,
  source: TemplateSource,
): Promise<TemplateSource> {
  const houseBls = await houseBlsOnceStored(
    session,
    holder,
    source.houses.map(({ id }) => id),
  )
  return {
    ...source,
    houses: source.houses.map(house => ({ ...house, hbl: houseBls.get(house.id) ?? house.hbl })),
  }
}

export async function loadSource(
  session: Session,
  jobId: string,
  which: 'given' | 'expected' = 'expected',
): Promise<TemplateSource> {
  const { db, accountId } = session
  const job = await getJobById(db, accountId, jobId, { withStakeholders: true })
  if (!job) throw notFound('job')
  const port = async (id: string | null) => {
    const found = id ? await getPort(db, accountId, id) : undefined
    if (!found) return null
    const { functions = null, iata = null } = (await airportOf(db, found.code)) ?? {}
    return { ...found, iata: iataCode({ code: found.code, functions, iata }) }
  }
  const companyAndLogo = await loadCompanyAndLogo(session)
  // By which the freight of the job is reckoned, wherever it is told.
  const { airDivisor } = companyAndLogo.company
  return {
    job: Object.assign(job, { airDivisor }),
    ports: {
      Loading: await port(job.quote.loadingPortId),
      Via: await port(job.quote.viaPortId),
      Discharge: await port(job.quote.dischargePortId),
      Destination: await port(job.quote.destinationPortId),
    },
    finance: await loadFinance(session, job.quote.financeId),
    ...(await loadContainers(session, job)),
    houses: (await loadHouses(session, job)).map(house => Object.assign(house, { airDivisor })),
    costShares: await loadCostShares(session, job),
    master:
      (job.master && (await getJobById(db, accountId, job.master.id, { withStakeholders: false }))) ?? null,
    references: await referencesOnPapers(db, accountId, job.id),
    ...companyAndLogo,
    numbers: await loadNumbers(session, job, which),
    membership: await loadAuthor(session),
    originalOrCopy: USUAL_COPY,
    today: await companyDay(db),
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
