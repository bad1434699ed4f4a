import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DocumentFormat } from '#contract/generation.ts'
import type {
  ComparedPage,
  PageChanges,
  PageDifference,
  PageDismissal,
  TemplatePage,
} from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { withStoredFile } from '#server/documents/upload.ts'
import { ownerOf, wholeFile } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { inspectUpload, loadTemplate, lockForChange, type TemplateDependencies } from './commands.ts'
import { labelled } from './enclosure-labels.ts'
import { groupTitle } from './fields/field-groups.ts'
import { labelOfField } from './fields/field-labels.ts'
import { findable } from './fields/findable.ts'
import { loadSource, valuesFor } from './generation/generate.ts'
import { MAX_PROBLEMS, presentProblem } from './problems.ts'
import { proveContent } from './prove-content.ts'
import * as records from './records.ts'
import { latestContents } from './restore-records.ts'
import { fillTemplate, printAsPdf, readReport, type StoredContent } from './stored-template.ts'
import { asRefusal } from './word-refusals.ts'

type Asked = {
  templateId: string
  jobId: string | undefined
  /** Changes that are not saved. */
  steps?: readonly PageChanges[]
}

/** The page of a template, with its fields and, for a job, the values that may become fields. */
export async function readTemplatePage(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  asked: Asked,
): Promise<TemplatePage> {
  const { stored, values } = await load(dependencies, asUser, asked)
  const { template } = stored
  const changed = await changedFile(dependencies, stored, asked.steps ?? [])
  const page = await dependencies.word
    .page({
      company: ownerOf(stored.contentKey),
      bytes: () => (changed ? Promise.resolve(changed) : fileOf(dependencies, stored)),
      ...(changed && values && { former: () => fileOf(dependencies, stored) }),
      findable,
      values,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  const places = page.places.map(place => ({
    ...place,
    choices: place.choices.map(choice => ({ ...choice, label: labelOfField(choice.name) })),
  }))
  const questions = page.questions.map(question => ({
    places: [...question.places],
    answers: question.answers.map(({ name, isGroup, choices }) => ({
      label: isGroup ? groupTitle(name) : labelOfField(name),
      choices: [...choices],
    })),
  }))
  const problems = page.problems.slice(0, 2 * MAX_PROBLEMS).map(({ problem, meant, ...at }) => ({
    ...presentProblem(problem),
    ...at,
    meant: meant && { ...meant, label: labelOfField(meant.name || (problem.suggestion ?? '')) },
  }))
  // Of a file without a placeholder in its text, such as one in a chart.
  const elsewhere = problems.length > 0 || changed ? [] : template.problems
  const told = [...problems, ...elsewhere.map(one => ({ ...one, ...NOT_ON_THE_PAGE }))]
  const { parts, width, language } = page
  const enclosures = page.enclosures.map(labelled)
  return {
    template,
    parts,
    width,
    language,
    places,
    questions,
    rows: [...page.rows],
    enclosures,
    problems: told,
    dismissals: stored.dismissals,
  }
}

const NOT_ON_THE_PAGE = { isWarning: false, from: null, to: null, meant: null }

async function load(dependencies: TemplateDependencies, asUser: AsUser, { templateId, jobId }: Asked) {
  const { stored, source } = await asUser(async session => ({
    stored: await loadTemplate(session, templateId),
    source: jobId === undefined ? null : await loadSource(session, jobId),
  }))
  return { stored, values: source && (await valuesFor(dependencies, source)) }
}

const fileOf = (
  { files }: Pick<TemplateDependencies, 'files'>,
  { contentKey: key, template: { size } }: Stored,
) => wholeFile(files, { key, size })

type Stored = Awaited<ReturnType<typeof loadTemplate>>

/** A template's file with changes on its page, one after the other; null where they change nothing. */
async function changedFile(
  dependencies: TemplateDependencies,
  stored: Stored,
  steps: readonly PageChanges[],
): Promise<Uint8Array | null> {
  if (steps.length === 0) return null
  return dependencies.word
    .changePage({
      company: ownerOf(stored.contentKey),
      bytes: () => fileOf(dependencies, stored),
      steps,
      known: findable.known,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
}

/** What a template would make of a job with changes of its page that are not saved. Nothing of it is kept. */
export async function previewTemplatePage(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  asked: Required<Asked> & { jobId: string; format: DocumentFormat; left: AbortSignal },
): Promise<Uint8Array> {
  const { templateId, jobId, left } = asked
  const { stored, source } = await asUser(async session => ({
    stored: await loadTemplate(session, templateId),
    source: await loadSource(session, jobId),
  }))
  const values = await valuesFor(dependencies, source)
  const changed = await changedFile(dependencies, stored, asked.steps)
  const options = { blankUnknown: true, left }
  const made = await fillTemplate(dependencies, changed ? inMemory(stored, changed) : stored, values, options)
  return asked.format === 'pdf' ? printAsPdf(dependencies, stored, made, left) : made
}

const inMemory = ({ contentKey }: Stored, bytes: Uint8Array) => ({
  contentKey,
  contentHash: createHash('sha256').update(bytes).digest('hex'),
  bytes,
})

type Change = Asked &
  PageChanges & {
    earlier?: readonly PageChanges[] | undefined
    compareWith?: ComparedPage | undefined
    dismissals?: readonly PageDismissal[] | undefined
  }

/**
 * A template with changes on its page, and what it prints otherwise for the job since. What changes nothing saves
 * nothing but what people said is no field: the template is answered as it stands.
 */
export async function changeTemplatePage(
  dependencies: TemplateDependencies & { uploadLimitBytes: number },
  asUser: AsUser,
  input: Change,
  ifMatch: number | undefined,
): Promise<{ template: DocumentTemplate } & Proof> {
  const { files, uploadLimitBytes } = dependencies
  const { compareWith, earlier = [] } = input
  const { stored, values } = await load(dependencies, asUser, input)
  await asUser(session => lockForChange(session, input.templateId, ifMatch))
  const proofOf = (content: ToProve['content']) =>
    values
      ? prove(dependencies, asUser, { stored, content, values, compareWith, jobId: input.jobId ?? '' })
      : { reply: { differences: null, comparedWith: null }, leftValues: stored.leftValues }
  const made = await changedFile(dependencies, stored, [...earlier, input])
  if (made === null) {
    const { contentKey, template } = stored
    const { reply } = await proofOf({ contentKey, size: template.size })
    return { template: await withDismissals(asUser, stored, input, ifMatch), ...reply }
  }
  return withStoredFile({ files, asUser }, async (key, save) => {
    // Names of fields are longer than the values that stood in their places.
    const limitBytes = uploadLimitBytes + 1024 * 1024
    const file = await files.put(key, inOnePiece(made), { limitBytes, isUpload: true })
    const content = await inspectUpload(dependencies, { key, ...file })
    const { reply, leftValues } = await proofOf(content)
    const said = { dismissals: input.dismissals, leftValues }
    return save(async session => {
      await lockForChange(session, input.templateId, ifMatch ?? stored.template.version)
      await records.replaceContent(session.db, session.accountId, input.templateId, content, said)
      const { template } = await loadTemplate(session, input.templateId)
      return { result: { template, ...reply }, kept: true }
    })
  })
}

/** A template whose page stays as it is, with what people said of it now. */
async function withDismissals(
  asUser: AsUser,
  { template, dismissals: before }: Stored,
  { templateId, dismissals }: Change,
  ifMatch: number | undefined,
): Promise<DocumentTemplate> {
  if (!dismissals || isDeepStrictEqual(dismissals, before)) return template
  return asUser(async session => {
    await lockForChange(session, templateId, ifMatch ?? template.version)
    await records.keepDismissals(session.db, session.accountId, templateId, dismissals)
    return (await loadTemplate(session, templateId)).template
  })
}

/** What the reply says of a save. */
type Proof = { differences: PageDifference[] | null; comparedWith: ComparedPage | null }

type ToProve = {
  stored: Stored
  content: Pick<records.TemplateContent, 'contentKey' | 'size'>
  values: FieldValues
  compareWith: ComparedPage | undefined
  jobId: string
}

/** What the new content prints for the job otherwise than the page that it is compared with, and what of it stays text. */
async function prove(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  { stored, content, values, compareWith = 'former', jobId }: ToProve,
): Promise<{ reply: Proof; leftValues: records.LeftValue[] }> {
  const document = compareWith === 'document' ? await documentBehind(dependencies, asUser, stored) : null
  const { differences, left, stillLeft } = await proveContent(dependencies, {
    ...{ content, comparedWith: document ?? stored, values },
    earlier: stored.leftValues.map(({ text }) => text),
  })
  const others = stored.leftValues.filter(
    ({ text }) => stillLeft.includes(text) && left.every(one => one.text !== text),
  )
  return {
    reply: { differences: [...differences], comparedWith: document ? 'document' : 'former' },
    leftValues: [...others, ...left.map(one => ({ ...one, shipmentId: jobId }))].slice(-records.MOST_LEFT),
  }
}

/** The latest content that has no field: the document of which the template was made. Null where it is kept no more. */
async function documentBehind(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  stored: Stored,
): Promise<StoredContent | null> {
  const earlier = await asUser(session =>
    latestContents(session.db, session.accountId, stored.template.id, MOST_LOOKED_AT),
  )
  // What lies under a key never changes: of an earlier content it stands for its hash.
  const contents = [stored, ...earlier.map(({ contentKey }) => ({ contentKey, contentHash: contentKey }))]
  for (const content of contents) {
    const { fields, conditions } = await readReport(dependencies, content)
    if (fields.length === 0 && conditions.length === 0) return content
  }
  return null
}

/** So many saves after the first a person still compares with the document. */
const MOST_LOOKED_AT = 20

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
