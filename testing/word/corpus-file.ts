import { setTimeout as wait } from 'node:timers/promises'
import { type CompiledTemplate, compileTemplate } from '#server/word/compile.ts'
import { parseExpression } from '#server/word/language/expression.ts'
import type {
  FieldValues,
  KnownField,
  KnownFields,
  KnownList,
  PictureValue,
} from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { elementsBelow, textOf, type XmlElement } from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { lossesOf, type Corrupt } from './conservation.ts'
import { asTexts, asTextsOnly, expectedTexts, distinctValues } from './corpus-values.ts'
import { png } from './png.ts'
import { paragraphsOf, parseAllParts } from './read-document.ts'

/** What became of one Word file that was used as a template. */
export interface CorpusResult {
  /** Why the file cannot be a template; undefined for one that was filled. */
  refusal: string | undefined
  /** Placeholders, merge fields and controls that were filled. */
  places: number
  /** Content controls that ask for nothing the engine could know. */
  warnings: number
  /** Placeholders of which the report says that they are left as they stand. */
  left: string[]
  /** What is wrong with the engine. */
  failures: string[]
  /** The finished document. */
  document: Buffer | undefined
}

const SLOWEST_REFUSAL = 2_000

/** Fills one file, its unknown names taken for fields, and looks at what came out. */
export async function fillCorpusFile(
  bytes: Uint8Array,
  known: KnownFields,
  spoil: Corrupt = async document => document,
): Promise<CorpusResult> {
  const started = performance.now()
  let found: { template: CompiledTemplate; known: KnownFields }
  try {
    found = await compileKnowingAll(bytes, asTexts(known))
  } catch (error) {
    const seconds = (performance.now() - started) / 1000
    const isRefusal = error instanceof WordTemplateError
    const refusal = isRefusal ? `${error.message} (${error.place})` : undefined
    const failures = isRefusal ? [] : [`compiling failed: ${String(error)}`]
    if (seconds * 1000 > SLOWEST_REFUSAL) failures.push(`the refusal took ${seconds.toFixed(1)} s`)
    return { refusal, places: 0, warnings: 0, left: [], failures, document: undefined }
  }
  const { template } = found
  const values = distinctValues(found.known)
  const losses = await lossesOfFile(bytes, known, spoil)
  const left = [...template.problems, ...template.warnings].map(({ message }) => message).filter(isLeft)
  const warnings = template.warnings.filter(({ message }) => !isOfFormat(message)).length
  const result = { refusal: undefined, warnings, left, document: undefined }
  const expected = expectedOf(template, values)
  const places = [...expected.values()].reduce((sum, count) => sum + count, 0)
  try {
    const document = await spoil(renderDocument(template, values, { unfillable: 'blank' }))
    const failures = await failuresOf(document, expected)
    return { ...result, places, failures: [...failures, ...losses], document }
  } catch (error) {
    return { ...result, places, failures: [`filling failed: ${String(error)}`] }
  }
}

/** Days and choices are taken for texts here, which their formats do not apply to. */
const isOfFormat = (message: string) => message.startsWith('The format “')

const PICTURE: PictureValue = {
  bytes: png(2, 2, () => [0, 0, 0, 255]),
  mediaType: 'image/png',
  width: 2,
  height: 2,
}

/** What the file loses of its own words and things, with three rows in each list. */
async function lossesOfFile(bytes: Uint8Array, known: KnownFields, spoil: Corrupt): Promise<string[]> {
  try {
    const found = await compileKnowingAll(bytes, asTextsOnly(known), { learnsControls: false })
    const values = distinctValues(found.known, 3, PICTURE)
    return await lossesOf(bytes, found.template, found.known, values, spoil)
  } catch (error) {
    return [`looking for losses failed: ${String(error)}`]
  }
}

/** Each round learns the names that the one before did not know. */
async function compileKnowingAll(
  bytes: Uint8Array,
  known: KnownFields,
  { learnsControls = true }: { learnsControls?: boolean } = {},
) {
  const fields: KnownField[] = [...known.fields]
  const lists: KnownList[] = [...known.lists]
  const learnt = new Set<string>()
  for (let round = 0; ; round += 1) {
    const all = { fields: [...fields], lists: [...lists] }
    const template = await compileTemplate(bytes, all)
    const before = learnt.size
    for (const problem of [...template.problems, ...(learnsControls ? template.warnings : [])]) {
      if (problem.kind !== 'unknown') continue
      const written = problem.name.replace(/^\{\{\s*#?|^#|\}\}$/g, '').trim()
      const parsed = parseExpression(written)
      const name = typeof parsed === 'object' && parsed.type === 'value' ? parsed.name : written
      if (name === '' || learnt.has(name.toLowerCase())) continue
      learnt.add(name.toLowerCase())
      if (/known list/.test(problem.message)) lists.push({ name, fields: [] })
      else fields.push({ name, kind: 'text' })
    }
    if (learnt.size === before || round === 5) return { template, known: all }
    await wait()
  }
}

function expectedOf(template: CompiledTemplate, values: FieldValues): Map<string, number> {
  const expected = new Map<string, number>()
  for (const part of template.parts) {
    if (!('operations' in part)) continue
    for (const [text, count] of expectedTexts(part.operations, values))
      expected.set(text, (expected.get(text) ?? 0) + count)
  }
  return expected
}

/** Whether a report's message says that a placeholder is not filled. */
export function isLeft(message: string): boolean {
  return message.includes('it is left as it is')
}

const STORY = /^word\/(document|header|footer|footnotes|endnotes)\w*\.xml$/i
const OUR_FIELDS = /\b(MERGEFIELD|MERGEREC|MERGESEQ|NEXTIF|SKIPIF|INCLUDEPICTURE)\b|^\s*NEXT\s*$/i
const CONTROL_TRACES = /^(w:sdt|w:dataBinding|w15:dataBinding|w:showingPlcHdr)$/

async function failuresOf(document: Buffer, expected: ReadonlyMap<string, number>): Promise<string[]> {
  const failures: string[] = []
  const printed = new Map<string, number>()
  let parts: Map<string, XmlElement>
  try {
    parts = await parseAllParts(document)
  } catch (error) {
    return [`the document cannot be read: ${String(error)}`]
  }
  for (const [name, tree] of parts) {
    const isStory = STORY.test(name) || elementsBelow(tree)[0]?.name === 'w:document'
    if (!isStory || /glossary/i.test(name)) continue
    const text = paragraphsOf(tree).join('\n')
    for (const [token] of text.matchAll(/‹\d+›/g)) printed.set(token, (printed.get(token) ?? 0) + 1)
    const placeholder = /\{\{[^{}]*\}\}/.exec(text)?.[0]
    if (placeholder !== undefined) failures.push(`${name}: “${placeholder}” is left`)
    failures.push(...tracesIn(tree).map(trace => `${name}: ${trace} is left`))
  }
  for (const [text, count] of expected) {
    const missing = count - (printed.get(text) ?? 0)
    if (missing > 0) failures.push(`${missing} of ${count} places of ${text} were not filled`)
  }
  return failures
}

function tracesIn(tree: XmlElement): string[] {
  const traces = new Set<string>()
  for (const element of elementsBelow(tree)) {
    if (CONTROL_TRACES.test(element.name)) traces.add(element.name)
    const code =
      element.name === 'w:instrText'
        ? textOf(element)
        : element.name === 'w:fldSimple'
          ? (element.attributes.get('w:instr') ?? '')
          : ''
    if (OUR_FIELDS.test(code)) traces.add(`the field “${code.trim()}”`)
  }
  return [...traces]
}
