import { findable } from '#server/templates/fields/findable.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { changePage, readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { changesOfPlace } from './answers.ts'

type Job = { fields?: FieldValues['fields']; lists?: FieldValues['lists'] }

const valuesOf = ({ fields = {}, lists = {} }: Job): FieldValues => ({ fields, lists })

/** The template that a document becomes by what is found on it for its job, the likeliest where it is asked. */
export async function madeTemplate(document: Parameters<typeof templateFile>[0], job: Job) {
  const bytes = templateFile(document)
  const page = await readPage(bytes, findable, valuesOf(job))
  const changes = page.places.flatMap(place => changesOfPlace(place, place.choices[0]?.placeholder ?? ''))
  const made = await compileTemplate(
    await changePage(bytes, { changes, rows: page.rows }, findable.known),
    findable.known,
  )
  if (made.problems.length > 0) throw new Error(JSON.stringify(made.problems))
  return {
    page,
    /** The paper of a job. */
    fileFor: (other: Job) => Buffer.from(renderDocument(made, valuesOf(other))),
    /** Its lines that hold anything. */
    linesFor: async (other: Job) =>
      (await documentText(Buffer.from(renderDocument(made, valuesOf(other)))))
        .split('\n')
        .filter(line => line !== ''),
  }
}
