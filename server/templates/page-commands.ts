import type { PageCondition, PageRows, TemplatePage } from '#contract/template-pages.ts'
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
import * as records from './records.ts'
import { fillTemplate } from './stored-template.ts'
import { asRefusal } from './word-refusals.ts'

type Asked = { templateId: string; jobId: string | undefined }

/** The page of a template, with its fields and, for a job, the values that may become fields. */
export async function readTemplatePage(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  asked: Asked,
): Promise<TemplatePage> {
  const { stored, values } = await load(dependencies, asUser, asked)
  const { contentKey: key, template } = stored
  const page = await dependencies.word
    .page({
      company: ownerOf(key),
      bytes: () => wholeFile(dependencies.files, { key, size: template.size }),
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
  const elsewhere = problems.length > 0 ? [] : template.problems
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

type Change = Asked & {
  changes: readonly {
    from: { paragraph: number; offset: number }
    to: { paragraph: number; offset: number }
    text: string
  }[]
  rows: readonly PageRows[]
  conditions?: readonly PageCondition[] | undefined
}

/** A template with changes on its page, and what it prints otherwise for the job since. */
export async function changeTemplatePage(
  dependencies: TemplateDependencies & { uploadLimitBytes: number },
  asUser: AsUser,
  input: Change,
  ifMatch: number | undefined,
): Promise<{ template: DocumentTemplate; differences: { before: string; after: string }[] | null }> {
  const { files, word, uploadLimitBytes } = dependencies
  const { stored, values } = await load(dependencies, asUser, input)
  await asUser(session => lockForChange(session, input.templateId, ifMatch))
  const company = ownerOf(stored.contentKey)
  const made = await word
    .changePage({
      company,
      bytes: () => wholeFile(files, { key: stored.contentKey, size: stored.template.size }),
      changes: input,
      known: findable.known,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  return withStoredFile({ files, asUser }, async (key, save) => {
    // Names of fields are longer than the values that stood in their places.
    const limitBytes = uploadLimitBytes + 1024 * 1024
    const file = await files.put(key, inOnePiece(made), { limitBytes, isUpload: true })
    const content = await inspectUpload(dependencies, { key, ...file })
    const differences = values && (await differencesOf(dependencies, stored, content, values))
    return save(async session => {
      await lockForChange(session, input.templateId, ifMatch ?? stored.template.version)
      await records.replaceContent(session.db, session.accountId, input.templateId, content)
      const { template } = await loadTemplate(session, input.templateId)
      return { result: { template, differences }, kept: true }
    })
  })
}

type Content = Parameters<typeof fillTemplate>[1]

async function differencesOf(
  dependencies: TemplateDependencies,
  old: Content,
  now: Content,
  values: FieldValues,
): Promise<{ before: string; after: string }[]> {
  const fill = (content: Content) => fillTemplate(dependencies, content, values, { blankUnknown: true })
  const [before, after] = [await fill(old), await fill(now)]
  const company = ownerOf(old.contentKey)
  return [...(await dependencies.word.differences({ company, before, after }))]
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
