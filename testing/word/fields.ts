import { escapeAttribute, escapeText } from '#server/word/file/write-xml.ts'

/** Fields as Word writes them, for templates in tests. */

const mark = (type: string, format: string) => `<w:r>${format}<w:fldChar w:fldCharType="${type}"/></w:r>`

/** A field kept as one element. */
export function simpleField(code: string, result = ''): string {
  const shown = result === '' ? '' : `<w:r><w:t>${escapeText(result)}</w:t></w:r>`
  return `<w:fldSimple w:instr="${escapeAttribute(code)}">${shown}</w:fldSimple>`
}

export interface FieldParts {
  /** Texts of the code, a run each; other elements, such as a field within, stand between them as they are. */
  code: readonly (string | { xml: string })[]
  /** Without one the field has no result. */
  result?: string
  /** Properties of the runs: of the code, and of the result. */
  codeFormat?: string
  resultFormat?: string
}

/** A field kept as a beginning, its code, a separator, the result and an end. */
export function complexField({ code, result, codeFormat = '', resultFormat = '' }: FieldParts): string {
  const coded = code.map(piece =>
    typeof piece === 'string'
      ? `<w:r>${codeFormat}<w:instrText xml:space="preserve">${escapeText(piece)}</w:instrText></w:r>`
      : piece.xml,
  )
  const shown =
    result === undefined
      ? ''
      : `${mark('separate', codeFormat)}<w:r>${resultFormat}<w:t xml:space="preserve">${escapeText(result)}</w:t></w:r>`
  return `${mark('begin', codeFormat)}${coded.join('')}${shown}${mark('end', codeFormat)}`
}

export const mergeField = (code: string, result = '«x»') =>
  complexField({ code: [` MERGEFIELD ${code} `], result })

/** A form field of older Word: `kind` is the inside of its data that says what it takes. */
export function formField(name: string, kind: string, code: string, result?: string): string {
  const data = `<w:ffData><w:name w:val="${name}"/><w:enabled/><w:calcOnExit w:val="0"/>${kind}</w:ffData>`
  const field = complexField({ code: [` ${code} `], ...(result === undefined ? {} : { result }) })
  return (
    `<w:bookmarkStart w:id="31" w:name="${name}"/>` +
    field.replace(
      '<w:fldChar w:fldCharType="begin"/>',
      `<w:fldChar w:fldCharType="begin">${data}</w:fldChar>`,
    ) +
    '<w:bookmarkEnd w:id="31"/>'
  )
}
