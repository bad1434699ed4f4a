import { childElement, isElement, type TreeNode, XmlElement } from './tree.ts'
import type { RunOpenings } from './right-to-left.ts'
import { copy } from './runs.ts'
import { openTag, writeXml } from './write-xml.ts'

const OFF = /^(0|false|off)$/
const isOn = (property: XmlElement | undefined) =>
  property !== undefined && !OFF.test(property.attributes.get('w:val') ?? '')

/** What follows `w:rtl` in a run's properties (ISO/IEC 29500-1, 17.3.2.28); programs' own properties come last. */
const AFTER_RTL =
  /^w:(cs|em|lang|eastAsianLayout|specVanish|oMath|ins|del|moveFrom|moveTo|rPrChange)$|^(?!w:)/
const AFTER_LANGUAGE = /^w:(eastAsianLayout|specVanish|oMath|ins|del|moveFrom|moveTo|rPrChange)$|^(?!w:)/

export function runOpenings(run: XmlElement): RunOpenings {
  const start = openTag(run)
  const own = childElement(run, 'w:rPr')
  const rightToLeft = own === undefined ? new XmlElement('w:rPr') : copy(own)
  put(rightToLeft, new XmlElement('w:rtl'), AFTER_RTL)
  const size = childElement(rightToLeft, 'w:sz')
  // Word takes the size of such text from here alone.
  if (size !== undefined && childElement(rightToLeft, 'w:szCs') === undefined) {
    rightToLeft.children.splice(
      rightToLeft.children.indexOf(size) + 1,
      0,
      new XmlElement('w:szCs', new Map(size.attributes)),
    )
  }
  const hebrew = copy(rightToLeft)
  const language = childElement(hebrew, 'w:lang')
  // In a run whose language is Arabic, as it often is by default, Word lays out European figures as Arabic ones.
  put(
    hebrew,
    new XmlElement('w:lang', new Map([...(language?.attributes ?? []), ['w:bidi', 'he-IL']])),
    AFTER_LANGUAGE,
  )
  return {
    leftToRight: start + (own === undefined ? '' : writeXml(own)),
    rightToLeft: start + writeXml(rightToLeft),
    hebrew: start + writeXml(hebrew),
  }
}

function put(properties: XmlElement, property: XmlElement, follows: RegExp): void {
  const others = properties.children.filter(child => !isElement(child, property.name))
  const next = others.findIndex(child => child instanceof XmlElement && follows.test(child.name))
  const index = next < 0 ? others.length : next
  properties.children = [...others.slice(0, index), property, ...others.slice(index)]
}

/** Tells which paragraphs run from right to left, by their own properties or those of their style. */
export function rightToLeftParagraphs(styles: XmlElement | undefined): (paragraph: XmlElement) => boolean {
  const known = new Map<string, XmlElement>()
  let defaultStyle: string | undefined
  for (const style of elementsIn(styles, 'w:style')) {
    const id = style.attributes.get('w:styleId')
    if (id === undefined || style.attributes.get('w:type') !== 'paragraph') continue
    known.set(id, style)
    const isDefault = style.attributes.get('w:default')
    if (isDefault !== undefined && !OFF.test(isDefault)) defaultStyle ??= id
  }
  const ofAll = directionAt(styles, 'w:docDefaults', 'w:pPrDefault', 'w:pPr') ?? false
  const ofStyle = (id: string | undefined, passed: readonly string[]): boolean => {
    const style = id === undefined || passed.includes(id) ? undefined : known.get(id)
    if (id === undefined || style === undefined) return ofAll
    const parent = childElement(style, 'w:basedOn')?.attributes.get('w:val')
    return directionAt(style, 'w:pPr') ?? ofStyle(parent, [...passed, id])
  }
  return paragraph => {
    const properties = childElement(paragraph, 'w:pPr')
    const style = properties && childElement(properties, 'w:pStyle')?.attributes.get('w:val')
    return directionAt(paragraph, 'w:pPr') ?? ofStyle(style ?? defaultStyle, [])
  }
}

/** What the properties at the end of these steps say; undefined where they say nothing. */
function directionAt(start: XmlElement | undefined, ...steps: string[]): boolean | undefined {
  let found = start
  for (const step of steps) found = found && childElement(found, step)
  const property = found && childElement(found, 'w:bidi')
  return property === undefined ? undefined : isOn(property)
}

const elementsIn = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  (parent?.children ?? []).filter((child: TreeNode): child is XmlElement => isElement(child, name))
