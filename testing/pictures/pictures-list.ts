import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#testing/step.ts'
import { filesOf, type PicturesCommand, picturesList } from './pictured-screens.ts'

export type PictureEntry = {
  /** The SHA-256 of each file: whoever changes a picture by hand is found out. */
  files: Record<string, string>
  /** What stood on the screen when the picture was taken, each once. */
  words: string[]
}
export type PicturesList = Record<string, PictureEntry>

export const entryName = (command: PicturesCommand, name: string) => `${command}: ${name}`

export const readPicturesList = async (): Promise<PicturesList> =>
  JSON.parse(await readFile(picturesList, 'utf8')) as PicturesList

export const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(root, file)))
    .digest('hex')

/** Writes down that the pictures of a command were taken just now, of screens with these words. */
export async function notePictures(
  command: PicturesCommand,
  words: Readonly<Record<string, string[]>>,
): Promise<void> {
  const list = await readPicturesList().catch(() => ({}) as PicturesList)
  const others = Object.entries(list).filter(([name]) => !name.startsWith(`${command}: `))
  const taken = Object.entries(words).map(async ([name, seen]) => {
    const hashes = filesOf(command, name).map(async file => [file, await hashOf(file)] as const)
    const entry: PictureEntry = { files: Object.fromEntries(await Promise.all(hashes)), words: seen }
    return [entryName(command, name), entry] as const
  })
  const all = [...others, ...(await Promise.all(taken))].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await writeFile(picturesList, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}

/** What has come and gone on a screen since its picture was taken; null where its words are the same. */
export function difference(before: readonly string[], now: readonly string[]): string | null {
  const quoted = (words: readonly string[]) => words.map(word => `“${word}”`).join(', ')
  const [come, gone] = [
    now.filter(word => !before.includes(word)),
    before.filter(word => !now.includes(word)),
  ]
  const said = [come.length > 0 && `New: ${quoted(come)}.`, gone.length > 0 && `Gone: ${quoted(gone)}.`]
  return said.some(Boolean) ? said.filter(Boolean).join(' ') : null
}
