import type { PictureFrame } from '#server/word/pictures/picture-frame.ts'

/** One parsed part of a Word file. Text stands as plain strings; markers and repeats are put in by the compiler. */
export type TreeNode = XmlElement | Marker | Enclosure | string
export type TreeParent = XmlElement | Enclosure
/** Content that prints any number of times. */
export type Enclosure = Repeat | Conditional

/** Of all elements that have none. */
export const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

export class XmlElement {
  readonly name: string
  #attributes: ReadonlyMap<string, string>
  children: TreeNode[] = []
  parent: TreeParent | null = null
  /** The attributes, and under '' the text inside, that hold placeholders. */
  filled: Map<string, FilledText> | undefined

  constructor(name: string, attributes: ReadonlyMap<string, string> = NO_ATTRIBUTES) {
    this.name = name
    this.#attributes = attributes
  }

  get attributes(): ReadonlyMap<string, string> {
    return this.#attributes
  }

  // Elements of one file, and all elements without attributes, share their maps: a change makes a map of its own.
  setAttribute(name: string, value: string): void {
    this.#attributes = new Map(this.#attributes).set(name, value)
  }

  removeAttribute(name: string): void {
    if (!this.#attributes.has(name)) return
    const kept = new Map(this.#attributes)
    kept.delete(name)
    this.#attributes = kept
  }
}

/** A text outside the runs of a paragraph, such as a watermark's or a link's. */
export interface FilledText {
  text: string
  origin: Origin
  /** Whether its values become part of a field's code, or of the address in it. */
  isCode: boolean
}

/** Where a marker comes from. */
export interface Origin {
  /** The placeholder as a person wrote it. */
  source: string
  place: string
  /** Counts the placeholders of a file in the order a reader meets them. */
  order: number
  /** The paragraph's place in the reading order of the file, where it is in one. */
  paragraph?: number | undefined
}

/** What every way of writing a placeholder becomes, as a child of a run. */
export class Marker {
  readonly instruction: Instruction
  readonly origin: Origin
  parent: TreeParent | null = null

  constructor(instruction: Instruction, origin: Origin) {
    this.instruction = instruction
    this.origin = origin
  }
}

export type Instruction =
  | ValueInstruction
  /** Prints one of two pieces of XML inside a run. */
  | { type: 'checkbox'; value: ValueInstruction; checked: string; unchecked: string }
  /** With `code` the value is printed as that; without it the value is a picture itself. */
  | { type: 'picture'; value: ValueInstruction; code?: CodeKind; frame: PictureFrame }
  | { type: 'open'; list: string }
  | { type: 'if'; condition: Condition; keyword: 'if' | 'unless' }
  | { type: 'else'; condition?: Condition }
  /** The list or keyword that ends; '' ends the nearest. */
  | { type: 'close'; name: string }

export interface ValueInstruction {
  type: 'value'
  name: string
  /** Over all rows of the list that the name leads to. */
  aggregate?: 'sum' | 'count'
  /** Worked out from other values; the name is the first one's. */
  formula?: Formula
  formats: readonly FormatCall[]
  /** What a dropdown shows for a value, by the value in lower case. */
  choices?: ReadonlyMap<string, string>
}

/** Arithmetic over values, as Word’s `=` fields have it. */
export type Formula =
  | { type: 'number'; number: number }
  | { type: 'value'; value: ValueInstruction }
  | { type: 'call'; name: string; arguments: readonly Formula[] }

export type Condition =
  | { type: 'filled'; value: ValueInstruction }
  | { type: 'compare'; left: Operand; operator: Comparison; right: Operand; hasWildcards?: boolean }
  | { type: 'not'; condition: Condition }
  | { type: 'all' | 'any'; conditions: readonly Condition[] }

const comparisons = ['=', '<>', '<', '>', '<=', '>='] as const
export type Comparison = (typeof comparisons)[number]
export const isComparison = (sign: unknown): sign is Comparison => comparisons.some(one => one === sign)

/** Texts and values in a row, such as “No. ” and a number. */
export type Operand = readonly (string | ValueInstruction)[]

/** Whether an operand is `""`, with which a condition asks whether a value is there. */
export const isBlankText = (operand: Operand): boolean =>
  operand.every(piece => typeof piece === 'string' && piece.trim() === '')

export type CodeKind = 'qr' | 'code128'

/** Whether a marker begins, parts or ends what is enclosed, and prints nothing itself. */
export function isBlockMark({ instruction }: Marker): boolean {
  return /^(open|if|else|close)$/.test(instruction.type)
}

export interface FormatCall {
  name: string
  argument?: string
  /** Where it is not the template's. */
  language?: string
}

/** The nodes that an opening and a closing marker enclose. */
export class Repeat {
  readonly list: string
  readonly origin: Origin
  children: TreeNode[] = []
  parent: TreeParent | null = null

  constructor(list: string, origin: Origin) {
    this.list = list
    this.origin = origin
  }
}

/** The nodes that print only where the condition holds; “else” is a neighbour with the contrary condition. */
export class Conditional {
  readonly condition: Condition
  readonly origin: Origin
  children: TreeNode[] = []
  parent: TreeParent | null = null

  constructor(condition: Condition, origin: Origin) {
    this.condition = condition
    this.origin = origin
  }
}

export function isEnclosure(node: TreeNode | null | undefined): node is Enclosure {
  return node instanceof Repeat || node instanceof Conditional
}

export function append(parent: TreeParent, child: TreeNode): void {
  if (typeof child !== 'string') child.parent = parent
  parent.children.push(child)
}

/** Where a child of many was found last: what is changed next mostly stands near it. */
const foundLast = new WeakMap<TreeParent, number>()
const NEAR = 100

function positionOf(parent: TreeParent, child: TreeNode): number {
  const { children } = parent
  if (children.length <= NEAR) return children.indexOf(child)
  const before = foundLast.get(parent) ?? 0
  const near = children.slice(Math.max(0, before - NEAR), before + NEAR).indexOf(child)
  const index = near < 0 ? children.indexOf(child) : Math.max(0, before - NEAR) + near
  foundLast.set(parent, index)
  return index
}

/** Puts `replacements` where `child` stood. */
export function replace(child: Exclude<TreeNode, string>, replacements: readonly TreeNode[]): void {
  const parent = child.parent
  if (parent === null) return
  const index = positionOf(parent, child)
  if (index < 0) return
  for (const node of replacements) if (typeof node !== 'string') node.parent = parent
  // More arguments than this overflow the stack.
  if (replacements.length < 10_000) parent.children.splice(index, 1, ...replacements)
  else
    parent.children = [
      ...parent.children.slice(0, index),
      ...replacements,
      ...parent.children.slice(index + 1),
    ]
  child.parent = null
}

/** Puts `nodes` in front of `child`. */
export function insertBefore(child: Exclude<TreeNode, string>, nodes: readonly TreeNode[]): void {
  const { parent } = child
  if (parent === null) return
  for (const node of nodes) if (typeof node !== 'string') node.parent = parent
  parent.children.splice(positionOf(parent, child), 0, ...nodes)
}

export function remove(child: Exclude<TreeNode, string>): void {
  replace(child, [])
}

export function isElement(node: TreeNode | null | undefined, name?: string): node is XmlElement {
  return node instanceof XmlElement && (name === undefined || node.name === name)
}

export function childElement(parent: TreeParent, name: string): XmlElement | undefined {
  return parent.children.find((child): child is XmlElement => isElement(child, name))
}

/** `root` and every element below it, in document order; `enter` decides whether to go below one. */
export function elementsBelow(root: TreeNode, enter?: (element: XmlElement) => boolean): XmlElement[] {
  const found: XmlElement[] = []
  collectElements(root, enter, found)
  return found
}

/** The first element below `root` of this name, in document order. */
export function firstBelow(root: TreeParent, name: string): XmlElement | undefined {
  for (const child of root.children) {
    if (typeof child === 'string' || child instanceof Marker) continue
    if (isElement(child, name)) return child
    const found = firstBelow(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

function collectElements(
  node: TreeNode,
  enter: ((element: XmlElement) => boolean) | undefined,
  found: XmlElement[],
): void {
  if (typeof node === 'string' || node instanceof Marker) return
  if (node instanceof XmlElement) {
    found.push(node)
    if (enter !== undefined && !enter(node)) return
  }
  for (const child of node.children) collectElements(child, enter, found)
}

/** The pair of a drawing and its copy for older programs that a drawing is one half of, or else the drawing itself. */
export function withAlternatives(drawing: XmlElement): XmlElement {
  let whole = drawing
  while (whole.parent instanceof XmlElement && whole.parent.name.startsWith('mc:')) whole = whole.parent
  return whole
}

/** Whether words stand inside a drawing: in a text box, or in a shape that holds text. */
export function holdsTextBox(drawing: XmlElement): boolean {
  return firstBelow(drawing, 'w:txbxContent') !== undefined
}

export function textOf(node: TreeNode): string {
  if (typeof node === 'string') return node
  if (node instanceof Marker) return node.origin.source
  return node.children.map(textOf).join('')
}

export function nearestAncestor(
  node: Exclude<TreeNode, string>,
  accepts: (element: XmlElement) => boolean,
): XmlElement | undefined {
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    if (parent instanceof XmlElement && accepts(parent)) return parent
  }
  return undefined
}
