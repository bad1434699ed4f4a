import { houseBillOfLading } from '#testing/word/house-bill.ts'
import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { parseExpression } from '#server/word/language/expression.ts'
import { compileFormats } from '#server/word/language/formats.ts'
import { type FieldValue, type FieldValues, indexFields } from '#server/word/language/known-fields.ts'
import { LEVEL } from '#server/word/file/zip-write.ts'
import { renderDocument } from '#server/word/render.ts'

/** Makes the same bill of lading over and over with one engine, in a process of its own. */

export const ENGINES = ['lading', 'lading, compiling each time', 'docxtemplater'] as const
export type Engine = (typeof ENGINES)[number]

export interface EngineRun {
  documentsPerSecond: number
  /** Of the processor's time, which other work on the machine does not stretch. */
  cpuMilliseconds: number
  peakMegabytes: number
  documentBytes: number
}

/** A function that makes one document. */
export async function documentMaker(
  engine: Engine,
  rows: number,
): Promise<() => Promise<Uint8Array> | Uint8Array> {
  const template = houseBillOfLading()
  const values = sampleValues(rows)
  if (engine === 'docxtemplater') return withDocxtemplater(template, values)
  if (engine === 'lading, compiling each time') {
    return async () => renderDocument(await compileTemplate(template, catalogue), values)
  }
  const compiled = await compileTemplate(template, catalogue)
  return () => renderDocument(compiled, values)
}

/** Loaded only where it is measured, so that it does not count as our memory. */
async function withDocxtemplater(template: Buffer, values: FieldValues): Promise<() => Uint8Array> {
  const { default: Docxtemplater } = await import('docxtemplater')
  const { default: PizZip } = await import('pizzip')
  const readers = new Map<string, ReturnType<typeof reader>>()
  const readerOf = (tag: string) => {
    const known = readers.get(tag) ?? reader(tag)
    readers.set(tag, known)
    return known
  }
  return () => {
    const document = new Docxtemplater(new PizZip(template), {
      delimiters: { start: '{{', end: '}}' },
      linebreaks: true,
      parser: tag => ({ get: readerOf(tag) }),
    })
    document.render({ ...values.fields, ...values.lists })
    return document
      .getZip()
      .generate({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: LEVEL } })
  }
}

const index = indexFields(catalogue)

/** The same names and formats as ours, in the shape docxtemplater asks for. */
function reader(tag: string): (scope: Record<string, FieldValue>) => unknown {
  const parsed = parseExpression(tag)
  if (typeof parsed === 'string' || parsed.type !== 'value') return scope => scope[tag]
  const items = index.list('Items')
  const inList = items === undefined ? undefined : index.listField(items, parsed.name)
  const field = index.field(parsed.name) ?? inList
  const format = compileFormats(field?.kind ?? 'text', parsed.formats)
  const key = field?.name ?? parsed.name
  if (index.list(key) !== undefined || typeof format === 'string') return scope => scope[key]
  return scope => (Object.hasOwn(scope, key) ? format(scope[key]).replace(/\n{2,}/g, '\n') : undefined)
}

async function run(engine: Engine, rows: number, seconds: number): Promise<EngineRun> {
  const make = await documentMaker(engine, rows)
  let documentBytes = (await make()).length
  let made = 0
  const count = async (milliseconds: number): Promise<number> => {
    const started = performance.now()
    const before = made
    do {
      documentBytes = (await make()).length
      made += 1
    } while (performance.now() - started < milliseconds)
    return ((made - before) / (performance.now() - started)) * 1000
  }
  await count(seconds * 300)
  const started = process.cpuUsage()
  const begun = made
  const documentsPerSecond = await count(seconds * 1000)
  const { user, system } = process.cpuUsage(started)
  const cpuMilliseconds = (user + system) / 1000 / (made - begun)
  return {
    documentsPerSecond,
    cpuMilliseconds,
    documentBytes,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }
}

if (import.meta.main) {
  const [, , name, rows, seconds] = process.argv
  const engine = ENGINES.find(candidate => candidate === name)
  if (engine === undefined) throw new Error(`no engine “${name}”; there are ${ENGINES.join('; ')}`)
  console.log(JSON.stringify(await run(engine, Number(rows), Number(seconds))))
}
