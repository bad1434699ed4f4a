import { knownLanguage } from '#server/word/language/language.ts'
import {
  childElement,
  type FormatCall,
  isElement,
  type TreeNode,
  XmlElement,
} from '#server/word/file/tree.ts'

/** A content control of a Word file. */
export interface Control {
  element: XmlElement
  kind: ControlKind
  /** The tag, then the title, as far as there are any. */
  names: readonly string[]
  content: readonly TreeNode[]
  /** It shows a prompt such as “Click here to enter text” instead of content. */
  isEmpty: boolean
  /** The format of what a person would type into it. */
  format: XmlElement | undefined
  properties: XmlElement | undefined
}

/** `frame` holds other content and is never filled itself. */
export type ControlKind =
  | 'rich text'
  | 'text'
  | 'date'
  | 'choice'
  | 'checkbox'
  | 'picture'
  | 'section'
  | 'item'
  | 'frame'

const KINDS: ReadonlyMap<string, ControlKind> = new Map([
  ['w:text', 'text'],
  ['w:date', 'date'],
  ['w:dropDownList', 'choice'],
  ['w:comboBox', 'choice'],
  ['w14:checkbox', 'checkbox'],
  ['w:picture', 'picture'],
  ['w15:repeatingSection', 'section'],
  ['w15:repeatingSectionItem', 'item'],
  ['w:group', 'frame'],
  ['w:docPartObj', 'frame'],
  ['w:docPartList', 'frame'],
  ['w:equation', 'frame'],
  ['w:citation', 'frame'],
  ['w:bibliography', 'frame'],
])

export function readControl(element: XmlElement): Control {
  const properties = childElement(element, 'w:sdtPr')
  const kinds = (properties?.children ?? []).flatMap(child =>
    child instanceof XmlElement ? (KINDS.get(child.name) ?? []) : [],
  )
  const names = ['w:tag', 'w:alias'].flatMap(name => {
    const text = valueOf(properties, name)?.trim()
    return text === undefined || text === '' ? [] : [text]
  })
  return {
    element,
    kind: kinds[0] ?? 'rich text',
    names: [...new Set(names)],
    content: childElement(element, 'w:sdtContent')?.children ?? [],
    isEmpty: isOn(properties, 'w:showingPlcHdr'),
    format: properties === undefined ? undefined : childElement(properties, 'w:rPr'),
    properties,
  }
}

/** What a dropdown shows, by the value and by the shown text itself, both in lower case. */
export function choicesOf({ properties }: Control): Map<string, string> {
  const list = properties?.children.find(
    child => isElement(child, 'w:dropDownList') || isElement(child, 'w:comboBox'),
  )
  const choices = new Map<string, string>()
  for (const item of list instanceof XmlElement ? list.children : []) {
    if (!isElement(item, 'w:listItem')) continue
    const value = item.attributes.get('w:value')
    const shown = item.attributes.get('w:displayText') ?? value
    if (shown === undefined) continue
    choices.set(shown.toLowerCase(), shown)
    if (value !== undefined && value !== '') choices.set(value.toLowerCase(), shown)
  }
  return choices
}

/** How a date control writes its date, such as `dd/MM/yyyy`, and in which language. */
export function dateFormatOf({ properties }: Control): FormatCall | undefined {
  const date = properties === undefined ? undefined : childElement(properties, 'w:date')
  const picture = valueOf(date, 'w:dateFormat')
  if (picture === undefined) return undefined
  const language = valueOf(date, 'w:lid')
  const format = { name: 'date', argument: picture }
  return language === undefined ? format : { ...format, language: knownLanguage(language) }
}

export function valueOf(parent: XmlElement | undefined, name: string): string | undefined {
  const child = parent === undefined ? undefined : childElement(parent, name)
  return child?.attributes.get('w:val') ?? child?.attributes.get(`${name.split(':')[0]}:val`)
}

function isOn(parent: XmlElement | undefined, name: string): boolean {
  const child = parent === undefined ? undefined : childElement(parent, name)
  return child !== undefined && !/^(0|false|off)$/.test(child.attributes.get('w:val') ?? '')
}
