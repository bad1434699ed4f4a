import { keysOf } from '#contract/typed-objects.ts'
import { ORIGINAL_OR_COPY, type OriginalOrCopy, originalOrCopyOnPapers } from '#contract/original-or-copy.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { capital, text, type CatalogueField } from './field-group.ts'

/** Papers that not every job has and that no number tells apart: a template that names one of them is that paper. */
export const namedPapers = {
  seaWaybill: 'Sea Waybill',
  vgmDeclaration: 'VGM Declaration',
  dangerousGoodsNote: 'Dangerous Goods Note',
  consignmentNote: 'CMR Consignment Note',
} as const
export type NamedPaper = keyof typeof namedPapers

const GROUP = 'Paper'
const kinds = keysOf(namedPapers)

/** Each prints the paper's name, its title. */
const nameFields: readonly CatalogueField<unknown>[] = kinds.map(kind =>
  text(
    `${GROUP}.${capital(kind)}`,
    `“${namedPapers[kind]}”, on a template that is one`,
    () => namedPapers[kind],
  ),
)

type Chosen = { originalOrCopy: OriginalOrCopy }

export const paperFields: readonly CatalogueField<Chosen>[] = [
  text(
    ORIGINAL_OR_COPY,
    '“ORIGINAL”, “COPY – NON-NEGOTIABLE” or “DRAFT”, as chosen when the document is made',
    ({ originalOrCopy }: Chosen) => originalOrCopyOnPapers[originalOrCopy],
    'Document.OriginalOrCopy',
  ),
  ...nameFields,
]

/** The values of a document that is made anew: it stays what it was. */
export const withOriginalOrCopy = (values: FieldValues, chosen: OriginalOrCopy | null): FieldValues =>
  chosen
    ? { ...values, fields: { ...values.fields, [ORIGINAL_OR_COPY]: originalOrCopyOnPapers[chosen] } }
    : values

/** Whether a template with these fields says if it is an original, a copy or a draft. */
export const printsOriginalOrCopy = (fields: readonly { name: string }[]): boolean =>
  fields.some(({ name }) => name === ORIGINAL_OR_COPY)

/** The papers that a template with these fields says it is. */
export const papersNamedBy = (fieldNames: readonly string[]): NamedPaper[] =>
  kinds.filter(kind => fieldNames.includes(`${GROUP}.${capital(kind)}`))
