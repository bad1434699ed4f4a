import { anchorKey } from '#server/word/file/anchors.ts'
import type { CodeArgument, CodeItem, FieldCode } from './field-code.ts'
import { type Field, type FieldScan, isCode, textIn } from './field-scan.ts'
import { conditionally, type IfFields } from './if-fields.ts'
import { copy } from '#server/word/file/runs.ts'
import {
  append,
  childElement,
  type Conditional,
  elementsBelow,
  insertBefore,
  isElement,
  type Origin,
  remove,
  replace,
  type TreeNode,
  type TreeParent,
  XmlElement,
} from '#server/word/file/tree.ts'

/** What is needed to turn the fields within a branch. */
interface BlockMaker {
  convert: (field: Field) => void
  originOfIf: (field: Field) => Origin
}

/** The paragraphs and tables that an IF field takes up. */
interface Stretch {
  container: TreeParent
  blocks: readonly XmlElement[]
  holds: ReadonlySet<TreeParent>
}

/** A branch: the parts of paragraphs with which it begins and ends, and the blocks between. */
interface BranchPlan {
  first: { block: XmlElement; items: readonly CodeItem[] }
  middle: { block: XmlElement; items: readonly CodeItem[] }[]
  last: { block: XmlElement; items: readonly CodeItem[] } | undefined
}

/** Turns IF fields that have paragraphs to themselves, so that their branches keep paragraphs and tables. */
export class IfBlocks {
  readonly #scan: FieldScan
  readonly #ifs: IfFields
  readonly #fields: BlockMaker

  constructor(scan: FieldScan, ifs: IfFields, fields: BlockMaker) {
    this.#scan = scan
    this.#ifs = ifs
    this.#fields = fields
  }

  /** False where the field shares a paragraph with others, or its parts cannot be told apart. */
  convert(field: Field, code: FieldCode): boolean {
    const stretch = code.name === 'IF' ? this.#stretchOf(field) : undefined
    if (stretch === undefined) return false
    const [, , , whenTrue, whenFalse] = code.arguments
    const plans = [this.#plan(whenTrue, stretch), this.#plan(whenFalse, stretch)]
    const [one, other] = plans
    if (plans.includes('impossible') || (one === undefined && other === undefined)) return false
    const condition = this.#ifs.conditionOf(code)
    if (condition === undefined) return false
    const origin = this.#fields.originOfIf(field)
    const format = this.#ifs.formatOf(field, code)
    const branches: Conditional[] = []
    for (const plan of plans) {
      if (plan === undefined || plan === 'impossible') continue
      const holds = plan === one ? condition : ({ type: 'not', condition } as const)
      branches.push(conditionally(holds, this.#blocksOf(plan, stretch.container, format), origin))
    }
    const [first] = stretch.blocks
    if (first !== undefined) insertBefore(first, branches)
    for (const block of stretch.blocks) if (block.parent === stretch.container) remove(block)
    return true
  }

  #stretchOf(field: Field): Stretch | undefined {
    const { entries } = this.#scan
    const [begin, end] = [entries[field.start], entries[field.end]]
    if (field.simple !== undefined || begin === undefined || end === undefined) return undefined
    const container = begin.paragraph.parent
    if (begin.paragraph === end.paragraph || container === null || end.paragraph.parent !== container)
      return undefined
    const isAlone =
      entries[field.start - 1]?.paragraph !== begin.paragraph &&
      entries[field.end + 1]?.paragraph !== end.paragraph
    if (!isAlone) return undefined
    const from = container.children.indexOf(begin.paragraph)
    const blocks = container.children
      .slice(from, container.children.indexOf(end.paragraph) + 1)
      .filter(child => isElement(child))
    const holds = new Set<TreeParent>(blocks)
    return blocks.some(endsSection) || cutsAnchors(blocks) ? undefined : { container, blocks, holds }
  }

  #plan(
    argument: CodeArgument | string | undefined,
    stretch: Stretch,
  ): BranchPlan | 'impossible' | undefined {
    if (argument === undefined || typeof argument === 'string') return undefined
    const groups = new Map<XmlElement, CodeItem[]>()
    for (const item of argument.items) {
      if (item.type === 'character' && item.startsParagraph === true) continue
      const block = this.#blockOf(item, stretch)
      if (block === undefined) return 'impossible'
      const group = groups.get(block)
      if (group === undefined) groups.set(block, [item])
      else group.push(item)
    }
    const [first, ...others] = groups
    if (first === undefined) return undefined
    const last = others.at(-1)
    const edges = last === undefined ? [first] : [first, last]
    if (
      edges.some(([block, items]) => block.name !== 'w:p' || items.some(item => this.#crosses(item, stretch)))
    )
      return 'impossible'
    const [from, to] = [stretch.blocks.indexOf(first[0]), stretch.blocks.indexOf(last?.[0] ?? first[0])]
    return {
      first: { block: first[0], items: first[1] },
      middle: stretch.blocks.slice(from + 1, to).map(block => ({ block, items: groups.get(block) ?? [] })),
      last: last && { block: last[0], items: last[1] },
    }
  }

  #blockOf(item: CodeItem, { holds }: Stretch, isEnd = false): XmlElement | undefined {
    const entry =
      item.type === 'field' ? this.#scan.entries[isEnd ? item.field.end : item.field.start] : item.entry
    let node: TreeParent | null = entry?.paragraph ?? null
    while (node !== null && !holds.has(node)) node = node.parent
    return node instanceof XmlElement ? node : undefined
  }

  #crosses(item: CodeItem, stretch: Stretch): boolean {
    return this.#blockOf(item, stretch) !== this.#blockOf(item, stretch, true)
  }

  #blocksOf(
    { first, middle, last }: BranchPlan,
    container: TreeParent,
    format: XmlElement | undefined,
  ): TreeNode[] {
    for (const { block, items } of middle) this.#convertWithin(block, items)
    // Fields within may have put others in the blocks' place.
    const at = (edge: XmlElement) => container.children.indexOf(edge)
    const between = last === undefined ? [] : container.children.slice(at(first.block) + 1, at(last.block))
    const edge = ({ block, items }: BranchPlan['first']) => {
      const paragraph = new XmlElement('w:p', block.attributes)
      const properties = childElement(block, 'w:pPr')
      if (properties !== undefined) append(paragraph, copy(properties))
      for (const node of this.#ifs.content(items, format)) {
        if (typeof node !== 'string') remove(node)
        append(paragraph, node)
      }
      return paragraph
    }
    return [edge(first), ...between, ...(last === undefined ? [] : [edge(last)])]
  }

  /** A block between stays as it is, but what was code in it is text now. */
  #convertWithin(block: XmlElement, items: readonly CodeItem[]): void {
    for (const item of items) if (item.type === 'field') this.#fields.convert(item.field)
    const codes = new Set(items.map(item => (item.type === 'character' ? item.entry?.node : undefined)))
    for (const element of elementsBelow(block)) {
      if (!isCode(element) || !codes.has(element)) continue
      const text = new XmlElement('w:t', new Map([['xml:space', 'preserve']]))
      append(text, textIn(element))
      replace(element, [text])
    }
  }
}

function endsSection(block: XmlElement): boolean {
  return elementsBelow(block).some(element => element.name === 'w:sectPr')
}

/** Whether a bookmark or the like begins or ends here alone. */
function cutsAnchors(blocks: readonly XmlElement[]): boolean {
  const ends = new Map<string, number>()
  for (const element of blocks.flatMap(block => elementsBelow(block))) {
    const key = anchorKey(element)
    if (key !== undefined) ends.set(key, (ends.get(key) ?? 0) + 1)
  }
  return [...ends.values()].includes(1)
}
