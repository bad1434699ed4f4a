import { childElement, isElement, type XmlElement } from '#server/word/file/tree.ts'

/** How a text looks, as far as a page view shows it. */
export interface Look {
  bold: boolean
  italic: boolean
  underline: boolean
  /** In points. */
  size: number | null
  /** Six hexadecimal digits. */
  color: string | null
}
export type Align = 'left' | 'center' | 'right' | 'justify'

const PLAIN: Look = { bold: false, italic: false, underline: false, size: null, color: null }
const OFF = /^(0|false|off|none)$/
const ALIGNS: Readonly<Record<string, Align>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
}

/** The looks that the styles of a file give to its paragraphs and runs. */
export class Looks {
  readonly #styles = new Map<string, XmlElement>()
  readonly #known = new Map<string, Look>()
  readonly #base: Look
  #defaultStyle: string | undefined

  constructor(styles: XmlElement | undefined) {
    for (const style of styles?.children ?? []) {
      if (!isElement(style, 'w:style')) continue
      const id = style.attributes.get('w:styleId')
      if (id === undefined) continue
      this.#styles.set(id, style)
      const isDefault = style.attributes.get('w:default')
      if (style.attributes.get('w:type') === 'paragraph' && isDefault !== undefined && !OFF.test(isDefault))
        this.#defaultStyle ??= id
    }
    this.#base = changed(PLAIN, below(styles, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'))
  }

  /** Of the runs of a paragraph that say nothing themselves. */
  ofParagraph(paragraph: XmlElement): Look {
    const named = valueOf(below(paragraph, 'w:pPr'), 'w:pStyle')
    return this.#ofStyle(named ?? this.#defaultStyle, this.#base)
  }

  ofRun(run: XmlElement | undefined, paragraph: Look): Look {
    const own = run && childElement(run, 'w:rPr')
    const style = own && valueOf(own, 'w:rStyle')
    return changed(style === undefined ? paragraph : this.#changes(style, paragraph, []), own)
  }

  alignOf(paragraph: XmlElement): Align {
    const own = below(paragraph, 'w:pPr')
    const said = valueOf(own, 'w:jc') ?? this.#alignOf(valueOf(own, 'w:pStyle') ?? this.#defaultStyle, [])
    return ALIGNS[said ?? ''] ?? 'left'
  }

  #alignOf(id: string | undefined, passed: readonly string[]): string | undefined {
    const style = id === undefined || passed.includes(id) ? undefined : this.#styles.get(id)
    if (id === undefined || !style) return undefined
    return (
      valueOf(below(style, 'w:pPr'), 'w:jc') ?? this.#alignOf(valueOf(style, 'w:basedOn'), [...passed, id])
    )
  }

  #ofStyle(id: string | undefined, base: Look): Look {
    if (id === undefined) return base
    const known = this.#known.get(id)
    if (known) return known
    const look = this.#changes(id, base, [])
    this.#known.set(id, look)
    return look
  }

  #changes(id: string, base: Look, passed: readonly string[]): Look {
    const style = passed.includes(id) ? undefined : this.#styles.get(id)
    if (!style) return base
    const parent = valueOf(style, 'w:basedOn')
    const inherited = parent === undefined ? base : this.#changes(parent, base, [...passed, id])
    return changed(inherited, childElement(style, 'w:rPr'))
  }
}

function changed(look: Look, properties: XmlElement | undefined): Look {
  if (!properties) return look
  const isOn = (name: string) => {
    const found = childElement(properties, name)
    return found && !OFF.test(found.attributes.get('w:val') ?? '')
  }
  const halfPoints = Number(valueOf(properties, 'w:sz'))
  const color = valueOf(properties, 'w:color')
  return {
    bold: isOn('w:b') ?? look.bold,
    italic: isOn('w:i') ?? look.italic,
    underline: isOn('w:u') ?? look.underline,
    size: halfPoints > 0 && halfPoints < 400 ? halfPoints / 2 : look.size,
    color: color === undefined ? look.color : hexadecimal(color),
  }
}

/** A colour of six digits; nothing for “auto” or what is none. */
export const hexadecimal = (color: string | undefined): string | null =>
  color !== undefined && /^[0-9a-f]{6}$/i.test(color) ? color.toUpperCase() : null

export function below(start: XmlElement | undefined, ...steps: string[]): XmlElement | undefined {
  let found = start
  for (const step of steps) found = found && childElement(found, step)
  return found
}

export const valueOf = (parent: XmlElement | undefined, name: string): string | undefined =>
  parent && childElement(parent, name)?.attributes.get('w:val')
