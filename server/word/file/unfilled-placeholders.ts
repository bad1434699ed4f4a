import { BARRIER } from './paragraph-pieces.ts'
import { placeOf } from './stories.ts'
import { type Origin, Marker, nearestAncestor, type TreeNode, XmlElement } from './tree.ts'
import type { TemplateProblem } from './word-error.ts'

const PLACEHOLDER = /\{\{\s{0,9}[#/]?\s{0,9}[\p{L}_][^{}<>]{0,200}\}\}/uy
const SHOWN = 30
/** The most that are reported for one part; more would not help. */
const LIMIT = 100

/** A placeholder that nothing will fill, and what a person calls the place. */
export interface UnfilledPlaceholder {
  source: string
  where: string
  /** Whether a reader of the document meets it; else it matters to who opens the file alone. */
  isPrinted: boolean
  /** Where in the file, such as “body, table 1, row 2, cell 1”. */
  place: string
}

/** Every opening `{{` of a text, with what follows it. */
export function placeholdersIn(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) {
    PLACEHOLDER.lastIndex = at
    found.push(PLACEHOLDER.exec(text)?.[0] ?? (text.slice(at, at + SHOWN).split(BARRIER)[0] ?? '').trim())
  }
  return found
}

/** The placeholders of a part that are not filled, however its texts are split. `label` is what people call the part. */
export function unfilledInTree(root: XmlElement, label: string, whole?: PartKind): UnfilledPlaceholder[] {
  const search = new Search(label, whole)
  search.visit(root, undefined)
  search.finish()
  return search.found
}

/** Text that belongs together, of one paragraph or of one element that stands by itself. */
interface Stretch {
  holder: XmlElement
  text: string
}

class Search {
  readonly found: UnfilledPlaceholder[] = []
  readonly #label: string
  readonly #whole: PartKind | undefined
  /** By the name of the elements that hold the text: shown and deleted words stand side by side. */
  #open = new Map<string, Stretch>()

  constructor(label: string, whole: PartKind | undefined) {
    this.#label = label
    this.#whole = whole
  }

  visit(node: TreeNode, parent: XmlElement | undefined): void {
    if (this.found.length >= LIMIT) return
    if (node instanceof Marker) {
      for (const stretch of this.#open.values()) stretch.text += BARRIER
      return
    }
    if (typeof node === 'string') {
      if (parent?.filled?.has('') !== true && parent !== undefined) this.#add(node, parent)
      return
    }
    if (!(node instanceof XmlElement)) {
      for (const child of node.children) this.visit(child, parent)
      return
    }
    for (const [name, value] of node.attributes) {
      if (node.filled?.has(name) !== true && value.includes('{{')) this.#tell(value, node)
    }
    const isParagraph = /^(w|a):p$/.test(node.name)
    if (isParagraph) this.finish()
    for (const child of node.children) this.visit(child, node)
    if (isParagraph) this.finish()
  }

  finish(): void {
    for (const { holder, text } of this.#open.values()) this.#tell(text, holder)
    this.#open = new Map()
  }

  #add(text: string, holder: XmlElement): void {
    const isInParagraph = nearestAncestor(holder, ({ name }) => /^(w|a):p$/.test(name)) !== undefined
    if (!isInParagraph) return this.#tell(text, holder)
    const stretch = this.#open.get(holder.name)
    if (stretch === undefined) this.#open.set(holder.name, { holder, text })
    else stretch.text += text
  }

  #tell(text: string, holder: XmlElement): void {
    if (!text.includes('{{')) return
    for (const source of placeholdersIn(text)) {
      const { where, isPrinted } = this.#whole ?? { where: whereOf(holder), isPrinted: false }
      this.found.push({ source, where, isPrinted, place: this.#placeOf(holder) })
    }
  }

  #placeOf(holder: XmlElement): string {
    const comment = nearestAncestor(holder, ({ name }) => name === 'w:comment')
    const author = comment?.attributes.get('w:author') ?? ''
    const label = comment === undefined ? this.#label : `comment ${comment.attributes.get('w:id') ?? ''}`
    const paragraph = holder.name === 'w:p' ? holder : nearestAncestor(holder, ({ name }) => name === 'w:p')
    const by = author === '' ? label : `${label} by ${author}`
    return paragraph === undefined
      ? by
      : placeOf(paragraph, by, { before: '', after: '', paragraphBefore: '' })
  }
}

function whereOf(element: XmlElement): string {
  const { name } = element
  if (nearestAncestor(element, ({ name: outer }) => outer === 'w:moveFrom') !== undefined)
    return 'a text moved while changes were tracked'
  if (/^w:(delText|delInstrText)$/.test(name)) return 'a text deleted while changes were tracked'
  return name.startsWith('w:bookmark') ? 'the name of a bookmark' : 'a place that is not printed'
}

/** What people call a part that is passed on as it is, and whether its words are printed. */
export interface PartKind {
  where: string
  isPrinted: boolean
}

export function kindOfPart(name: string): PartKind {
  const isPrinted = /numbering/i.test(name)
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/comments/i, 'a comment'],
    [/numbering/i, 'the numbering of a list'],
    [/styles/i, 'a style'],
    [/settings/i, 'a setting of the file'],
    [/customxml/i, 'data that other programs keep in the file'],
  ]
  const where = kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'a part of the file that is not printed'
  return { where, isPrinted }
}

const ESCAPED_BRACE = /&#(0{0,6}123|x0{0,6}7b);/i

/** A first look at a part's bytes: whether a placeholder may stand in it, written or split in any way. */
export function mayHoldPlaceholders(content: Buffer): boolean {
  if (!content.includes('{') && !content.includes('&#')) return false
  const isWide = content[0] === 0xff || content[0] === 0xfe || content.includes('{\0')
  const text = isWide ? content.toString('latin1').replaceAll('\0', '') : content.toString('latin1')
  return text.includes('{{') || ESCAPED_BRACE.test(text) || text.replace(/<[^>]*>/g, '').includes('{{')
}

export function leftAlone(
  { source, where, place, isPrinted }: UnfilledPlaceholder,
  order: number,
): { origin: Origin; problem: Omit<TemplateProblem, 'place'> } {
  const message = `“${source}” is in ${where}, where nothing is filled in; it is left as it is. Remove it in Word.`
  const name = source.replace(/^\{\{\s*|\s*\}\}$/g, '')
  return { origin: { source, place, order }, problem: { kind: isPrinted ? 'broken' : 'left', name, message } }
}
