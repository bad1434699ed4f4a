import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** As docs/versions.md says; `-dev` at its end: made from sources between two releases. */
export const productVersion = manifest.version
