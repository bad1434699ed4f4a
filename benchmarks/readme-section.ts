import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts a text between the marks `<!-- name -->` and `<!-- end of name -->` of benchmarks/README.md. */
export async function writeReadmeSection(name: string, text: string): Promise<void> {
  const file = join(import.meta.dirname, 'README.md')
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), name, text))
}

/** Throws where the marks are missing. */
export function replaceSection(readme: string, name: string, text: string): string {
  const [head = '', rest = ''] = readme.split(`<!-- ${name} -->\n`)
  const [, tail] = rest.split(`<!-- end of ${name} -->`)
  if (tail === undefined) throw new Error(`benchmarks/README.md has lost its marks for “${name}”.`)
  return `${head}<!-- ${name} -->\n\n${text.trim()}\n\n<!-- end of ${name} -->${tail}`
}
