import { elementsOf, type Story } from '#server/word/file/stories.ts'
import { SAFE_LINK } from '#server/word/file/clean-package.ts'
import { isElement, remove, replace, textOf, type XmlElement } from '#server/word/file/tree.ts'
import { isNamedByPlaceholder, mayBeCompleted } from './field-names.ts'

interface OpenField {
  start: number
  separate: number | undefined
  code: string
  hasBuiltName: boolean
}

/**
 * Takes fields apart that would lead out of the document but show something of worth: what they show stays, the
 * field goes. A picture that is fetched, a link to a script or a file, and a field whose name other fields or
 * placeholders put together.
 */
export function unwrapFields(story: Story, removed: (what: string) => void): void {
  const elements = elementsOf(story)
  const open: OpenField[] = []
  for (const [index, element] of elements.entries()) {
    const field = open.at(-1)
    const isInCode = field !== undefined && field.separate === undefined
    if (element.name === 'w:fldSimple') {
      const reason = reasonToUnwrap(element.attributes.get('w:instr') ?? '', false)
      if (isInCode && mayBeCompleted(field.code)) field.hasBuiltName = true
      if (reason === undefined) continue
      removed(reason)
      replace(element, element.children)
    } else if (element.name === 'w:instrText' && isInCode) field.code += textOf(element)
    else if (element.name === 'w:fldChar') {
      const type = element.attributes.get('w:fldCharType')
      if (type === 'begin') {
        // A name put together by other fields could be any name.
        if (isInCode && mayBeCompleted(field.code)) field.hasBuiltName = true
        open.push({ start: index, separate: undefined, code: '', hasBuiltName: false })
      } else if (type === 'separate' && field !== undefined) field.separate ??= index
      else if (type === 'end' && field !== undefined) {
        open.pop()
        const reason = reasonToUnwrap(field.code, field.hasBuiltName)
        if (reason === undefined) continue
        removed(reason)
        takeCodeOut(elements.slice(field.start, (field.separate ?? index) + 1))
        remove(element)
      }
    }
  }
}

function reasonToUnwrap(code: string, hasBuiltName: boolean): string | undefined {
  if (hasBuiltName) return 'field whose name other fields put together'
  if (isNamedByPlaceholder(code)) return 'field whose name a placeholder puts together'
  const [, name = '', quoted, bare] = /^\s*(\w+)\s*(?:"([^"]*)|([^"\\\s]\S*))?/.exec(plainQuotes(code)) ?? []
  const argument = quoted ?? bare ?? ''
  if (/^INCLUDEPICTURE$/i.test(name)) return 'field INCLUDEPICTURE'
  if (!/^HYPERLINK$/i.test(name)) return undefined
  const address = argument.replaceAll('\\\\', '\\').trim()
  if (address === '' || address.startsWith('{{') || SAFE_LINK.test(address)) return undefined
  return `link to ${address.length > 80 ? `${address.slice(0, 80)}…` : address}`
}

function plainQuotes(code: string): string {
  return code.replace(/[“”„‟]/g, '"')
}

const CODE = /^w:(fldChar|instrText|t|tab|br|cr|sym|noBreakHyphen|drawing|pict|object|fldSimple)$/

function takeCodeOut(elements: readonly XmlElement[]): void {
  for (const element of elements) if (isElement(element) && CODE.test(element.name)) remove(element)
}
