import { contentWith } from '#server/word/controls/control-content.ts'
import type { Control } from '#server/word/controls/control-properties.ts'
import { readFieldCode } from '#server/word/fields/field-code.ts'
import { type Field, type FieldScan, splitFieldMarks } from '#server/word/fields/field-scan.ts'
import { looksLikeCode } from '#server/word/fields/merge-field-code.ts'
import { textElement } from '#server/word/file/paragraph-pieces.ts'
import { removeEmptyParagraph } from '#server/word/file/remove-markers.ts'
import { copy } from '#server/word/file/runs.ts'
import {
  append,
  childElement,
  elementsBelow,
  insertBefore,
  isElement,
  Marker,
  remove,
  replace,
  type ValueInstruction,
  XmlElement,
} from '#server/word/file/tree.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import { listCode, mergeCode } from './merge-code.ts'
import { formatsText, kindOf, nameOf, onlyValue } from './placeholder-text.ts'
import { codeText } from './native-codes.ts'
import { valueOfControl, withoutBraces } from './native-controls.ts'
import type { NativePlace } from './native-place.ts'

/**
 * Puts what a text says in the place of a field or control of Word. One field instead of another stays what it was,
 * with its look and the switches that say nothing of the value; what Word cannot say in this way becomes text in the
 * same look, in which a person sees and changes it. A blank text takes the field or control out.
 */
export function changeNative(native: NativePlace, text: string, index: FieldIndex): void {
  const { holder } = native
  if (holder === undefined) return renameInCode(native, text)
  const value = onlyValue(text)
  if ('control' in holder) {
    if (value === undefined || !renameControl(holder.control, value, index))
      putIntoControl(holder.control, text)
    return
  }
  const former = readFieldCode(holder.field, holder.scan)
  const code = value ? mergeCode(former, value) : listCode(former, text)
  if (code === undefined) putInPlaceOf(holder, text)
  else writeCode(holder, code)
}

/** The name that a rule's text has in the place of one of its merge fields; undefined where anything else differs. */
export function renamedIn(
  { text, inCode = [] }: NativePlace,
  changed: string,
): { former: string; name: string } | undefined {
  for (const former of new Set(inCode.map(({ name }) => name))) {
    const [before = '', ...rest] = text.split(former)
    const name = /^[A-Za-z][\w.]*/.exec(changed.slice(before.length))?.[0]
    if (name !== undefined && rest.length > 0 && [before, ...rest].join(name) === changed)
      return { former, name }
  }
  return undefined
}

/** Corrects the name of merge fields in the code of a rule, which stays as it is. */
function renameInCode(native: NativePlace, changed: string): void {
  const renamed = renamedIn(native, changed)
  for (const { field, scan, name } of native.inCode ?? []) {
    if (!renamed || name !== renamed.former) continue
    const code = codeText(field, scan)
      .slice(2, -2)
      .replace(name, () => renamed.name)
    writeCode({ field, scan }, { code: ` ${code} `, name: renamed.name })
  }
}

type FieldHolder = { field: Field; scan: FieldScan }

function writeCode({ field, scan }: FieldHolder, { code, name }: { code: string; name: string }): void {
  const shown: XmlElement[] = []
  if (field.simple !== undefined) {
    field.simple.setAttribute('w:instr', code)
    shown.push(...elementsBelow(field.simple).filter(one => one.name === 'w:t'))
  } else {
    const coded = scan.entries.slice(field.start + 1, field.separate).map(({ node }) => node)
    const [first, ...others] = coded.filter(node => node.name === 'w:instrText')
    if (first === undefined) return
    setText(first, code)
    for (const node of others) removeWithRun(node)
    shown.push(
      ...scan.entries
        .slice(field.separate + 1, field.end)
        .flatMap(({ node }) => (node.name === 'w:t' ? node : [])),
    )
  }
  const [first, ...others] = shown
  if (first !== undefined) setText(first, `«${name}»`)
  for (const node of others) removeWithRun(node)
}

function setText(element: XmlElement, text: string): void {
  element.setAttribute('xml:space', 'preserve')
  element.children = []
  append(element, text)
}

/** Puts a text, or nothing, where a field stands. */
function putInPlaceOf({ field, scan }: FieldHolder, text: string): void {
  const look = lookOf({ field, scan })
  const entries = scan.entries.slice(field.start, field.end + 1)
  const [first] = entries
  if (first === undefined) return
  if (field.simple === undefined && isElement(first.node.parent, 'w:r')) splitFieldMarks(first.node.parent)
  const start = field.simple ?? first.node.parent
  if (text !== '' && isElement(start)) insertBefore(start, [runWith(text, look)])
  if (field.simple !== undefined) remove(field.simple)
  else for (const { node } of entries) removeWithRun(node)
  const paragraphs = new Set(entries.map(({ paragraph }) => paragraph))
  for (const paragraph of paragraphs) if (paragraph !== first.paragraph) removeEmptyParagraph(paragraph)
}

/** As what the field prints looks: its result, or its code where a switch says so. */
function lookOf({ field, scan }: FieldHolder): XmlElement | undefined {
  const entries = scan.entries
  const runWithText = (from: number, to: number, name: string) =>
    entries.slice(from, to).find(({ node }) => node.name === name)?.node.parent
  const shown = runWithText(field.separate + 1, field.end, 'w:t')
  const coded = runWithText(field.start + 1, field.separate, 'w:instrText')
  const chosen = looksLikeCode(readFieldCode(field, scan)) ? (coded ?? shown) : (shown ?? coded)
  const run = chosen ?? entries[field.start]?.node.parent
  return isElement(run, 'w:r') ? childElement(run, 'w:rPr') : undefined
}

function runWith(text: string, properties: XmlElement | undefined): XmlElement {
  const run = new XmlElement('w:r')
  if (properties !== undefined) append(run, copy(properties))
  for (const node of withBreaks(text)) append(run, node)
  return run
}

/** A text as a run holds it, its line breaks as elements of their own. */
export const withBreaks = (text: string): XmlElement[] =>
  text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [new XmlElement('w:br')] : []), textElement(line)])

/** Takes out what a run holds, and with the last of it the run. */
function removeWithRun(node: XmlElement): void {
  const run = node.parent
  remove(node)
  if (isElement(run, 'w:r') && run.children.every(child => isElement(child, 'w:rPr'))) remove(run)
}

// Word refuses a longer one.
const LONGEST_TAG = 64

/** Lets a control show another field, where one of its kind can; answers whether it does. */
function renameControl(control: Control, value: ValueInstruction, index: FieldIndex): boolean {
  const { kind, properties } = control
  const written = valueOfControl(control, index, [])?.written ?? control.names[0]
  const shape = kindOf(value, index) ?? 'text'
  if (properties === undefined || written === undefined || value.formula !== undefined) return false
  const [, code = ''] =
    kind === 'picture' ? (/^((?:qr|code128)[\s:]+)/i.exec(withoutBraces(written)) ?? []) : []
  // It is ticked where the field is filled in, whatever the field is.
  if (kind === 'checkbox' && value.formats.length > 0) return false
  if (kind === 'picture' && code === '' && shape !== 'picture') return false
  if (kind !== 'picture' && shape === 'picture') return false
  const [first, ...others] = value.formats
  const isDate = kind === 'date' && (shape === 'date' || shape === 'dateTime')
  if (kind === 'date' && !isDate) return false
  const ownsPicture = isDate && others.length === 0 && first?.name === 'date' && first.argument !== undefined
  const name = nameOf(value, index, []) ?? value.name
  const formats = ownsPicture ? '' : formatsText(value.formats)
  const said = `${code}${value.aggregate === undefined ? '' : `${value.aggregate} `}${name}${formats}`
  if (said.length > LONGEST_TAG) return false
  const date = ownsPicture ? childElement(properties, 'w:date') : undefined
  const picture = date && childElement(date, 'w:dateFormat')
  if (ownsPicture && picture === undefined) return false
  picture?.setAttribute('w:val', first?.argument ?? '')
  for (const property of ['w:tag', 'w:alias']) {
    const own = childElement(properties, property)
    if (own?.attributes.get('w:val')?.trim() === written) own.setAttribute('w:val', said)
  }
  return true
}

/** Puts a text, or nothing, where a control stands. */
function putIntoControl(control: Control, text: string): void {
  const marker = new Marker({ type: 'close', name: '' }, { source: '', place: '', order: 0 })
  const nodes = contentWith(control, marker)
  const run = marker.parent
  replace(marker, text === '' ? [] : withBreaks(text))
  replace(control.element, nodes)
  if (text === '' && isElement(run, 'w:r')) remove(run)
}
