import { extensionOf } from '#contract/file-names.ts'
import { fileKinds, kindOfExtension } from '#server/files/kinds.ts'

/** So that a path stays below the 260 characters that Windows takes, wherever the zip is unpacked. */
const LONGEST = 120

// What Windows refuses in a name, which is more than other systems do.
const refused = /[<>:"/\\|?*\p{Cc}\p{Bidi_Control}]/gu
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** What is put behind the name of a file that a computer might run: nothing opens it by itself. */
const HARMLESS = '.download'

// Besides what is code by its kind: what a browser draws with scripts in it, and what a folder or a system obeys when
// somebody only looks at it, some of it by asking another machine for a picture with the person's password.
const obeyed = new Set(
  (
    'xml rdf rss atom mml xsd dtd ini desktop directory webloc website library-ms search-ms searchconnector-ms ' +
    'settingcontent-ms theme themepack deskthemepack rdp contact diagcab appcontent-ms asx m3u m3u8 wax wvx pls ' +
    'config htaccess htpasswd cnf properties pth url scf lnk inf'
  ).split(' '),
)
function isRun(extension: string): boolean {
  const known = kindOfExtension(extension)
  return obeyed.has(extension) || (known !== undefined && fileKinds[known.kind].code)
}

export const isMadeHarmless = (path: string) => path.endsWith(HARMLESS)

/** A file's name as every system takes it. */
export function portableName(name: string, longest = LONGEST): string {
  const plain = name
    .normalize('NFC')
    .replace(refused, '_')
    .replace(/[. ]+$/, '')
    .trim()
    .replace(/^\.+/, '_')
  const usable = plain === '' ? 'unnamed' : device.test(plain) ? `_${plain}` : plain
  if (usable.length <= longest) return usable
  const extension = extensionOf(usable).slice(0, 20)
  return (
    usable
      .slice(0, longest - extension.length)
      .toWellFormed()
      .trimEnd() + extension
  )
}

/** The same for what people stored, of which no system runs or obeys anything. `mayRunCode`: its content is such. */
export function harmlessName(name: string, mayRunCode = false): string {
  const usable = portableName(name)
  if (!mayRunCode && !isRun(extensionOf(usable).slice(1).toLowerCase())) return usable
  return portableName(usable, LONGEST - HARMLESS.length) + HARMLESS
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
  take(name: string, mayRunCode = false): string {
    const wanted = harmlessName(name, mayRunCode)
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
