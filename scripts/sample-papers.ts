import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { openFileStore } from '#server/files/open.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { pagePng, readPpm } from '#testing/papers/page-picture.ts'
import { guideToPapers, pageName, pagesFolder, pagesGuide } from '#testing/papers/paper-pages.ts'
import { sampleJobId } from '#testing/seed/samples/lay-out.ts'
import { namesOfPaper, papersOf } from '#testing/seed/samples/sample-papers.ts'
import { samples } from '#testing/seed/samples/samples.ts'
import { runStep } from '#testing/step.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { ensureLibreOffice } from './libreoffice.ts'

/** npm run sample-papers: every page of the sample jobs' papers as a picture, and the guide that shows them. */
const RESOLUTION = 100
const EMAIL = 'papers@lading.example'

const lacking = await ensureLibreOffice()
if (lacking) throw new Error(`The papers cannot be drawn: ${lacking}.`)
const dataDir = await makeTemporaryFolder('lading-sample-papers-')
await chmod(dataDir, 0o755)
try {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: '' }
  const seeded = await runStep('node', ['scripts/seed.ts', '--samples', '--email', EMAIL], {
    env: environment,
    quiet: true,
  })
  if (!seeded.ok) throw new Error(seeded.output)
  const papers = await readPapers({ ...process.env, ...environment })
  await rm(pagesFolder, { recursive: true, force: true })
  let [pages, bytes] = [0, 0]
  for (const { key, paper, pdf } of papers)
    for (const [index, picture] of (await drawn(pdf)).entries()) {
      await mkdir(join(pagesFolder, key), { recursive: true })
      await writeFile(join(pagesFolder, key, pageName(paper, index + 1)), picture)
      pages += 1
      bytes += picture.length
    }
  await writeFile(pagesGuide, await guideToPapers())
  console.log(`${papers.length} papers, ${pages} pages, ${(bytes / 1e6).toFixed(1)} MB.`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** The PDFs of the samples' papers, as they are among the attachments of the jobs. */
async function readPapers(environment: NodeJS.ProcessEnv) {
  const config = readConfig(environment)
  const product = await openProductDatabase(config, 'command', () => undefined)
  const files = await openFileStore(config)
  try {
    const { rows } = await withOwner(product.ownerUrl, owner =>
      owner.query<{ job_id: string; name: string; content_key: string }>(
        'select job_id, name, content_key from documents where deleted_at is null',
      ),
    )
    const keys = new Map(rows.map(row => [`${row.job_id} ${row.name}`, row.content_key]))
    const papers: { key: string; paper: string; pdf: Buffer }[] = []
    for (const sample of samples)
      for (const paper of papersOf(sample)) {
        const content = namesOfPaper(paper)
          .map(name => keys.get(`${sampleJobId(sample)} ${name}.pdf`))
          .find(key => key !== undefined)
        if (content === undefined) throw new Error(`${sample.title} has no ${paper} as PDF.`)
        papers.push({ key: sample.key, paper, pdf: await buffer(await files.get(content)) })
      }
    return papers
  } finally {
    await files.close()
    await product.close()
  }
}

/** The pages of a PDF as pictures. */
async function drawn(pdf: Buffer): Promise<Buffer[]> {
  const folder = join(dataDir, 'drawn')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const file = join(folder, 'paper.pdf')
  await writeFile(file, pdf)
  const drawing = await runStep('pdftoppm', ['-r', String(RESOLUTION), file, join(folder, 'page')], {
    quiet: true,
  })
  if (!drawing.ok) throw new Error(drawing.output)
  // pdftoppm fills the numbers up with noughts where there are ten pages or more, so that names sort.
  const names = (await readdir(folder)).filter(name => name.endsWith('.ppm')).toSorted()
  return Promise.all(names.map(async name => pagePng(readPpm(await readFile(join(folder, name))))))
}
