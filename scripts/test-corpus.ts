import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { knownFields } from '#server/templates/catalogue.ts'
import { filesWithoutPdf } from '#testing/word/convert.ts'
import { type CorpusResult, fillCorpusFile } from '#testing/word/corpus-file.ts'
import { newErrors } from '#testing/word/validate.ts'

const usage = `npm run test:corpus -- FOLDER [--no-pdf] [--no-validation] [--keep FOLDER]

Uses every .docx and .dotx file in a folder as a template: each must be filled in every place it has, or be
refused with a reason; the document must hold no field code or placeholder of ours, be as valid as the file was,
and convert to PDF.`

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'no-pdf': { type: 'boolean' },
    'no-validation': { type: 'boolean' },
    keep: { type: 'string' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error(usage)
  process.exit(2)
}

interface Examined extends CorpusResult {
  name: string
  source: string
  /** Where the finished document is. */
  output: string
}

const work = flags.keep ?? (await mkdtemp(join(tmpdir(), 'lading-corpus-')))
await mkdir(work, { recursive: true })
const examined: Examined[] = []

const names = (await readdir(folder, { recursive: true }))
  .filter(name => /\.do[ct]x$/i.test(name) && !/(^|[/\\])~\$/.test(name))
  .sort()
for (const [index, name] of names.entries()) {
  const source = join(folder, name)
  const result = await fillCorpusFile(await readFile(source), knownFields)
  const output = join(work, `${String(index + 1).padStart(4, '0')}.docx`)
  if (result.document !== undefined) {
    await writeFile(output, result.document)
    if (!flags['no-validation']) {
      const errors = await newErrors(source, output)
      result.failures.push(...errors.map(error => `not valid: ${error}`))
    }
  }
  examined.push({ ...result, name: relative('.', name), source, output, document: undefined })
  if ((index + 1) % 25 === 0) console.log(`${index + 1} of ${names.length} read`)
}

if (!flags['no-pdf'])
  await convertAll(examined.filter(({ refusal, output }) => refusal === undefined && output))

for (const { name, refusal, failures } of examined) {
  if (refusal !== undefined) console.log(`refused  ${name}: ${refusal}`)
  for (const failure of failures) console.log(`FAILED   ${name}: ${failure}`)
}
const filled = examined.filter(({ refusal }) => refusal === undefined)
const failed = examined.filter(({ failures }) => failures.length > 0)
const sum = (count: (one: Examined) => number) => examined.reduce((total, one) => total + count(one), 0)
console.log(
  `${examined.length} files: ${filled.length} filled in ${sum(({ places }) => places)} places, ` +
    `${examined.length - filled.length} refused with a reason, ${failed.length} failed. ` +
    `${sum(({ warnings }) => warnings)} controls ask for nothing a field could be.`,
)
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
