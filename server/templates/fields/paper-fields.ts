import { keysOf } from '#contract/typed-objects.ts'
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
export const paperFields: readonly CatalogueField<unknown>[] = kinds.map(kind =>
  text(
    `${GROUP}.${capital(kind)}`,
    `“${namedPapers[kind]}”, on a template that is one`,
    () => namedPapers[kind],
  ),
)

/** The papers that a template with these fields says it is. */
export const papersNamedBy = (fieldNames: readonly string[]): NamedPaper[] =>
  kinds.filter(kind => fieldNames.includes(`${GROUP}.${capital(kind)}`))
