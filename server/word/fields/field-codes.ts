import type { Story } from '#server/word/file/stories.ts'
import { elementsOf, placeOf } from '#server/word/file/stories.ts'
import { isElement, nearestAncestor, textOf, type XmlElement } from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { FETCHING } from '#server/word/safety/field-names.ts'

// A picture that is fetched is taken apart before, and what is embedded lies in the file.
const REFUSED = FETCHING.filter(name => name !== 'INCLUDEPICTURE' && name !== 'EMBED')
const FORBIDDEN = new RegExp(`^\\s*"?\\s*(${REFUSED.join('|')})\\b`, 'i')

interface OpenField {
  code: string
  isInCode: boolean
  hasBuiltName: boolean
}

/** Refuses a story with a field that would fetch something when the document is opened. */
export function refuseDangerousFields(story: Story, label: string): void {
  const open: OpenField[] = []
  for (const element of elementsOf(story)) {
    if (element.name === 'w:fldSimple') check(element.attributes.get('w:instr') ?? '', false, element, label)
    const field = open.at(-1)
    if (element.name === 'w:instrText' && field?.isInCode === true) field.code += textOf(element)
    if (element.name !== 'w:fldChar') continue
    const type = element.attributes.get('w:fldCharType')
    if (type === 'begin') {
      // A name put together by other fields could be any name.
      if (field?.isInCode === true && field.code.trim() === '') field.hasBuiltName = true
      open.push({ code: '', isInCode: true, hasBuiltName: false })
    } else if (type === 'separate' && field !== undefined) field.isInCode = false
    else if (type === 'end') {
      const ended = open.pop()
      if (ended !== undefined) check(ended.code, ended.hasBuiltName, element, label)
    }
  }
  for (const unfinished of open) check(unfinished.code, unfinished.hasBuiltName, story, label)
}

function check(code: string, hasBuiltName: boolean, at: XmlElement, label: string): void {
  const name = FORBIDDEN.exec(code)?.[1]?.toUpperCase()
  if (name === undefined && !hasBuiltName) return
  const paragraph = isElement(at, 'w:p') ? at : nearestAncestor(at, element => element.name === 'w:p')
  const place =
    paragraph === undefined
      ? label
      : placeOf(paragraph, label, { before: textOf(paragraph), after: '', paragraphBefore: '' })
  throw new WordTemplateError(
    name === undefined
      ? 'A field’s name is put together by other fields, which is not allowed. Delete the field in Word.'
      : `The file contains a field ${name}, which would fetch other files or start programs. Delete it in Word (Alt+F9 shows fields).`,
    place,
  )
}
