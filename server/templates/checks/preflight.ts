import { jobFieldLabels } from '#contract/job-fields.ts'
import type { MissingValue, Preflight } from '#contract/generation.ts'
import { housePaperOf, isHousePaper, numberedPapers } from '#contract/numbering.ts'
import { readNumberedJobs, dryRun } from '#server/company/job-number-records.ts'
import { housePrefixes, refusalForSharedNumber } from '#server/company/house-number-commands.ts'
import { type TakenNumbers, takeNumbers } from '#server/company/take-numbers-commands.ts'
import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { type FontCoverage, fontCoverage } from '#server/pdf/fonts.ts'
import type { AsUser } from '#server/route.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FoundField } from '#server/word/language/placeholder-sink.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { loadTemplate, type TemplateDependencies } from '#server/templates/commands.ts'
import { arrivalPassed } from './contradictions-to-check.ts'
import { currenciesToCheck } from './currencies-to-check.ts'
import { divisionsToCheck } from './divisions-to-check.ts'
import { fontsOfTemplates } from './fonts-to-check.ts'
import { loadSource, valuesFor, withHeldNumbers } from '#server/templates/generation/generate.ts'
import { leftAsText } from './left-as-text.ts'
import { otherChoices } from './other-choices.ts'
import { missingValues } from './missing.ts'
import { conditionsOf, fieldsInUse, namesPrinted } from './names-printed.ts'
import { sumsToCheck } from './sums-to-check.ts'
import { printsNothingOfJob, isJobEmpty, emptyJob } from './empty-job.ts'
import { numberRequestsFor } from '#server/templates/generation/document-sets.ts'
import { houseBlToCheck, numbersPrinted, refusalOfPaper } from '#server/templates/generation/papers.ts'
import { printsOriginalOrCopy } from '#server/templates/fields/paper-fields.ts'
import { presentProblems } from '#server/templates/problems.ts'
import { readReport } from '#server/templates/stored-template.ts'

type PreflightInput = { templateIds: readonly string[]; shipmentIds: readonly string[] }

/** What the templates print and the jobs lack. */
export async function checkBeforeGenerating(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  { templateIds, shipmentIds }: PreflightInput,
): Promise<Preflight> {
  const stored = await asUser(async session => {
    const templates = []
    for (const id of new Set(templateIds)) templates.push(await loadTemplate(session, id))
    return templates
  })
  const checked = await Promise.all(
    stored.map(async content => ({
      ...(await readOrRefusal(dependencies, content)),
      content,
      template: content.template,
    })),
  )
  const asked = checked.map(({ template, report, content: { leftValues, dismissals } }) => ({
    ...{ templateId: template.id, leftValues, dismissals },
    isPreAlert: /\bpre[\s-]?alert/i.test(template.name),
    fields: report?.fields ?? [],
    numbers: numbersPrinted(report ?? { fields: [], problems: [] }, { blankUnknown: true }),
  }))
  const jobs = await asUser(session => jobsAsPrinted(session, [...new Set(shipmentIds)], asked))
  const fonts = await fontCoverage()
  return {
    templates: checked.map(({ template, report, refused }) => ({
      id: template.id,
      name: template.name,
      problems: presentProblems(report?.problems ?? []),
      refused,
      asksOriginalOrCopy: printsOriginalOrCopy(report?.fields ?? []),
    })),
    jobs: await Promise.all(
      jobs.map(async ({ source, taken, made, refusals }) => {
        const values = await valuesFor(dependencies, source)
        return {
          ...headOf(source.job),
          missing: [
            ...wrongHouseBl(taken, source, made),
            ...sharedNumber(taken, asked),
            ...leftAsText(source.job.id, made),
            ...otherChoices(values.fields, made),
            ...missingOf({ source, taken }, values, made, fonts),
          ],
          ...numbersOf(taken, made),
          refusals,
        }
      }),
    ),
  }
}

/** The jobs with the numbers that they would be given now, of which nothing is kept. */
async function jobsAsPrinted(session: Session, jobIds: readonly string[], asked: readonly Asked[]) {
  const prefixes = await housePrefixes(session)
  const read = await readNumberedJobs(session.db, session.accountId, jobIds)
  const requests = await numberRequestsFor(
    session,
    jobIds,
    asked.map(({ numbers }) => numbers),
  )
  return dryRun(session.db, async () => {
    const holder = crypto.randomUUID()
    const jobs: { source: TemplateSource; taken: TakenNumbers; made: Asked[]; refusals: Refusal[] }[] = []
    for (const taken of await takeNumbers(session, holder, requests, 'take')) {
      const source = await withHeldNumbers(session, holder, await loadSource(session, taken.jobId))
      const job = read.find(one => one.id === taken.jobId)
      const refusals = asked.flatMap(({ templateId, numbers }) => {
        const message =
          (job && refusalOfPaper(job, numbers, prefixes)) ??
          (numbers.kinds.some(isHousePaper) ? refusalForSharedNumber(taken.shared) : null)
        return message ? [{ templateId, message }] : []
      })
      // Those that are refused are not made: they lack nothing and use no number.
      const made = asked.filter(one => !refusals.some(({ templateId }) => templateId === one.templateId))
      jobs.push({ source: { ...source, job: { ...source.job, hbl: taken.houseBl } }, taken, made, refusals })
    }
    return jobs
  })
}

type Refusal = Preflight['jobs'][number]['refusals'][number]

/** What a job's papers would be numbered. */
function numbersOf({ numbers, isEmpty }: TakenNumbers, made: readonly Asked[]) {
  const used = numbers.flatMap(one => {
    const templateIds = made
      .filter(template => template.numbers.kinds.includes(one.kind))
      .map(({ templateId }) => templateId)
    return templateIds.length > 0 ? [{ ...one, label: numberedPapers[one.kind].label, templateIds }] : []
  })
  return { numbers: used, isEmpty: isEmpty && used.some(({ isNew }) => isNew) }
}

type Asked = Parameters<typeof leftAsText>[1][number] & {
  isPreAlert: boolean
  fields: readonly FoundField[]
  numbers: ReturnType<typeof numbersPrinted>
}

/** A house number that another job has too is reported with all papers that print it, refused or not. */
function sharedNumber({ shared }: TakenNumbers, asked: readonly Asked[]): MissingValue[] {
  if (!shared) return []
  const message = `Job ${shared.jobId} has the house BL ${shared.number} too. Each job needs its own number`
  const templateIds = asked
    .filter(({ numbers }) => numbers.printsHouseBl || numbers.kinds.some(isHousePaper))
    .map(({ templateId }) => templateId)
  const label = jobFieldLabels.hbl
  return [{ label, message, place: { screen: 'details', field: 'hbl' }, check: true, templateIds }]
}

const headOf = ({ id, jobId, name }: TemplateSource['job']) => ({ id, jobId, name })

/** Reported for the papers that print it, as House B/L or as their own number. */
function wrongHouseBl(taken: TakenNumbers, { job }: TemplateSource, asked: readonly Asked[]): MissingValue[] {
  const { transportMode } = job.quote
  // By road and without a mode either paper may be made: only others name its number otherwise.
  const isOwn = housePaperOf(transportMode) !== null
  const templateIds = asked
    .filter(({ numbers: { printsHouseBl, kinds } }) =>
      isOwn ? printsHouseBl || kinds.some(isHousePaper) : printsHouseBl && !kinds.some(isHousePaper),
    )
    .map(({ templateId }) => templateId)
  return templateIds.length === 0
    ? []
    : houseBlToCheck(taken, transportMode).map(one => ({ ...one, check: true, templateIds }))
}

/** Leads to the job's name, or where that is not printed to the first field that is. */
function emptyIn(
  templateIds: readonly string[],
  printed: ReadonlySet<string>,
  gaps: readonly MissingValue[],
): MissingValue {
  const gap = gaps.find(
    one => one.place?.screen === 'details' && one.templateIds.some(id => templateIds.includes(id)),
  )
  const place = printed.has('Shipment.Name') ? emptyJob.place : (gap?.place ?? emptyJob.place)
  return { ...emptyJob, place, templateIds: [...templateIds] }
}

/** A pre-alert announces an arrival too, and has no number by which it is known. */
const passedIn = (names: ReadonlySet<string>, source: TemplateSource) =>
  names.has('Shipment.Eta') ? arrivalPassed(source).map(one => ({ ...one, check: true as const })) : []

function missingOf(
  { source, taken }: { source: TemplateSource; taken: TakenNumbers },
  values: FieldValues,
  asked: readonly Asked[],
  fonts: FontCoverage | null,
): MissingValue[] {
  const missingFrom = (
    names: ReadonlySet<string>,
    fields: readonly FoundField[],
    { isPreAlert }: { isPreAlert: boolean },
  ) => [
    ...missingValues(names, source, values),
    ...(isPreAlert && !names.has('Numbers.ArrivalNotice') ? passedIn(names, source) : []),
    ...sumsToCheck(fields, source, values),
    ...currenciesToCheck(fields, source, values),
    ...divisionsToCheck(fields, source, values),
  ]
  const conditions = conditionsOf(values)
  const inUse = asked.map(one => ({ ...one, fields: fieldsInUse(one.fields, conditions) }))
  const byTemplate = inUse.map(({ templateId, fields, isPreAlert }) => {
    const names = namesPrinted(fields, values)
    const missing = missingFrom(names, fields, { isPreAlert })
    // Where one thing is missing, that says as much.
    const isEmpty = missing.length > 1 && printsNothingOfJob(names, values)
    return { templateId, names, messages: new Set(missing.map(one => one.message)), isEmpty }
  })
  const idsWhere = (holds: (one: (typeof byTemplate)[number]) => boolean) =>
    byTemplate.filter(holds).map(({ templateId }) => templateId)
  const everything = new Set(byTemplate.flatMap(({ names }) => [...names]))
  const allFields = inUse.flatMap(({ fields }) => fields)
  const missing = [
    ...missingFrom(everything, allFields, { isPreAlert: asked.some(one => one.isPreAlert) }).map(one => ({
      ...one,
      templateIds: idsWhere(({ messages }) => messages.has(one.message)),
    })),
    ...fontsOfTemplates(byTemplate, values, fonts),
  ]
  // Of a job on which nothing is filled in, one line says as much as one for each of its fields.
  const isLeft = ({ place, check }: MissingValue) => check === true || place?.screen === 'company'
  const isNumbered = taken.numbers.some(({ kind, isNew }) => isNew && isHousePaper(kind))
  const gaps = missing.filter(one => !isLeft(one))
  if (gaps.length > 1 && isJobEmpty(values, { isNumbered })) {
    const templateIds = idsWhere(({ templateId }) => gaps.some(one => one.templateIds.includes(templateId)))
    return [emptyIn(templateIds, everything, gaps), ...missing.filter(isLeft)]
  }
  const empty = byTemplate.filter(({ isEmpty }) => isEmpty)
  if (empty.length === 0) return missing
  const printedByEmpty = new Set(empty.flatMap(({ names }) => [...names]))
  const ids = empty.map(({ templateId }) => templateId)
  return [emptyIn(ids, printedByEmpty, gaps), ...missing]
}

/** A file that was accepted earlier and would be refused today is reported, and does not hold up others. */
async function readOrRefusal(
  dependencies: TemplateDependencies,
  content: Awaited<ReturnType<typeof loadTemplate>>,
) {
  try {
    return { report: await readReport(dependencies, content), refused: null }
  } catch (error) {
    if (error instanceof AppError && error.code === 'template_unusable')
      return { report: null, refused: error.message }
    throw error
  }
}
