import { escapeAttribute } from '#server/word/file/write-xml.ts'

/** Content controls as Word saves them. */

export interface ControlSettings {
  tag?: string
  title?: string
  /** Further properties, such as `<w:text/>`. */
  properties?: string
  /** Shows its prompt, in the prompt's grey style. */
  isPrompt?: boolean
}

let lastId = 400_000

export function control(content: string, settings: ControlSettings): string {
  lastId += 1
  const value = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<w:${name} w:val="${escapeAttribute(text)}"/>`
  const properties = [
    value('alias', settings.title),
    value('tag', settings.tag),
    `<w:id w:val="${lastId}"/>`,
    settings.isPrompt ? '<w:showingPlcHdr/>' : '',
    settings.properties ?? '',
  ].join('')
  return `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
}

/** A section that repeats with one control for each of its items. */
export function repeatingSection(items: readonly string[], settings: ControlSettings): string {
  const itemControls = items.map(item => control(item, { properties: '<w15:repeatingSectionItem/>' }))
  return control(itemControls.join(''), {
    ...settings,
    properties: '<w15:repeatingSection/>',
  })
}

export const PROMPT = (text = 'Click or tap here to enter text.') =>
  `<w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>${text}</w:t></w:r>`

export function checkbox(checked = '2612', unchecked = '2610', font = 'MS Gothic'): string {
  return (
    `<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="${checked}" w14:font="${font}"/>` +
    `<w14:uncheckedState w14:val="${unchecked}" w14:font="${font}"/></w14:checkbox>`
  )
}

export function dropdown(items: readonly (readonly [value: string, shown: string])[]): string {
  const lines = items.map(([value, shown]) => `<w:listItem w:displayText="${shown}" w:value="${value}"/>`)
  return `<w:dropDownList>${lines.join('')}</w:dropDownList>`
}
