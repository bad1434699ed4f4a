import { findPlaceholders } from '#server/word/language/expression.ts'
import { isElement, type TreeNode, XmlElement } from '#server/word/file/tree.ts'

export function textIn(node: XmlElement): string {
  return node.children.map(child => (typeof child === 'string' ? child : '')).join('')
}

export function allText(node: TreeNode): string {
  if (!(node instanceof XmlElement)) return ''
  if (node.name === 'w:t') return textIn(node)
  if (showsPrompt(node)) return ''
  const text = node.children.map(allText).join('')
  return node.name === 'w:p' ? `${text}\n` : text
}

/** A prompt is for who fills a form in. */
export function showsPrompt(node: XmlElement): boolean {
  const properties =
    node.name === 'w:sdt' ? node.children.find(child => isElement(child, 'w:sdtPr')) : undefined
  return isElement(properties) && properties.children.some(child => isElement(child, 'w:showingPlcHdr'))
}

/** A box that is described as the place of a picture is that as a whole. */
export function isPictureBox(pair: XmlElement): boolean {
  const holder = firstDescendant(pair, 'wp:anchor') ?? firstDescendant(pair, 'wp:inline')
  const properties = holder?.children.find(child => isElement(child, 'wp:docPr'))
  return isElement(properties) && /^\s*\{\{.*\}\}\s*$/s.test(properties.attributes.get('descr') ?? '')
}

export function hasWords(node: XmlElement): boolean {
  let text = allText(node)
  for (const { start, end } of findPlaceholders(text).toReversed())
    text = text.slice(0, start) + text.slice(end)
  return text.trim() !== ''
}

export function firstDescendant(root: XmlElement, name: string): XmlElement | undefined {
  for (const child of root.children) {
    if (!(child instanceof XmlElement)) continue
    const found = child.name === name ? child : firstDescendant(child, name)
    if (found !== undefined) return found
  }
  return undefined
}
