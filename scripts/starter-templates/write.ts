import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileNameOf, fileOf } from './paper.ts'
import { papers } from './papers.ts'

/** npm run starter-templates: writes the Word files that a new company begins with. */
const folder = join(import.meta.dirname, '../../server/templates/starter')
await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) await rm(join(folder, name))
for (const paper of papers) await writeFile(join(folder, fileNameOf(paper)), fileOf(paper))
const list = papers.map(paper => {
  const { name, description, missing } = paper
  return { fileName: fileNameOf(paper), defaultDocumentName: `${name}.docx`, description, missing }
})
await writeFile(join(folder, 'list.json'), `${JSON.stringify(list, null, 2)}\n`)
process.stdout.write(`${papers.length} starter templates are written to server/templates/starter.\n`)
