import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { paragraph, run } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const command = promisify(execFile)
const root = join(import.meta.dirname, '..')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-corpus-test-'))
  await mkdir(join(folder, 'old'))
  for (const [name, bytes] of sampleTemplates()) await writeFile(join(folder, name), bytes)
  await writeFile(join(folder, 'old', 'Letter.docx'), letter)
  await writeFile(join(folder, 'Broken.docx'), 'no zip at all')
  // Word's mark that a file is open, and what is no Word file.
  await writeFile(join(folder, '~$Broken.docx'), 'x')
  await writeFile(join(folder, 'Notes.txt'), '{{Shipment.Name}}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const letter = templateFile({
  body: paragraph(run('Job {{Shipment.Name}} by {{Nobody.Knows}}')),
  settings: '<w:docVars><w:docVar w:name="note" w:val="{{Shipment.Name}}"/></w:docVars>',
})

const inFolder = (name: string) => relative(folder, join(root, name))

const corpus = (...options: string[]) =>
  command(
    process.execPath,
    ['scripts/test-corpus.ts', folder, '--no-pdf', '--json', join(folder, 'found.json'), ...options],
    { cwd: root },
  )

interface Found {
  files: { name: string; refusal: string | null; failures: string[]; milliseconds: number }[]
}
const found = async () => JSON.parse(await readFile(join(folder, 'found.json'), 'utf8')) as Found

test('two processes share a folder’s files, and the JSON tells what became of each, in the order of names', async () => {
  const { stdout } = await corpus('--processes', '2')
  const { files } = await found()
  const told = files.map(({ name, milliseconds: _, ...rest }) => ({ name: inFolder(name), ...rest }))
  const filled = { refusal: null, warnings: 0, left: [], failures: [] }
  expect(told).toEqual([
    { ...filled, name: 'Arrival Notice.dotx', places: 36 },
    {
      ...filled,
      name: 'Broken.docx',
      refusal:
        'The file is not a Word document: it cannot be opened as one. It may be damaged, or another kind of file with that ending. Upload an intact copy. (the file)',
      places: 0,
    },
    { ...filled, name: 'Delivery Order.dotx', places: 24 },
    { ...filled, name: 'House Bill of Lading.dotx', places: 43 },
    {
      ...filled,
      name: 'old/Letter.docx',
      places: 2,
      warnings: 1,
      left: [
        '“{{Shipment.Name}}” is in a setting of the file, where nothing is filled in; it is left as it is. Remove it in Word.',
      ],
    },
  ])
  for (const { milliseconds, refusal } of files)
    expect(milliseconds).toBeGreaterThanOrEqual(refusal === null ? 1 : 0)
  expect(stdout).toContain('5 files: 4 filled in 105 places, 1 refused with a reason, 0 failed.')
}, 60_000)

test('a sample takes files from the whole folder', async () => {
  await corpus('--sample', '2', '--no-validation')
  expect((await found()).files.map(({ name }) => inFolder(name))).toEqual([
    'Arrival Notice.dotx',
    'Delivery Order.dotx',
  ])
}, 60_000)

test('a folder without Word files is a failure', async () => {
  await expect(
    command(process.execPath, ['scripts/test-corpus.ts', join(root, 'docs', 'notices')], { cwd: root }),
  ).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('0 files:'),
  })
}, 60_000)
