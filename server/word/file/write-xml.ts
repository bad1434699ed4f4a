import { lineWithDirections, MAY_RUN_RIGHT_TO_LEFT, type RunOpenings } from './right-to-left.ts'
import { Marker, type TreeNode, XmlElement } from './tree.ts'

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Markers leave nothing behind. */
export function writeXml(node: TreeNode): string {
  if (typeof node === 'string') return escapeText(node)
  if (node instanceof Marker) return ''
  const content = node.children.map(writeXml).join('')
  if (!(node instanceof XmlElement)) return content
  if (content === '') return `${openTag(node).slice(0, -1)}/>`
  return `${openTag(node)}${content}</${node.name}>`
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A part's list of links around its lines. */
export function relationshipsXml(lines: string): string {
  return `${XML_DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${lines}</Relationships>`
}

export function openTag(element: XmlElement): string {
  let tag = `<${element.name}`
  for (const [name, value] of element.attributes) tag += ` ${name}="${escapeAttribute(value)}"`
  return `${tag}>`
}

export function escapeText(text: string): string {
  return /[&<>\r]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
    : text
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

// Everything outside XML 1.0's range of characters, lone halves of surrogate pairs included.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
// Hebrew, Arabic and what else is written from right to left included.
const NEEDS_CARE = /[^\u0020-\u0025\u0027-\u003b\u003d\u003f-\u007e\u00a0-\u058f\u0904-\ud7ff]/

/** A value as a single line. */
export function valueAsLine(value: string): string {
  return value.replace(FORBIDDEN, '').replace(/[\n\t\v\r\u0085\u2028\u2029]+/g, ' ')
}

export const LINE_BREAK = '</w:t><w:br/><w:t xml:space="preserve">'
const TAB = '</w:t><w:tab/><w:t xml:space="preserve">'

/**
 * A value as the inside of a `w:t`: several lines become line breaks, its empty lines vanish. What is written from
 * right to left gets runs of its own where the `run` that it stands in is given.
 */
export function valueAsXml(value: string, run?: RunOpenings, joints?: RegExp): string {
  if (!NEEDS_CARE.test(value)) return value
  const isDirected = run !== undefined && MAY_RUN_RIGHT_TO_LEFT.test(value)
  const lines = value
    .split(/\r\n|[\n\r\v\u0085\u2028\u2029]/)
    .map(line => line.replace(FORBIDDEN, ''))
    .map(line => (isDirected ? lineWithDirections(line, run, joints, withTabs) : withTabs(line)))
  return lines.length === 1 ? (lines[0] ?? '') : lines.filter(line => line.trim() !== '').join(LINE_BREAK)
}

const withTabs = (line: string) => escapeText(line).replaceAll('\t', TAB)
