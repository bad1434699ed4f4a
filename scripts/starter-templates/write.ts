import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paperSizes } from '#contract/paper-sizes.ts'
import { fileNameOf, fileOf } from './paper.ts'
import { papers } from './papers.ts'

/** npm run starter-templates: writes the Word files that a new company begins with. */
const folder = join(import.meta.dirname, '../../server/templates/starter')
await rm(folder, { recursive: true, force: true })
for (const size of paperSizes) {
  await mkdir(join(folder, size), { recursive: true })
  for (const paper of papers) await writeFile(join(folder, size, fileNameOf(paper)), fileOf(paper, size))
}
const list = papers.map(paper => {
  const { name, description, missing } = paper
  return { fileName: fileNameOf(paper), defaultDocumentName: `${name}.docx`, description, missing }
})
await writeFile(join(folder, 'list.json'), `${JSON.stringify(list, null, 2)}\n`)
process.stdout.write(`${papers.length} starter templates are written to server/templates/starter.\n`)
