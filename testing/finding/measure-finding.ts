import { findable } from '#server/templates/fields/findable.ts'
import type { CompiledTemplate } from '#server/word/compile.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { openDocument } from '#server/word/finding/open-document.ts'
import { changePage, readPage } from '#server/word/finding/template-page.ts'
import { plainText } from '#server/word/finding/writings.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { answers, changesOfPlace, timesAsked } from './answers.ts'

/** What became of the lines of a page that the job fills, once its values were found and another job was filled in. */
export interface Finding {
  /** Lines that read otherwise for another job. */
  lines: number
  /** Those that read as the other job says, with the values that a person was asked for. */
  found: number
  /** How often a person was asked. */
  asked: number
  /** Lines that still say what the first job said, or a part of it. */
  missed: readonly string[]
  /** Lines that say what neither job's paper says there. */
  wrong: readonly string[]
  /** Lines that the template prints otherwise than the document for the first job. */
  unlike: readonly string[]
}

export const filled = (template: CompiledTemplate, values: FieldValues): Uint8Array =>
  renderDocument(template, values)

/** The lines of a document that hold anything. */
export const linesOn = async (bytes: Uint8Array): Promise<string[]> =>
  (await openDocument(bytes)).paragraphs
    .flatMap(({ text }) => plainText(text).split('\n'))
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => line !== '')

/** What is in the first and not in the second, each as often as it is there more often. */
export function minus(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter(line => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

type Papers = {
  /** The document of the first job. */
  document: Uint8Array
  /** The template that it was made of. */
  source: CompiledTemplate
  job: FieldValues
  other: FieldValues
}

/**
 * Finds a job's values in its document, makes a template of it with what is certain and what a person who knows the
 * paper answers, and compares what this prints for another job with what the document's own template prints for it.
 */
export async function measureFinding({ document, source, job, other }: Papers): Promise<Finding> {
  const [original, truth] = [await linesOn(document), await linesOn(filled(source, other))]
  const page = await readPage(document, findable, job)
  const chosen = await answers(document, page, { other, truth: minus(truth, original) })
  const changes = chosen.flatMap(({ place, placeholder }) => changesOfPlace(place, placeholder))
  const made = await compileTemplate(
    await changePage(document, { rows: page.rows, changes }, findable.known),
    findable.known,
  )
  const [again, derived] = [await linesOn(filled(made, job)), await linesOn(filled(made, other))]
  const [changing, staying] = [minus(truth, original), minus(original, truth)]
  const missed = minus(truth, derived)
  const strange = minus(minus(derived, truth), staying)
  const wrong = strange.filter(line => !isPartOfBoth(line, staying, changing))
  return {
    lines: changing.length,
    found: changing.length - missed.length,
    asked: timesAsked(page, chosen),
    ...{ missed, wrong, unlike: [...minus(original, again), ...minus(again, original)] },
  }
}

/** Whether a line is one of the first job's with some of its values as the other job has them, and nothing else. */
function isPartOfBoth(line: string, first: readonly string[], other: readonly string[]): boolean {
  return first.some(one => other.some(two => mixes(wordsOf(line), wordsOf(one), wordsOf(two))))
}

/** The words of a line, and what stands between them. */
const wordsOf = (line: string) => line.split(/(?<=[\s,.;:()/])|(?=[\s,.;:()/])/)

/** Whether words are those of one line and the other, taken by turns at words that both have. */
function mixes(words: readonly string[], one: readonly string[], two: readonly string[]): boolean {
  if (words.length === one.length && words.length === two.length)
    return words.every((word, at) => word === one[at] || word === two[at])
  const shared = one.filter(word => two.includes(word))
  if (shared.length === 0) return false
  const stretches = (line: readonly string[]) => {
    const parts: string[] = []
    let [part, next]: [string[], number] = [[], 0]
    for (const word of line) {
      if (word === shared[next]) {
        parts.push(part.join(''))
        part = []
        next += 1
      } else part.push(word)
    }
    return next === shared.length ? [...parts, part.join('')] : undefined
  }
  const [own, before, after] = [stretches(words), stretches(one), stretches(two)]
  return (
    own !== undefined &&
    own.length === before?.length &&
    own.length === after?.length &&
    own.every((part, index) => part === before[index] || part === after[index])
  )
}
