import type { FieldChoice } from '#contract/template-pages.ts'

/** What is asked while a field is chosen, and what becomes of the answer. */
export type Chooser = {
  /** A field or a list that has to be filled in is chosen. */
  isCondition: boolean
  title: string
  /** The field that is there: another one of its kind is printed as it was. */
  current?: FieldChoice | undefined
  choices: readonly FieldChoice[]
  printed: string | undefined
  /** What is looked for first. */
  searched?: string
  /** What stands before the field on the page. */
  near?: string
  onChosen: (choice: FieldChoice) => void
}
