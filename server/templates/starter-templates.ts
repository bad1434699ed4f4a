import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PaperSize, paperSizes } from '#contract/paper-sizes.ts'
import { releasedStarters } from './released-starters.ts'

/** A template that every company begins with. */
export type StarterTemplate = {
  fileName: string
  defaultDocumentName: string
  description: string
  /** What such papers carry and the product holds nowhere: stands as an empty box to write into. */
  missing: readonly string[]
  /** The same paper on each size of page. */
  files: Readonly<Record<PaperSize, StarterFile>>
  /** The hashes that it had in earlier releases, on any size, without those of today. */
  formerHashes: readonly string[]
}

export type StarterFile = {
  bytes: Buffer
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
}

const folder = join(import.meta.dirname, 'starter')

type Listed = Pick<StarterTemplate, 'fileName' | 'defaultDocumentName' | 'description'> & {
  missing: string[]
}

/** Reads the Word files that `npm run starter-templates` wrote. */
export async function readStarterTemplates(): Promise<StarterTemplate[]> {
  const listed: Listed[] = JSON.parse(await readFile(join(folder, 'list.json'), 'utf8'))
  return Promise.all(
    listed.map(async starter => {
      const [a4, letter] = await Promise.all([
        readStarter('A4', starter.fileName),
        readStarter('Letter', starter.fileName),
      ])
      const files = { A4: a4, Letter: letter }
      return { ...starter, files, formerHashes: formerHashesOf(starter.fileName, files) }
    }),
  )
}

/** What it holds today, on each size. */
export const hashesOf = ({ files }: Pick<StarterTemplate, 'files'>): string[] =>
  paperSizes.map(size => files[size].hash)

function formerHashesOf(fileName: string, files: StarterTemplate['files']): string[] {
  const today = hashesOf({ files })
  const released = Object.values(releasedStarters).flatMap(release => release[fileName] ?? [])
  return released.filter(hash => !today.includes(hash))
}

async function readStarter(size: PaperSize, fileName: string): Promise<StarterFile> {
  const bytes = await readFile(join(folder, size, fileName))
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}
