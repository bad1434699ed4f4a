import { beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '#server/files/disk.ts'
import type { AsUser } from '#server/route.ts'
import { findable } from '#server/templates/fields/findable.ts'
import { loadSource, valuesFor } from '#server/templates/generation/generate.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { compileTemplate, type CompiledTemplate } from '#server/word/compile.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { addSamples, sampleJobId } from '#testing/seed/samples/lay-out.ts'
import { samples } from '#testing/seed/samples/samples.ts'
import { testCompany } from '#testing/test-company.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { commonLayouts, inPieces } from './layouts.ts'
import { filled, measureFinding } from './measure-finding.ts'
import { oddLayouts } from './odd-layouts.ts'
import { otherJob } from './other-job.ts'

// All starter papers are filled with a job, read as plain documents, and made templates again: each of these has to
// print another job's paper as the starter template does. `npm run test:papers` does it for all sample jobs.
const isAll = process.env['PAPERS'] === 'all'
const measured = samples.filter(
  ({ key }) => isAll || ['fcl-export', 'fcl-import', 'lcl-house-1'].includes(key),
)

/** Of the lines that the job fills. */
const LEAST_FOUND = 0.9
/** A paper of a few lines loses more by one. */
const LEAST_OF_A_PAPER = 0.75
/** Questions of one paper that a person still answers willingly. */
const MOST_ASKED = 15

const layouts = [...commonLayouts, ...oddLayouts]

const starters = await readStarterTemplates()
const { product, company, rows } = testCompany({ starters })
const papers = new Map<string, CompiledTemplate>()
const jobs = new Map<string, FieldValues>()

beforeAll(async () => {
  const [user] = await rows.select<{ subject: string }>('select subject from users where email = $1', [
    company.person.email,
  ])
  const asUser: AsUser = async work => {
    const result = await product.database.asUser(user?.subject ?? '', async session => ({
      value: await work(session),
    }))
    if (!result) throw new Error('There is no such account.')
    return result.value
  }
  await addSamples(asUser)
  const files = await openDiskStore(product.filesFolder)
  for (const sample of measured) {
    const source = await asUser(session => loadSource(session, sampleJobId(sample)))
    jobs.set(sample.key, await valuesFor({ files }, source))
  }
  for (const { fileName, files: sizes } of starters)
    papers.set(fileName.replace(' (starter).dotx', ''), await compileTemplate(sizes.A4.bytes, findable.known))
}, 300_000)

const total = { lines: 0, found: 0, asked: 0 }

test.each(measured.map(({ key }) => key))(
  'the papers of %s become templates of which none prints a wrong value',
  async key => {
    const job = jobs.get(key)
    if (!job) throw new Error(`There is no job ${key}.`)
    const other = otherJob(findable.known, job, findable.alike)
    for (const [paper, source] of papers) {
      const found = await measureFinding({ document: filled(source, job), source, job, other })
      const { lines, asked, wrong, unlike, missed } = found
      if (isAll) console.log(`| ${key} | ${paper} | ${lines} | ${found.found} | ${asked} | ${wrong.length} |`)
      expect({ paper, wrong, unlike }).toEqual({ paper, wrong: [], unlike: [] })
      expect(lines, paper).toBeGreaterThan(10)
      expect(found.found / lines, `${paper} lacks ${missed.join(' | ')}`).toBeGreaterThan(LEAST_OF_A_PAPER)
      expect(asked, paper).toBeLessThanOrEqual(MOST_ASKED)
      total.lines += lines
      total.found += found.found
      total.asked += asked
    }
  },
  240_000,
)

test.each(layouts.map(({ name }) => name))('a document of another company: %s', async name => {
  const layout = layouts.find(one => one.name === name)
  if (!layout) throw new Error(`There is no layout ${name}.`)
  const source = await compileTemplate(layout.template, findable.known)
  expect(source.problems).toEqual([])
  for (const [key, job] of jobs) {
    const other = otherJob(findable.known, job, findable.alike)
    const plain = filled(source, job)
    const document = layout.isSplit
      ? await editParts(plain, (xml, part) => (part === 'word/document.xml' ? inPieces(xml) : xml))
      : plain
    const { lines, found, asked, wrong, unlike, missed } = await measureFinding({
      document,
      source,
      job,
      other,
    })
    if (isAll) console.log(`| ${key} | ${name} | ${lines} | ${found} | ${asked} | ${wrong.length} |`)
    expect({ key, wrong, unlike }).toEqual({ key, wrong: [], unlike: [] })
    expect(lines, key).toBeGreaterThan(10)
    expect(found / lines, `${key} lacks ${missed.join(' | ')}`).toBeGreaterThan(LEAST_OF_A_PAPER)
    total.lines += lines
    total.found += found
    total.asked += asked
  }
})

test('nine of ten lines with values are found', () => {
  if (isAll) console.log(total)
  expect(papers.size).toBe(18)
  expect(total.lines).toBeGreaterThan(2_000)
  expect(total.found / total.lines).toBeGreaterThanOrEqual(LEAST_FOUND)
})
