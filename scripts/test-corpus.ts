import { fork } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { filesWithoutPdf } from '#testing/word/convert.ts'
import type { CorpusAnswer, CorpusTask } from '#testing/word/corpus-process.ts'

const usage = `npm run test:corpus -- FOLDER [--no-pdf] [--no-validation] [--keep FOLDER]
                            [--processes NUMBER] [--sample NUMBER] [--json FILE]

Uses every .docx and .dotx file in a folder as a template: each must be filled in every place it has, or be
refused with a reason; the document must keep every word, picture, table, row, text box, note, link and section of
the file, hold no placeholder or field code of ours, be as valid as the file was, and convert to PDF. Lists get three
rows, and every condition is tried both ways.

--processes  how many files are worked on at once (all cores but one)
--sample     only so many files, taken evenly from all of them
--json       writes what became of each file`

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'no-pdf': { type: 'boolean' },
    'no-validation': { type: 'boolean' },
    keep: { type: 'string' },
    processes: { type: 'string' },
    sample: { type: 'string' },
    json: { type: 'string' },
  },
})
const [folder] = positionals
const isNumber = (text: string | undefined) => text === undefined || /^[1-9]\d*$/.test(text)
if (folder === undefined || !isNumber(flags.processes) || !isNumber(flags.sample)) {
  console.error(usage)
  process.exit(2)
}

interface Examined extends Omit<CorpusAnswer, 'index'> {
  name: string
  source: string
  /** Where the finished document is. */
  output: string
}

const work = flags.keep ?? (await mkdtemp(join(tmpdir(), 'lading-corpus-')))
await mkdir(work, { recursive: true })

const all = (await readdir(folder, { recursive: true }))
  .filter(name => /\.do[ct]x$/i.test(name) && !/(^|[/\\])~\$/.test(name))
  .sort()
const wanted = Math.min(Number(flags.sample ?? all.length), all.length)
const names = Array.from(
  { length: wanted },
  (_, index) => all[Math.floor((index * all.length) / wanted)] ?? '',
)
const tasks = names.map(
  (name, index): CorpusTask => ({
    index,
    source: join(folder, name),
    output: join(work, `${String(index + 1).padStart(4, '0')}.docx`),
    isValidated: flags['no-validation'] !== true,
  }),
)
const examined = (await examineAll(tasks)).flatMap(({ index, ...answer }): Examined[] => {
  const task = tasks[index]
  if (task === undefined) return []
  const { source, output } = task
  return [{ ...answer, name: relative('.', source), source, output }]
})

if (!flags['no-pdf'])
  await convertAll(examined.filter(({ refusal, output }) => refusal === undefined && output))

for (const { name, refusal, failures } of examined) {
  if (refusal !== undefined) console.log(`refused  ${name}: ${refusal}`)
  for (const failure of failures) console.log(`FAILED   ${name}: ${failure}`)
}
for (const { name, left } of examined) for (const message of left) console.log(`told     ${name}: ${message}`)
const filled = examined.filter(({ refusal }) => refusal === undefined)
const failed = examined.filter(({ failures }) => failures.length > 0)
const sum = (count: (one: Examined) => number) => examined.reduce((total, one) => total + count(one), 0)
console.log(
  `${examined.length} files: ${filled.length} filled in ${sum(({ places }) => places)} places, ` +
    `${examined.length - filled.length} refused with a reason, ${failed.length} failed. ` +
    `${sum(({ warnings }) => warnings)} controls ask for nothing a field could be.`,
)
if (flags.json !== undefined) {
  const files = examined.map(({ name, refusal, places, warnings, left, failures, milliseconds }) => ({
    name,
    refusal: refusal ?? null,
    places,
    warnings,
    left,
    failures,
    milliseconds,
  }))
  await writeFile(flags.json, `${JSON.stringify({ files }, null, 2)}\n`)
}
if (flags.keep === undefined) await rm(work, { recursive: true, force: true })
if (failed.length > 0 || examined.length === 0) process.exitCode = 1

/** A document must convert where the file it was made from does. */
async function convertAll(documents: readonly Examined[]): Promise<void> {
  const BATCH = 20
  for (let start = 0; start < documents.length; start += BATCH) {
    const batch = documents.slice(start, start + BATCH)
    const failures = new Set(
      await filesWithoutPdf(
        batch.map(({ output }) => output),
        work,
      ),
    )
    for (const one of batch.filter(({ output }) => failures.has(output))) {
      const original = join(work, `original${extname(one.source)}`)
      await writeFile(original, await readFile(one.source))
      const [unconverted] = await filesWithoutPdf([original], work)
      if (unconverted === undefined) one.failures.push('does not convert to PDF')
      await rm(join(work, 'original.pdf'), { force: true })
    }
    console.log(`${Math.min(start + BATCH, documents.length)} of ${documents.length} converted`)
  }
}

/** Deals the files out to processes of their own; one that ends with a file is replaced, and the file has failed. */
async function examineAll(open: readonly CorpusTask[]): Promise<CorpusAnswer[]> {
  const waiting = [...open]
  const answers: CorpusAnswer[] = []
  const keep = (answer: CorpusAnswer) => {
    answers.push(answer)
    if (answers.length % 25 === 0) console.log(`${answers.length} of ${open.length} read`)
  }
  const run = (): Promise<void> =>
    new Promise(done => {
      let current: CorpusTask | undefined
      const child = fork(new URL('../testing/word/corpus-process.ts', import.meta.url))
      const next = () => {
        current = waiting.shift()
        if (current === undefined) child.disconnect()
        else child.send(current)
      }
      child.on('message', (answer: CorpusAnswer) => {
        keep(answer)
        next()
      })
      child.on('exit', code => {
        if (current === undefined) return done()
        const failures = [`the process ended (${code ?? 'killed'})`]
        const { index } = current
        keep({ index, refusal: undefined, places: 0, warnings: 0, left: [], failures, milliseconds: 0 })
        done(run())
      })
      next()
    })
  const count = Number(flags.processes ?? Math.max(1, availableParallelism() - 1))
  await Promise.all(Array.from({ length: Math.min(count, open.length) }, run))
  return answers.toSorted((one, other) => one.index - other.index)
}
