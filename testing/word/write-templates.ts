import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleTemplates } from './templates.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Say where to write the templates: node testing/word/write-templates.ts FOLDER')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
for (const [name, bytes] of sampleTemplates()) {
  await writeFile(join(folder, name), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}
