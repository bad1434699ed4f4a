import { LRUCache } from 'lru-cache'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { applyOwnPriority } from '#server/process-priority.ts'
import { type CompiledTemplate, compileTemplate } from './compile.ts'
import type { PlacedProblem, TemplateReport } from './report.ts'
import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import type { Operation } from './program.ts'
import type { Findable } from './finding/find-places.ts'
import { proofOf, type TemplateProof } from './finding/prove.ts'
import { changePage, type PageChanges, readPage, type ShownPage } from './finding/template-page.ts'
import { renderDocument, type RenderOptions } from './render.ts'
import {
  type FilledTexts,
  fillTexts,
  inspectTexts,
  type LabelledText,
  type TextsReport,
} from './text/texts.ts'
import { safeToOpen } from './safety/safe-to-open.ts'
import { type TaskStart, reportStart } from './thread-time.ts'
import { type TemplateProblem, WordTemplateError } from '#server/word/file/word-error.ts'

applyOwnPriority()

export type WorkRequest =
  | { type: 'inspect'; bytes: Uint8Array; known: KnownFields }
  | { type: 'inspect texts'; texts: readonly LabelledText[]; known: KnownFields }
  | { type: 'fill texts'; texts: readonly LabelledText[]; known: KnownFields; values: FieldValues }
  | { type: 'page'; bytes: Uint8Array; former?: Uint8Array; findable: Findable; values: FieldValues | null }
  | { type: 'change page'; bytes: Uint8Array; steps: readonly PageChanges[]; known: KnownFields }
  | { type: 'make safe'; bytes: Uint8Array }
  | {
      type: 'prove'
      page: Uint8Array
      template: Uint8Array
      known: KnownFields
      values: FieldValues
      earlier: readonly string[]
    }
  | {
      type: 'fill'
      key: string
      /** Left out when a worker probably has the template already; it answers `missing` if not. */
      template?: { bytes: Uint8Array; known: KnownFields }
      values: FieldValues
      options: RenderOptions
    }

export interface WorkTask {
  request: WorkRequest
  started: TaskStart
}

export type WorkReply =
  | { type: 'report'; report: TemplateReport }
  | { type: 'document'; bytes: Uint8Array; isChanged?: boolean }
  | { type: 'texts report'; report: TextsReport }
  | { type: 'texts'; filled: FilledTexts }
  | { type: 'page'; page: ShownPage }
  | ({ type: 'differences' } & TemplateProof)
  /** Null where nothing had to be taken out. */
  | { type: 'safe'; bytes: Uint8Array | null }
  | { type: 'missing' }
  | { type: 'refused'; message: string; place: string; problems: readonly TemplateProblem[] }

const compiled = new LRUCache<string, CompiledTemplate>({
  max: 100,
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: template => template.parts.reduce((sum, part) => sum + sizeOf(part), 1),
})

function sizeOf(part: CompiledTemplate['parts'][number]): number {
  if ('links' in part) return part.links.length
  return 'operations' in part ? sizeOfAll(part.operations) : part.packed.length
}

function sizeOfAll(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + sizeOfOne(operation), 0)
}

function sizeOfOne(operation: Operation): number {
  if (typeof operation === 'string') return operation.length
  const inner = [
    ...('body' in operation ? operation.body : []),
    ...('before' in operation ? operation.before : []),
    ...('lines' in operation ? operation.lines.flatMap(line => [...line.lineBreak, ...line.body]) : []),
  ]
  return 200 + sizeOfAll(inner)
}

/** What the pool's threads run. Refusals are answers, as an error loses its class between threads. */
export async function work({ request, started }: WorkTask): Promise<unknown> {
  reportStart(started)
  try {
    const reply = await answer(request)
    // The document's bytes change hands instead of being copied.
    if (reply.type === 'document')
      return move({ [transferableSymbol]: reply.bytes.buffer, [valueSymbol]: reply })
    return reply
  } catch (error) {
    if (!(error instanceof WordTemplateError)) throw error
    const { message, place, problems } = error
    return { type: 'refused', message, place, problems } satisfies WorkReply
  }
}

/** What is wrong with a template; nothing of one that cannot be filled at all, whose page says why. */
async function problemsIn(bytes: Uint8Array, known: KnownFields): Promise<readonly PlacedProblem[]> {
  try {
    return (await compileTemplate(bytes, known)).found
  } catch (error) {
    if (error instanceof WordTemplateError) return []
    throw error
  }
}

async function answer(request: WorkRequest): Promise<WorkReply> {
  if (request.type === 'inspect') {
    const compiled = await compileTemplate(request.bytes, request.known)
    const { fields, conditions, problems, warnings, removed } = compiled
    return { type: 'report', report: { fields, conditions, problems, warnings, removed } }
  }
  if (request.type === 'inspect texts')
    return { type: 'texts report', report: inspectTexts(request.texts, request.known) }
  if (request.type === 'fill texts')
    return { type: 'texts', filled: fillTexts(request.texts, request.known, request.values) }
  if (request.type === 'page') {
    const { bytes, former, findable, values } = request
    const findWrong = () => problemsIn(bytes, findable.known)
    return { type: 'page', page: await readPage(bytes, findable, values, findWrong, former) }
  }
  if (request.type === 'change page') {
    let { bytes } = request
    for (const changes of request.steps) bytes = await changePage(bytes, changes, request.known)
    return { type: 'document', bytes, isChanged: bytes !== request.bytes }
  }
  if (request.type === 'make safe') {
    const { bytes, removed } = await safeToOpen(request.bytes)
    return { type: 'safe', bytes: removed.length > 0 ? bytes : null }
  }
  if (request.type === 'prove') {
    return { type: 'differences', ...(await proofOf(request)) }
  }
  let template = compiled.get(request.key)
  if (template === undefined) {
    if (request.template === undefined) return { type: 'missing' }
    template = await compileTemplate(request.template.bytes, request.template.known)
    compiled.set(request.key, template)
  }
  return { type: 'document', bytes: renderDocument(template, request.values, request.options) }
}
