import { ownerOf, wholeFile } from '#server/files/store.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { findable } from './fields/findable.ts'
import type { TemplateContent } from './records.ts'
import { type FillDependencies, fillTemplate, type StoredContent } from './stored-template.ts'
import { asRefusal } from './word-refusals.ts'

type ToProve = {
  content: Pick<TemplateContent, 'contentKey' | 'size'>
  /** What prints the page that the content is compared with. */
  comparedWith: StoredContent
  values: FieldValues
  /** Texts that stayed on an earlier page. */
  earlier: readonly string[]
}

/** What content prints for a job otherwise than another, and which values of the job stay on its page as text. */
export async function proveContent(
  dependencies: Pick<FillDependencies, 'files' | 'word'>,
  { content: { contentKey: key, size }, comparedWith, values, earlier }: ToProve,
) {
  return dependencies.word
    .prove({
      company: ownerOf(key),
      page: await fillTemplate(dependencies, comparedWith, values, { blankUnknown: true }),
      bytes: () => wholeFile(dependencies.files, { key, size }),
      known: findable.known,
      values,
      earlier,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
}
