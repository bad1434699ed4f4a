import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { endpoint } from './endpoint.ts'
import { documentFormats } from './generation.ts'
import { pageBlock } from './page-blocks.ts'
import { documentTemplate, templateProblem } from './templates.ts'
import { id, idParams } from './values.ts'

const path = '/api/documenttemplate/:id/page'
const tag = 'Document templates'

/** More changes than a person makes on one page. */
export const MOST_PAGE_CHANGES = 2_000

/** A spot between two signs of a paragraph, counted in UTF-16 units. */
export const pageSpot = z.object({ paragraph: z.int().min(0), offset: z.int().min(0) })
export type PageSpot = z.infer<typeof pageSpot>

export const fieldChoice = z.object({
  /** As it stands in the Word file: “{{Shipment.Etd | date:"dd.MM.yyyy"}}”. */
  placeholder: z.string(),
  /** The field in full. */
  name: z.string(),
  label: z.string(),
})
export type FieldChoice = z.infer<typeof fieldChoice>

export const pagePlace = z.object({
  from: pageSpot,
  to: pageSpot,
  /** What stands there. */
  text: z.string(),
  /**
   * `field`: a placeholder of the template. `found`: a value of the job, which one field alone means. `asked`: a value
   * that several fields share, so that a person says which is meant.
   */
  kind: z.enum(['field', 'found', 'asked']),
  /**
   * How a field is written in the file: a placeholder in the text, or one of Word's own ways, of which `wordField` is an
   * IF field and its like. Null for a value.
   */
  writing: z.enum(['placeholder', 'mergeField', 'contentControl', 'formField', 'wordField']).nullable(),
  /** The likeliest first. What stays as it is, such as a condition, has one without a name. */
  choices: z.array(fieldChoice),
  /** Whether it stands in a row that is repeated for each entry of a list. */
  list: z.string().nullable(),
  /**
   * What has nothing to say without the value, such as its label in a line of its own, “Voyage: 512W”: with `{{#if …}}`
   * before it and `{{/if}}` behind it the line goes where the value is blank. Null where the label stays, as in the box
   * of a form.
   */
  line: z.object({ from: pageSpot, to: pageSpot }).nullable(),
})
export type PagePlace = z.infer<typeof pagePlace>

/**
 * What is asked once about several places: the lines of an address that two parties share, or a value that stands more
 * than once under the same label.
 */
export const pageQuestion = z.object({
  /** By their order in the `places` of the page; each of them is `asked`. */
  places: z.array(z.int().min(0)).min(2),
  /** The likeliest first. */
  answers: z.array(
    z.object({
      /** “Consignee”, “ETD”. */
      label: z.string(),
      /** Of each of the places the one of its `choices` that the answer means, by its order. */
      choices: z.array(z.int().min(0)),
    }),
  ),
})
export type PageQuestion = z.infer<typeof pageQuestion>

/** Of a field or a list: “Shipment.Etd”, “Items”. */
const NAME = /^[A-Za-z]+(?:\.[A-Za-z]+)*$/

/** Rows of a table that show the entries of a list: one of them stays and repeats. */
export const pageRows = z.object({
  list: z.string().max(100).regex(NAME, 'Name one list, such as Items.'),
  table: z.int(),
  first: z.int(),
  last: z.int(),
  kept: z.int(),
  /** Of which entries there is a row, as a condition such as “UnNumber”; null where it is all of them. */
  where: z
    .string()
    .overwrite(cleanText)
    .max(500)
    .regex(/^[^{}]*$/, 'Write a condition without braces.')
    .nullable(),
})
export type PageRows = z.infer<typeof pageRows>

const pageStretch = z.object({ from: pageSpot, to: pageSpot })

/** What two placeholders of the template enclose: a part that stands on a condition, or that a list repeats. */
export const pageEnclosure = z.object({
  opening: pageStretch,
  closing: pageStretch,
  /** Both are lines of their own, or begin and end rows of one table; or they stand within text. */
  shape: z.enum(['lines', 'rows', 'text']),
  /** “Only where Voyage is filled in”. */
  label: z.string(),
  /** The field or list that has to be filled in; null for what is more than that. */
  field: fieldChoice.pick({ name: true, label: true }).nullable(),
  /** It says too what stands otherwise. */
  hasElse: z.boolean(),
})
export type PageEnclosure = z.infer<typeof pageEnclosure>

/** Something to correct, or to know, and where it stands. */
export const pageProblem = templateProblem.extend({
  /** It does not stand in the way of documents. */
  isWarning: z.boolean(),
  /** Of a place of the page: that place; of other things their line; null for what is not on the page. */
  from: pageSpot.nullable(),
  to: pageSpot.nullable(),
  /** What was probably meant: the place with it is right. */
  meant: fieldChoice.nullable(),
})
export type PageProblem = z.infer<typeof pageProblem>

/** More texts than a person dismisses on one page, and more characters in them and before them. */
export const MOST_PAGE_DISMISSALS = 1_000
export const MOST_DISMISSED_CHARACTERS = 50_000

const keptText = z
  .string()
  .max(2_000)
  .regex(/^(?:[\t\n\r]|[^\p{Cc}\uFFFE\uFFFF])*$/u, 'Take out the control characters.')

/** A text of the page that a person said is no field, and what tells it from others that read alike. */
export const pageDismissal = z.object({
  text: keptText,
  /** Where it began on the page that the person saw. */
  at: pageSpot,
  /** The words before it in its paragraph, without fields. */
  before: keptText,
})
export type PageDismissal = z.infer<typeof pageDismissal>

/** How many characters of what is kept with a template a dismissed text takes. */
export const charactersOf = ({ text, before }: PageDismissal): number => text.length + before.length

export const templatePage = z.object({
  template: documentTemplate,
  /** The body first, then headers and footers. */
  parts: z.array(z.object({ label: z.string(), blocks: z.array(pageBlock) })),
  /** Between the margins, in twentieths of a point. */
  width: z.number(),
  /** Of its styles, such as “en” or “de”: it decides the names of months and the signs in numbers. */
  language: z.string(),
  places: z.array(pagePlace),
  questions: z.array(pageQuestion),
  rows: z.array(pageRows),
  /** Outer ones first. */
  enclosures: z.array(pageEnclosure),
  /** In reading order; of two that read alike each has its place. */
  problems: z.array(pageProblem),
  /** What people said is no field, as the last save had it; a text may stand elsewhere by now, or no longer. */
  dismissals: z.array(pageDismissal),
})
export type TemplatePage = z.infer<typeof templatePage>

export const readTemplatePage = endpoint({
  method: 'GET',
  path,
  summary:
    'What a template shows, paragraph by paragraph, with its placeholders; with a job also where that job’s values stand, and which fields they may be',
  tag,
  access: 'templates:write',
  params: idParams,
  query: z.object({ shipmentId: id.optional() }),
  reply: templatePage,
})

export const pageChange = z.object({
  from: pageSpot,
  to: pageSpot,
  /**
   * What stands there from now on, such as a placeholder; a blank one takes the text away, and with it a line that holds
   * nothing but a condition. A merge field or a content control that is to print another field stays one, as long as Word
   * can say the format.
   */
  text: z.string().overwrite(cleanText).max(2_000),
})

/** Paragraphs, or the rows of a table that they are in, that stand only where a field or a list is filled in. */
export const pageCondition = z.object({
  /** “Shipment.CustomsDeclaration”, “Containers”. */
  field: z.string().max(100).regex(NAME, 'Name one field or list, such as Shipment.Etd.'),
  /** By their places in the reading order; both are within it. */
  first: z.int().min(0),
  last: z.int().min(0),
})
export type PageCondition = z.infer<typeof pageCondition>

const pageChanges = z.object({
  changes: z.array(pageChange).max(MOST_PAGE_CHANGES),
  rows: z.array(pageRows).max(100),
  conditions: z.array(pageCondition).max(100).optional(),
})
export type PageChanges = z.infer<typeof pageChanges>

/** Searches that a person makes before a save; each takes the document apart once more. */
export const MOST_PAGE_STEPS = 10

/**
 * Changes that are not saved, one after the other: each names places of the page as the one before it leaves it. None
 * is the page as it is stored.
 */
const steps = z.array(pageChanges).max(MOST_PAGE_STEPS)

export const searchTemplatePage = endpoint({
  method: 'POST',
  path: `${path}/search`,
  summary:
    'The same with changes that are not saved: what the page would show, with a job also where its values stand on it; nothing is stored',
  tag,
  access: 'templates:write',
  params: idParams,
  body: z.object({ shipmentId: id.optional(), steps }),
  reply: templatePage,
})

export const previewTemplatePage = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  summary:
    'The document that the template would make for a job with changes of its page that are not saved; nothing is stored',
  tag,
  access: 'templates:write',
  params: idParams,
  body: z.object({ shipmentId: id, format: z.enum(documentFormats).optional(), steps }),
  file: true,
})

/** A line that a page and the template filled with its job show differently. */
export const pageDifference = z.object({
  /** What the page says; '' for nothing. */
  before: z.string(),
  /** What the template prints; '' for nothing. */
  after: z.string(),
  /** The paragraph of the template's page that prints it, or would have; null where there is none. */
  paragraph: z.int().nullable(),
})
export type PageDifference = z.infer<typeof pageDifference>

/** `former`: the page as it was before a save. `document`: the finished document that the template was made of. */
const comparedPages = z.enum(['former', 'document'])
export type ComparedPage = z.infer<typeof comparedPages>

export const changeTemplatePage = endpoint({
  method: 'PUT',
  path,
  summary:
    'Put fields or other text in places of a template’s page, take rows out of its tables, and let parts of it stand only where a field is filled in; the former file stays among the earlier ones',
  tag,
  access: 'templates:write',
  params: idParams,
  body: pageChanges.extend({
    /** The job whose values stood in the places: with it the reply tells whether it still prints the same. */
    shipmentId: id.optional(),
    /** What was changed before on the page and is not saved: the other changes name places of the page after it. */
    earlier: steps.optional(),
    /**
     * What the template is compared with for the job: `former` unless the call says otherwise. `document` is there as
     * long as it is kept among the earlier versions; where it is not, it is `former` all the same.
     */
    compareWith: comparedPages.optional(),
    /** All that is no field, in place of what was kept so; without it that stays. */
    dismissals: z
      .array(pageDismissal)
      .max(MOST_PAGE_DISMISSALS)
      .refine(
        all => all.reduce((length, each) => length + charactersOf(each), 0) <= MOST_DISMISSED_CHARACTERS,
        `Keep at most ${MOST_DISMISSED_CHARACTERS.toLocaleString('en')} characters of text that is no field.`,
      )
      .optional(),
  }),
  reply: z.object({
    template: documentTemplate,
    /** Lines that the template prints otherwise for the job than the page had them, at most some 200; null without a job. */
    differences: z.array(pageDifference).nullable(),
    /** Null without a job. */
    comparedWith: comparedPages.nullable(),
  }),
})
