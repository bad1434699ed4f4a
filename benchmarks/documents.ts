import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { documentText } from '#testing/word/read-document.ts'
import { ENGINES, type Engine, type EngineRun, documentMaker } from './documents-run.ts'

/** How fast bills of lading are made, beside docxtemplater, on the same template and values. */

export interface DocumentsResult {
  rows: number
  engine: Engine
  documentsPerSecond: number
  /** Documents per second as a multiple of docxtemplater's. */
  ratio: number
  cpuMilliseconds: number
  /** How many times the processor's time docxtemplater takes. */
  cpuRatio: number
  peakMegabytes: number
  documentBytes: number
}

export interface DocumentsSettings {
  rows?: readonly number[]
  /** Each engine is measured this often, in turns, in a fresh process each time; medians count. */
  rounds?: number
  seconds?: number
}

const start = promisify(execFile)

export async function measureDocuments(settings: DocumentsSettings = {}): Promise<DocumentsResult[]> {
  const { rows: sizes = [40, 1_000], rounds = 5, seconds = 2 } = settings
  const results: DocumentsResult[] = []
  for (const rows of sizes) {
    await checkSameText(rows)
    const runs = new Map<Engine, EngineRun[]>(ENGINES.map(engine => [engine, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const engine of ENGINES) runs.get(engine)?.push(await inOwnProcess(engine, rows, seconds))
    }
    const speedOf = (engine: Engine) => median(runs.get(engine)?.map(run => run.documentsPerSecond) ?? [])
    const costOf = (engine: Engine) => median(runs.get(engine)?.map(run => run.cpuMilliseconds) ?? [])
    for (const [engine, measured] of runs) {
      results.push({
        rows,
        engine,
        documentsPerSecond: speedOf(engine),
        ratio: speedOf(engine) / speedOf('docxtemplater'),
        cpuMilliseconds: costOf(engine),
        cpuRatio: costOf('docxtemplater') / costOf(engine),
        peakMegabytes: median(measured.map(run => run.peakMegabytes)),
        documentBytes: median(measured.map(run => run.documentBytes)),
      })
    }
  }
  return results
}

export function documentsTable(results: readonly DocumentsResult[]): string {
  const lines = results.map(result =>
    [
      '',
      result.rows.toLocaleString('en'),
      result.engine,
      result.documentsPerSecond.toFixed(1),
      result.ratio.toFixed(2),
      result.cpuMilliseconds.toFixed(2),
      result.cpuRatio.toFixed(2),
      result.peakMegabytes.toFixed(0),
      (result.documentBytes / 1024).toFixed(0),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [
    '| Rows | Engine | Documents/s | Ratio | CPU ms | CPU ratio | Peak MB | Document KB |',
    '|---:|---|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}

async function inOwnProcess(engine: Engine, rows: number, seconds: number): Promise<EngineRun> {
  const file = new URL('./documents-run.ts', import.meta.url).pathname
  const { stdout } = await start(process.execPath, [
    decodeURIComponent(file),
    engine,
    String(rows),
    String(seconds),
  ])
  return JSON.parse(stdout) as EngineRun
}

/** A comparison of speed means something only when the documents say the same. */
async function checkSameText(rows: number): Promise<void> {
  const [ours, theirs] = await Promise.all(
    (['lading', 'docxtemplater'] as const).map(async engine =>
      documentText(await (await documentMaker(engine, rows))()),
    ),
  )
  if (ours !== theirs) throw new Error('the engines’ documents differ in their text; nothing was measured')
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

if (import.meta.main) console.log(documentsTable(await measureDocuments()))
