import { posix } from 'node:path'
import { codePicture } from './code-picture.ts'
import { drawPicture, UNITS_PER_DOT } from './draw-picture.ts'
import { type FieldValue, isPicture, type PictureValue } from '#server/word/language/known-fields.ts'
import { pictureNamespaces } from '#server/word/file/namespaces.ts'
import type { PictureFrame } from './picture-frame.ts'
import type { PictureOperation } from '#server/word/program.ts'
import { type CodeKind } from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { storeEntry } from '#server/word/file/zip-write.ts'
import type { ZipEntry } from '#server/word/file/zip-read.ts'

/** Names that are still free in a template. */
export interface PictureNames {
  /** What the ids of a part's new links begin with, by the part's name. */
  links: ReadonlyMap<string, string>
  /** What the new pictures' names begin with, folder included. */
  files: string
}

const LIMITS = { pictures: 5_000, bytes: 64 * 1024 * 1024 } as const
const CODE_NAMES: Readonly<Record<CodeKind, string>> = { qr: 'QR code', code128: 'Code 128 barcode' }

/** The pictures put into one document: each is stored once, however often and wherever it is shown. */
export class PictureStore {
  readonly #names: PictureNames
  readonly #files = new Map<Uint8Array, ZipEntry>()
  readonly #codes = new Map<string, PictureValue>()
  readonly #links = new Map<string, Map<ZipEntry, { id: string; isStrict: boolean }>>()
  #bytes = 0

  constructor(names: PictureNames) {
    this.#names = names
  }

  /** The markup of one picture; nothing where there is no picture to show. */
  draw(
    operation: PictureOperation,
    value: FieldValue,
    companion: FieldValue,
    at: { part: string; number: number; isBlankAllowed: boolean },
  ): string {
    const { frame, code, name } = operation
    const text = code === undefined ? '' : operation.format(value, companion)
    if (code !== undefined && text === '') return ''
    const picture = code === undefined ? value : this.#code(code, text, frame)
    if (picture === undefined && code !== undefined && !at.isBlankAllowed) {
      throw new WordTemplateError(unprintable(code, name, text), at.part)
    }
    if (!isPicture(picture) || !(picture.width > 0) || !(picture.height > 0)) return ''
    const relationship = this.#link(at.part, this.#file(picture, at.part), frame.isStrict)
    const description = code === undefined ? name : `${CODE_NAMES[code]}: ${text}`
    return drawPicture(frame, {
      picture,
      relationship,
      description,
      number: at.number,
      isCode: code !== undefined,
    })
  }

  /** The links that a part needs beside those it had. */
  linksOf(part: string): string {
    const links = [...(this.#links.get(part) ?? [])]
    return links
      .map(([file, { id, isStrict }]) => {
        const target = posix.relative(posix.dirname(part), file.name)
        return `<Relationship Id="${id}" Type="${pictureNamespaces(isStrict).image}" Target="${target}"/>`
      })
      .join('')
  }

  files(): ZipEntry[] {
    return [...this.#files.values()]
  }

  #code(code: CodeKind, text: string, frame: PictureFrame): PictureValue | undefined {
    const [width, height] = [frame.width / UNITS_PER_DOT, frame.height / UNITS_PER_DOT]
    const key = `${code} ${Math.floor(width)} ${Math.floor(height)} ${text}`
    const made = this.#codes.get(key) ?? codePicture(code, text, width, height)
    if (made !== undefined) this.#codes.set(key, made)
    return made
  }

  #file(picture: PictureValue, part: string): ZipEntry {
    const known = this.#files.get(picture.bytes)
    if (known !== undefined) return known
    this.#bytes += picture.bytes.length
    if (this.#files.size >= LIMITS.pictures || this.#bytes > LIMITS.bytes) {
      throw new WordTemplateError(
        `The document would hold more than ${LIMITS.pictures} different pictures or 64 MB of them. Show fewer in the list that repeats them.`,
        part,
      )
    }
    const extension = picture.mediaType === 'image/png' ? 'png' : 'jpeg'
    const file = storeEntry(`${this.#names.files}${this.#files.size + 1}.${extension}`, picture.bytes)
    this.#files.set(picture.bytes, file)
    return file
  }

  #link(part: string, file: ZipEntry, isStrict: boolean): string {
    const links = this.#links.get(part) ?? new Map<ZipEntry, { id: string; isStrict: boolean }>()
    this.#links.set(part, links)
    const known = links.get(file)
    if (known !== undefined) return known.id
    const id = `${this.#names.links.get(part) ?? 'picture'}${links.size + 1}`
    links.set(file, { id, isStrict })
    return id
  }
}

function unprintable(code: CodeKind, name: string, text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return code === 'qr'
    ? `“${name}” is too long for a QR code (${text.length} characters).`
    : `“${name}” cannot be printed as a Code 128 barcode: “${shown}” is longer than 120 characters or holds others than English letters, digits and signs. Use a QR code instead.`
}
