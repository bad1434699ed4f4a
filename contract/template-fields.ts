import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { documentFormats } from './generation.ts'
import { documentTemplate, templateProblem } from './templates.ts'
import { id, idParams } from './values.ts'

const path = '/api/documenttemplate'
const tag = 'Document templates'

const catalogueField = z.object({
  /** In full: "Shipment.HouseBl", "Items.Name". */
  name: z.string(),
  /** What people call it. */
  label: z.string(),
  /** Other names that mean the same, such as the specification's. */
  aliases: z.array(z.string()),
  kind: z.string(),
  /** What it prints for the job that was asked about, of a list for its first row; null without a job. */
  value: z.string().nullable(),
})
export type CatalogueField = z.infer<typeof catalogueField>

export const fieldGroup = z.object({
  /** "Shipment"; '' for fields that stand alone. */
  name: z.string(),
  title: z.string(),
  /** The fields of a list are printed once for each of its rows. */
  isList: z.boolean(),
  fields: z.array(catalogueField),
})
export type FieldGroup = z.infer<typeof fieldGroup>

const ofJob = z.object({ shipmentId: id.optional() })

export const listTemplateFields = endpoint({
  method: 'GET',
  path: `${path}/fields`,
  summary: 'Every field that a template may use, in groups, with its value for a job if one is given',
  tag,
  access: 'templates:read',
  query: ofJob,
  reply: z.array(fieldGroup),
})

export const downloadTemplateFields = endpoint({
  method: 'GET',
  path: `${path}/fields/file`,
  summary: 'The same as a Word file, from which fields are copied into templates',
  tag,
  access: 'templates:read',
  query: ofJob,
  file: true,
})

/** How a field may be printed. */
export const fieldFormats = z.object({
  /** The field in full. */
  name: z.string(),
  label: z.string(),
  /** First the one that the placeholder has. */
  formats: z.array(
    z.object({
      /** Without the text for an empty field. */
      placeholder: z.string(),
      /** What it prints for the job. */
      example: z.string(),
      isCurrent: z.boolean(),
      /** Whether it is one of those that are always offered; the placeholder's own may be none of them. */
      isOffered: z.boolean(),
    }),
  ),
  /** What is printed where the field is empty; '' for nothing. */
  instead: z.string(),
  /** The job has no value there, or none was asked about: the examples show another value. */
  isSample: z.boolean(),
})
export type FieldFormats = z.infer<typeof fieldFormats>

export const listFieldFormats = endpoint({
  method: 'GET',
  path: `${path}/fields/formats`,
  summary: 'How the field of a placeholder may be printed, each format with what it prints for a job',
  tag,
  access: 'templates:read',
  query: ofJob.extend({
    /** “{{Shipment.Etd | date:"dd.MM.yyyy"}}”. */
    placeholder: z.string().max(2_000),
    /** Of the template, as the reply of its page has it: “de”. */
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Give a language, such as en or pt-BR.')
      .max(35)
      .optional(),
  }),
  reply: fieldFormats,
})

export const templateReport = z.object({
  template: documentTemplate,
  /** Each field once, with every place that names it. */
  fields: z.array(
    z.object({ name: z.string(), label: z.string(), group: z.string(), places: z.array(z.string()) }),
  ),
  problems: z.array(templateProblem),
  /** What does not stand in the way, such as a content control of a name that is no field's: it stays as it is. */
  warnings: z.array(templateProblem),
  /** Values of jobs with which its page was saved that stand there as text and that nobody said are no fields. */
  leftValues: z.array(z.string()),
  /** What was taken out for safety, and from which part of the file. */
  removed: z.array(z.object({ what: z.string(), place: z.string() })),
})
export type TemplateReport = z.infer<typeof templateReport>

export const readTemplateReport = endpoint({
  method: 'GET',
  path: `${path}/:id/report`,
  summary:
    'What a template asks for and where, what it names that does not exist, and what was removed from it',
  tag,
  access: 'templates:read',
  params: idParams,
  reply: templateReport,
})

export const previewTemplate = endpoint({
  method: 'GET',
  path: `${path}/:id/preview`,
  summary:
    'The document that the template makes for a job, blank where it names what does not exist; nothing is saved',
  tag,
  access: 'templates:read',
  params: idParams,
  query: z.object({ shipmentId: id, format: z.enum(documentFormats).optional() }),
  file: true,
})
