import { itemsOf } from '#server/word/fields/field-code.ts'
import type { Field, FieldScan } from '#server/word/fields/field-scan.ts'

const LONGEST = 200

/** A field as Word shows its code: “{ IF { MERGEFIELD A } = "" "b" "c" }”. */
export function codeText(field: Field, scan: FieldScan): string {
  const inner = itemsOf(field, scan)
    .map(item => {
      if (item.type === 'field') return codeText(item.field, scan)
      return item.type === 'character' ? item.character : ''
    })
    .join('')
    .trim()
  return `{ ${inner.length > LONGEST ? `${inner.slice(0, LONGEST)}…` : inner} }`
}

/** Whether the code is one line of text, so that it can be written anew. */
export function isPlainCode(field: Field, scan: FieldScan): boolean {
  return itemsOf(field, scan).every(
    item => item.type === 'character' && item.startsParagraph !== true && item.character !== '\n',
  )
}

/** Whether a field of Word's own works with fields of the job, as IF does with merge fields. */
export function namesFields(name: string, field: Field, scan: FieldScan): boolean {
  if (/^(IF|COMPARE)$/.test(name)) return true
  return field.inCode.some(inner => /MERGEFIELD/i.test(codeText(inner, scan)))
}
