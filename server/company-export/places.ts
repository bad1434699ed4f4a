import { extensionOf } from '#contract/file-names.ts'

/** So that a path stays below the 260 characters that Windows takes, wherever the zip is unpacked. */
const LONGEST = 120

// What Windows refuses in a name, which is more than other systems do.
const refused = /[<>:"/\\|?*\p{Cc}]/gu
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A file's name as every system takes it. */
export function portableName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(refused, '_')
    .replace(/[. ]+$/, '')
    .trim()
  const usable = plain === '' ? 'unnamed' : device.test(plain) ? `_${plain}` : plain
  if (usable.length <= LONGEST) return usable
  const extension = extensionOf(usable).slice(0, 20)
  return (
    usable
      .slice(0, LONGEST - extension.length)
      .toWellFormed()
      .trimEnd() + extension
  )
}

/** A folder in which no two files have the same name, whatever letters are capital. */
export class Places {
  readonly #folder: string
  readonly #taken = new Set<string>()

  /** `folders` are those inside of it, whose names no file may have. */
  constructor(folder: string, folders: readonly string[] = []) {
    this.#folder = folder
    for (const name of folders) this.#taken.add(name.toLowerCase())
  }

  /** The path of another file: "files/12/Invoice.pdf", "files/12/Invoice (2).pdf" … */
  take(name: string): string {
    const wanted = portableName(name)
    const extension = wanted.slice(wanted.length - extensionOf(wanted).length)
    const stem = wanted.slice(0, wanted.length - extension.length)
    let path = wanted
    for (let number = 2; this.#taken.has(path.toLowerCase()); number += 1)
      path = `${stem} (${number})${extension}`
    this.#taken.add(path.toLowerCase())
    return `${this.#folder}/${path}`
  }
}

/** The address by which a page names another file of the export; `up`: how many folders lie above the page. */
export const linkTo = (path: string, up = 0): string =>
  '../'.repeat(up) + path.split('/').map(encodeURIComponent).join('/')
