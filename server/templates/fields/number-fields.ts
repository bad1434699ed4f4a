import { type NumberedPaper, numberedPapers, paperKinds } from '#contract/numbering.ts'
import { capital, text, type CatalogueField } from './field-group.ts'

export type PaperNumbers = Readonly<Record<NumberedPaper, string>>

const GROUP = 'Numbers'

/** The numbers of a job's papers; a document that prints one of them makes the job have it. */
export const numberFields: readonly CatalogueField<PaperNumbers>[] = paperKinds.map(kind =>
  text(
    `${GROUP}.${capital(kind)}`,
    `Number of the ${numberedPapers[kind].label.toLowerCase()}`,
    numbers => numbers[kind],
    `Number.${capital(kind)}`,
  ),
)

/** The kinds of paper whose numbers these fields of a template print. */
export const papersNumberedBy = (fieldNames: readonly string[]): NumberedPaper[] =>
  paperKinds.filter(kind => fieldNames.includes(`${GROUP}.${capital(kind)}`))
