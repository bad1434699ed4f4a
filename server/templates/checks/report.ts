import type { TemplateReport } from '#contract/template-fields.ts'
import type { AsUser } from '#server/route.ts'
import { catalogue } from '#server/templates/fields/catalogue.ts'
import { loadTemplate, type TemplateDependencies } from '#server/templates/commands.ts'
import { fullLabel, groupOf, groupTitle } from '#server/templates/fields/field-groups.ts'
import { loadSource, valuesFor } from '#server/templates/generation/generate.ts'
import { leftPlaces, presentProblems } from '#server/templates/problems.ts'
import { fillTemplate, printAsPdf, readReport } from '#server/templates/stored-template.ts'
import type { DocumentFormat } from '#contract/generation.ts'
import { notDismissed } from './left-as-text.ts'

const labels = new Map<string, string>([
  ...catalogue.fields.map(({ name, label }) => [name, fullLabel(name, label)] as const),
  ...Object.entries(catalogue.lists).flatMap(([list, fields]) => [
    [list, `${groupTitle(list)}, one after the other`] as const,
    ...fields.map(({ name, label }) => [`${list}.${name}`, fullLabel(`${list}.${name}`, label)] as const),
  ]),
])

/** What a template asks for and where, and what is wrong with it by what the product knows today. */
export async function reportOn(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  templateId: string,
): Promise<TemplateReport> {
  const stored = await asUser(session => loadTemplate(session, templateId))
  const { fields, problems, warnings, removed } = await readReport(dependencies, stored)
  const places = new Map<string, Set<string>>()
  // A unit that a format prints beside its figure is no place of its own.
  for (const { name, place, unitOf } of fields)
    if (unitOf === undefined) places.set(name, (places.get(name) ?? new Set()).add(place))
  return {
    template: { ...stored.template, leftPlaces: leftPlaces(warnings) },
    fields: [...places].map(([name, at]) => ({
      name,
      label: labels.get(name) ?? name,
      group: groupTitle(name in catalogue.lists ? name : groupOf(name)),
      places: [...at],
    })),
    problems: presentProblems(problems),
    warnings: presentProblems(warnings),
    leftValues: notDismissed(stored.leftValues, stored.dismissals),
    removed: removed.map(({ what, place }) => ({ what, place })),
  }
}

/** What a template makes of a job, blank where it names what does not exist. Nothing of it is kept. */
export async function previewOf(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  input: { templateId: string; jobId: string; format: DocumentFormat; left?: AbortSignal },
): Promise<Uint8Array> {
  const { stored, source } = await asUser(async session => ({
    stored: await loadTemplate(session, input.templateId),
    source: await loadSource(session, input.jobId),
  }))
  const document = await fillTemplate(dependencies, stored, await valuesFor(dependencies, source), {
    blankUnknown: true,
    left: input.left,
  })
  return input.format === 'pdf' ? printAsPdf(dependencies, stored, document, input.left) : document
}
