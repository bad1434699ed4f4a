import type { MissingValue, Preflight } from '#contract/generation.ts'
import { AppError } from '#server/errors.ts'
import type { AsUser } from '#server/route.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { TemplateSource } from './catalogue.ts'
import { loadTemplate, type TemplateParts } from './commands.ts'
import { loadSource, valuesFor } from './generate.ts'
import { missingValues } from './missing.ts'
import { presentProblems } from './problems.ts'
import { readReport } from './stored-template.ts'

type Wish = { templateIds: readonly string[]; shipmentIds: readonly string[] }

/** What the templates print and the jobs lack. */
export async function checkBeforeGenerating(
  parts: TemplateParts,
  asUser: AsUser,
  { templateIds, shipmentIds }: Wish,
): Promise<Preflight> {
  const { stored, sources } = await asUser(async session => {
    const templates = []
    for (const id of new Set(templateIds)) templates.push(await loadTemplate(session, id))
    const jobs: TemplateSource[] = []
    for (const id of new Set(shipmentIds)) jobs.push(await loadSource(session, id))
    return { stored: templates, sources: jobs }
  })
  const checked = await Promise.all(
    stored.map(async content => ({ ...(await readOrRefusal(parts, content)), template: content.template })),
  )
  const asked = checked.map(({ template, report }) => ({
    templateId: template.id,
    names: new Set((report?.fields ?? []).map(field => field.name)),
  }))
  return {
    templates: checked.map(({ template, report, refused }) => ({
      id: template.id,
      name: template.name,
      problems: presentProblems(report?.problems ?? []),
      refused,
    })),
    jobs: await Promise.all(
      sources.map(async source => ({
        ...headOf(source.job),
        missing: missingOf(source, await valuesFor(parts, source), asked),
      })),
    ),
  }
}

type Asked = { templateId: string; names: ReadonlySet<string> }

const headOf = ({ id, jobId, name }: TemplateSource['job']) => ({ id, jobId, name })

function missingOf(source: TemplateSource, values: FieldValues, asked: readonly Asked[]): MissingValue[] {
  const byTemplate = asked.map(({ templateId, names }) => ({
    templateId,
    messages: new Set(missingValues(names, source, values).map(one => one.message)),
  }))
  const everything = new Set(asked.flatMap(({ names }) => [...names]))
  return missingValues(everything, source, values).map(one => ({
    ...one,
    templateIds: byTemplate
      .filter(({ messages }) => messages.has(one.message))
      .map(({ templateId }) => templateId),
  }))
}

/** A file that was taken in and would be refused today is told, and holds up no other. */
async function readOrRefusal(parts: TemplateParts, content: Awaited<ReturnType<typeof loadTemplate>>) {
  try {
    return { report: await readReport(parts, content), refused: null }
  } catch (error) {
    if (error instanceof AppError && error.code === 'template_unusable')
      return { report: null, refused: error.message }
    throw error
  }
}
