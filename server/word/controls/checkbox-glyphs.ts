import { type Control, valueOf } from './control-properties.ts'
import { childElement } from '#server/word/file/tree.ts'
import { escapeAttribute } from '#server/word/file/write-xml.ts'

/** How a checkbox control looks in its two states, as the inside of a run. */
export interface CheckboxGlyphs {
  checked: string
  unchecked: string
  /** The font of both, when they are ordinary characters of one font. */
  font: string | undefined
}

interface Glyph {
  code: number
  font: string
}

const CHECKED: Glyph = { code: 0x2612, font: 'MS Gothic' }
const UNCHECKED: Glyph = { code: 0x2610, font: 'MS Gothic' }

export function checkboxGlyphs({ properties }: Pick<Control, 'properties'>): CheckboxGlyphs {
  const box = properties === undefined ? undefined : childElement(properties, 'w14:checkbox')
  const read = (name: string, usual: Glyph): Glyph => {
    const state = box === undefined ? undefined : childElement(box, name)
    const code = Number.parseInt(valueOf(box, name) ?? '', 16)
    if (state === undefined || !isCharacter(code)) return usual
    return { code, font: state.attributes.get('w14:font') ?? usual.font }
  }
  const [checked, unchecked] = [read('w14:checkedState', CHECKED), read('w14:uncheckedState', UNCHECKED)]
  const isPlain = checked.font === unchecked.font && !isSymbol(checked) && !isSymbol(unchecked)
  const write = isPlain ? asText : asSymbol
  return {
    checked: write(checked),
    unchecked: write(unchecked),
    font: isPlain ? checked.font : undefined,
  }
}

function isCharacter(code: number): boolean {
  return code >= 0x20 && code <= 0xffff && (code < 0xd800 || code > 0xdfff)
}

/** Symbol fonts keep their signs in an area of their own, or on the places of letters. */
function isSymbol({ code, font }: Glyph): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || (code < 0x100 && /wingdings|webdings|symbol/i.test(font))
}

function asText({ code }: Glyph): string {
  return `<w:t>&#${code};</w:t>`
}

function asSymbol({ code, font }: Glyph): string {
  const shown = code < 0x100 ? code + 0xf000 : code
  const hex = shown.toString(16).toUpperCase().padStart(4, '0')
  return `<w:sym w:font="${escapeAttribute(font)}" w:char="${hex}"/>`
}
