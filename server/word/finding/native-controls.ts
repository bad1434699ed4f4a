import { levelOf, reasonNotFillable } from '#server/word/controls/control-content.ts'
import { type Control, dateFormatOf, readControl } from '#server/word/controls/control-properties.ts'
import {
  elementsBelow,
  isElement,
  type TreeNode,
  type TreeParent,
  type ValueInstruction,
  type XmlElement,
} from '#server/word/file/tree.ts'
import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import type { FieldIndex, KnownList } from '#server/word/language/known-fields.ts'
import { parsePictureName } from '#server/word/pictures/mark-pictures.ts'
import type { ElementSpots, NativePlace } from './native-place.ts'
import { kindOf, nameOf, placeholderFor } from './placeholder-text.ts'

/** The content controls of a story that fields fill, and those that repeat for the entries of a list. */
export function controlsOf(story: XmlElement, index: FieldIndex, spots: ElementSpots): NativePlace[] {
  const places: NativePlace[] = []
  const visit = (parent: TreeParent, lists: readonly KnownList[]): void => {
    for (const child of parent.children) {
      if (!isElement(child) || isElement(child, 'w:txbxContent')) continue
      if (isElement(child, 'w:sdt')) place(readControl(child), lists)
      else visit(child, lists)
    }
  }
  const inside = ({ content }: Pick<Control, 'content'>, lists: readonly KnownList[]) => {
    for (const node of content) visitNode(node, lists)
  }
  const visitNode = (node: TreeNode, lists: readonly KnownList[]) => {
    if (isElement(node, 'w:sdt')) place(readControl(node), lists)
    else if (isElement(node)) visit(node, lists)
  }
  const place = (control: Control, lists: readonly KnownList[]) => {
    if (control.kind === 'frame' || control.kind === 'item') return inside(control, lists)
    const list = listOf(control, index)
    if (list !== undefined) {
      places.push(...edgesOf(control, list, spots))
      const [first] = control.content.flatMap(node => (isElement(node, 'w:sdt') ? [readControl(node)] : []))
      return inside(first?.kind === 'item' ? first : control, [...lists, list])
    }
    const known = valueOfControl(control, index, lists)
    const spot =
      levelOf(control.element) === 'run' ? spots.within(control.element) : spots.paragraphsIn(control.element)
    const isFillable = spot !== undefined && reasonNotFillable(control) === undefined
    if (known === undefined || !isFillable) {
      if (isFillable && control.names.length > 0 && control.kind !== 'section')
        places.push(unknownControl(control, spot, spots))
      return inside(control, lists)
    }
    const { value, written } = known
    const name = nameOf(value, index, lists) ?? value.name
    places.push({
      ...{ ...spot, name, writing: 'contentControl', holder: { control } },
      text: spots.textOf(spot) || written,
      placeholder: placeholderFor(value, name),
      list: lists.at(-1)?.name ?? null,
      sources: control.names,
    })
  }
  visit(story, openedLists(story, index))
  return places
}

function unknownControl(
  control: Control,
  spot: Pick<NativePlace, 'from' | 'to'>,
  spots: ElementSpots,
): NativePlace {
  const [name = ''] = control.names
  return {
    ...{ ...spot, writing: 'contentControl', holder: { control }, isUnknown: true, sources: control.names },
    ...{ name, placeholder: `{{${withoutBraces(name)}}}`, text: spots.textOf(spot) || name, list: null },
  }
}

/** Lists that text placeholders open anywhere in the story: their fields go by short names. */
export function openedLists(story: XmlElement, index: FieldIndex): KnownList[] {
  const text = elementsBelow(story)
    .filter(({ name }) => name === 'w:t')
    .map(({ children }) => children.filter(child => typeof child === 'string').join(''))
    .join('')
  return findPlaceholders(text).flatMap(({ inner }) => {
    const read = parseExpression(inner)
    return typeof read === 'object' && read.type === 'open' ? (index.list(read.list) ?? []) : []
  })
}

function edgesOf(control: Control, list: KnownList, spots: ElementSpots): NativePlace[] {
  const spot = spots.paragraphsIn(control.element)
  if (spot === undefined) return []
  const shared = {
    ...({ name: '', writing: 'contentControl', list: null, holder: undefined } as const),
    sources: control.names,
  }
  const edge = (at: NativePlace['from'], mark: string): NativePlace => ({
    ...{ ...shared, from: at, to: at, text: mark, placeholder: mark },
  })
  return [edge(spot.from, `{{#${list.name}}}`), edge(spot.to, `{{/${list.name}}}`)]
}

function listOf({ kind, names }: Control, index: FieldIndex): KnownList | undefined {
  if (kind !== 'section' && kind !== 'rich text') return undefined
  for (const name of names) {
    const list = index.list(withoutBraces(name).replace(/^#/, ''))
    if (list !== undefined) return list
  }
  return undefined
}

/** What a control asks for, and which of its names says so. */
export function valueOfControl(
  control: Control,
  index: FieldIndex,
  lists: readonly KnownList[],
): { value: ValueInstruction; written: string } | undefined {
  if (control.kind === 'section') return undefined
  for (const written of control.names) {
    const picture = control.kind === 'picture' ? parsePictureName(written) : undefined
    const read = picture === undefined ? parseExpression(withoutBraces(written)) : picture
    const value = typeof read === 'object' && 'value' in read ? read.value : read
    if (typeof value === 'string' || value.type !== 'value') continue
    const kind = kindOf(value, index, lists)
    const isCode = typeof picture === 'object' && picture.code !== undefined
    if (kind === undefined || (!isCode && (kind === 'picture') !== (control.kind === 'picture'))) continue
    const date = control.kind === 'date' && value.formats.length === 0 ? dateFormatOf(control) : undefined
    return { value: date ? { ...value, formats: [date] } : value, written }
  }
  return undefined
}

export const withoutBraces = (name: string): string => /^\{\{(.*)\}\}$/su.exec(name)?.[1]?.trim() ?? name
