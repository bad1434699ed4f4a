import type { FieldIndex, KnownList } from '#server/word/language/known-fields.ts'
import type { ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { valueOf } from './printing.ts'
import { elementsOf, type Story } from '#server/word/file/stories.ts'
import {
  append,
  childElement,
  type Condition,
  Conditional,
  isElement,
  isEnclosure,
  Marker,
  remove,
  Repeat,
  replace,
  type TreeNode,
  type TreeParent,
  type ValueInstruction,
  type XmlElement,
} from '#server/word/file/tree.ts'

/**
 * Repeats each table row that names fields of one list in full (`Items.Name`) and stands in no repeat of it.
 * Rows that head every page are left as they are.
 */
export function repeatRows(story: Story, index: FieldIndex, report: ReportProblem): void {
  const rows = elementsOf(story).filter(element => element.name === 'w:tr')
  const groups = new Set<Repeat>()
  // Outer rows first: a table within a row that repeats shows that row's own values.
  for (const row of rows) {
    if (isHeading(row)) continue
    const named = namesIn(row).flatMap(found => {
      const list = listOf(found.value, index)
      return list === undefined || isRepeated(row, list, index) ? [] : [{ ...found, list }]
    })
    const [first] = named
    if (first === undefined) continue
    const other = named.find(({ list }) => list !== first.list)
    if (other === undefined) wrap(row, first.list, first.marker, groups)
    else {
      const message = `The row has fields of two lists, “${first.value.name}” and “${other.value.name}”. Give each list rows of its own.`
      report(other.marker.origin, { kind: 'broken', name: other.value.name, message })
    }
  }
}

interface NamedValue {
  value: ValueInstruction
  marker: Pick<Marker, 'origin'>
}

function isHeading(row: XmlElement): boolean {
  const properties = childElement(row, 'w:trPr')
  const heading = properties && childElement(properties, 'w:tblHeader')
  return heading !== undefined && !/^(0|false|off)$/.test(heading.attributes.get('w:val') ?? '')
}

/** What a row itself prints or asks, without the enclosures that repeat a list of their own. */
function namesIn(row: XmlElement): NamedValue[] {
  const found: NamedValue[] = []
  const visit = (node: TreeNode): void => {
    if (typeof node === 'string') return
    if (node instanceof Marker) {
      const value = valueOf(node.instruction)
      if (value !== undefined) found.push({ value, marker: node })
      return
    }
    if (node instanceof Conditional) {
      for (const value of valuesIn(node.condition)) found.push({ value, marker: node })
    }
    const isOther =
      node instanceof Repeat || (isElement(node, 'w:tr') && node !== row) || isElement(node, 'w:txbxContent')
    if (!isOther) for (const child of node.children) visit(child)
  }
  visit(row)
  return found
}

function valuesIn(condition: Condition): ValueInstruction[] {
  switch (condition.type) {
    case 'filled':
      return [condition.value]
    case 'not':
      return valuesIn(condition.condition)
    case 'all':
    case 'any':
      return condition.conditions.flatMap(valuesIn)
    case 'compare':
      return [...condition.left, ...condition.right].filter(piece => typeof piece !== 'string')
  }
}

function listOf({ name, aggregate }: ValueInstruction, index: FieldIndex): KnownList | undefined {
  return aggregate === undefined && index.field(name) === undefined ? index.listHolding(name) : undefined
}

function isRepeated(row: XmlElement, list: KnownList, index: FieldIndex): boolean {
  for (let node: TreeParent | null = row; node !== null; node = node.parent) {
    if (node instanceof Repeat && index.list(node.list) === list) return true
  }
  return false
}

/** Rows next to each other that name the same list are one item's, and so is a row that a cell of it reaches into. */
function wrap(
  row: XmlElement,
  list: KnownList,
  { origin }: Pick<Marker, 'origin'>,
  groups: Set<Repeat>,
): void {
  const before = siblingBefore(row)
  if (before instanceof Repeat && groups.has(before) && before.list === list.name) {
    remove(row)
    append(before, row)
    return takeMergedRows(before)
  }
  const repeat = new Repeat(list.name, origin)
  // A condition around this row alone is asked for each row that the list gives.
  const target =
    isEnclosure(row.parent) && row.parent instanceof Conditional && asksForList(row.parent, list)
      ? row.parent
      : row
  replace(target, [repeat])
  append(repeat, target)
  if (target !== row) return
  groups.add(repeat)
  takeMergedRows(repeat)
}

function siblingBefore(row: XmlElement): TreeNode | undefined {
  const siblings = row.parent?.children ?? []
  return siblings[siblings.indexOf(row) - 1]
}

function takeMergedRows(repeat: Repeat): void {
  const siblings = repeat.parent?.children ?? []
  for (;;) {
    const next = siblings[siblings.indexOf(repeat) + 1]
    if (!isElement(next, 'w:tr') || !continuesCells(next)) return
    remove(next)
    append(repeat, next)
  }
}

function continuesCells(row: XmlElement): boolean {
  return row.children.some(child => {
    const properties = isElement(child, 'w:tc') ? childElement(child, 'w:tcPr') : undefined
    const merge = properties && childElement(properties, 'w:vMerge')
    return merge !== undefined && (merge.attributes.get('w:val') ?? 'continue') === 'continue'
  })
}

function asksForList(conditional: Conditional, list: KnownList): boolean {
  const prefix = `${list.name.toLowerCase()}.`
  return valuesIn(conditional.condition).some(({ name }) =>
    name.toLowerCase().replaceAll('_', '.').startsWith(prefix),
  )
}
