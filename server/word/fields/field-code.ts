import { type Entry, type Field, type FieldScan, isCode, textIn } from './field-scan.ts'

/** A piece of a field's code: a character with the entry it stands in, a field, or something else in between. */
export type CodeItem =
  /** The beginning of a further paragraph is a character too. */
  | { type: 'character'; character: string; entry: Entry | undefined; startsParagraph?: true }
  | { type: 'field'; field: Field }
  | { type: 'other'; entry: Entry }

export interface CodeArgument {
  items: readonly CodeItem[]
  isQuoted: boolean
}

/** A field's code, taken apart as Word does. */
export interface FieldCode {
  /** `MERGEFIELD`, `IF` and so on, in capitals. */
  name: string
  /** Operators stand among the arguments as texts. */
  arguments: readonly (CodeArgument | string)[]
  /** By their letter or sign: `*`, `@`, `#`, `b`, `f`; several `\*` follow each other. */
  switches: readonly { sign: string; argument: string }[]
}

const QUOTES = '"“”„‟'
const SPACE = /\s/

export function readFieldCode(field: Field, scan: FieldScan): FieldCode {
  const items = itemsOf(field, scan)
  const reader = new CodeReader(items)
  const found: (CodeArgument | string)[] = []
  const switches: { sign: string; argument: string }[] = []
  const name = textOfArgument(reader.word() ?? { items: [], isQuoted: false }).toUpperCase()
  for (;;) {
    const sign = reader.switchSign()
    if (sign !== undefined) {
      const hasArgument = !/^[a-z]$/i.test(sign) || /^[bf]$/i.test(sign)
      const argument = hasArgument ? reader.word() : undefined
      switches.push({
        sign: sign.toLowerCase(),
        argument: argument === undefined ? '' : textOfArgument(argument),
      })
      continue
    }
    const next = name === 'IF' || name === 'COMPARE' ? (reader.operator() ?? reader.word()) : reader.word()
    if (next === undefined) return { name, arguments: found, switches }
    found.push(next)
  }
}

export function textOfArgument({ items }: CodeArgument): string {
  return items.map(item => (item.type === 'character' ? item.character : '')).join('')
}

export function itemsOf(field: Field, { entries }: FieldScan): CodeItem[] {
  if (field.simple !== undefined) return charactersOf(field.simple.attributes.get('w:instr') ?? '', undefined)
  const items: CodeItem[] = []
  let paragraph = entries[field.start]?.paragraph
  let next = 0
  for (let index = field.start + 1; index < field.separate; index += 1) {
    const entry = entries[index]
    if (entry === undefined) break
    if (entry.paragraph !== paragraph) {
      items.push({ type: 'character', character: '\n', entry, startsParagraph: true })
    }
    paragraph = entry.paragraph
    const nested = field.inCode[next]
    if (nested?.start === index) {
      next += 1
      items.push({ type: 'field', field: nested })
      index = nested.end
      paragraph = entries[nested.end]?.paragraph ?? paragraph
    } else if (isCode(entry.node) || entry.node.name === 'w:t') {
      items.push(...charactersOf(textIn(entry.node), entry))
    } else if (entry.node.name === 'w:tab') items.push({ type: 'character', character: '\t', entry })
    else if (/^w:(br|cr)$/.test(entry.node.name)) items.push({ type: 'character', character: '\n', entry })
    else if (entry.node.name === 'w:noBreakHyphen')
      items.push({ type: 'character', character: '\u2011', entry })
    else if (!/^w:(fldChar|lastRenderedPageBreak|softHyphen)$/.test(entry.node.name)) {
      items.push({ type: 'other', entry })
    }
  }
  return items
}

function charactersOf(text: string, entry: Entry | undefined): CodeItem[] {
  return [...text].map(character => ({ type: 'character', character, entry }))
}

class CodeReader {
  readonly #items: readonly CodeItem[]
  #at = 0

  constructor(items: readonly CodeItem[]) {
    this.#items = items
  }

  /** The sign after a backslash that stands by itself. */
  switchSign(): string | undefined {
    this.#skipSpace()
    if (this.#character() !== '\\') return undefined
    this.#at += 1
    const sign = this.#character()
    if (sign === undefined || SPACE.test(sign)) return ''
    this.#at += 1
    return sign
  }

  operator(): string | undefined {
    this.#skipSpace()
    const first = this.#character()
    if (first === undefined || !/[=<>]/.test(first)) return undefined
    this.#at += 1
    const second = this.#character()
    const whole = `${first}${second ?? ''}`
    if (!/^(<>|<=|>=)$/.test(whole)) return first
    this.#at += 1
    return whole
  }

  /** An argument: in quotes, a single word, or a field by itself. */
  word(): CodeArgument | undefined {
    this.#skipSpace()
    const first = this.#items[this.#at]
    if (first === undefined) return undefined
    if (first.type !== 'character') {
      this.#at += 1
      return { items: [first], isQuoted: false }
    }
    return QUOTES.includes(first.character) ? this.#quoted() : this.#bare()
  }

  #quoted(): CodeArgument {
    const items: CodeItem[] = []
    for (this.#at += 1; this.#at < this.#items.length; this.#at += 1) {
      const item = this.#items[this.#at]
      if (item === undefined) break
      if (item.type === 'character' && QUOTES.includes(item.character)) {
        this.#at += 1
        break
      }
      const escaped = this.#items[this.#at + 1]
      const isEscape =
        item.type === 'character' &&
        item.character === '\\' &&
        escaped?.type === 'character' &&
        (escaped.character === '\\' || QUOTES.includes(escaped.character))
      if (isEscape) {
        this.#at += 1
        items.push(escaped)
      } else items.push(item)
    }
    return { items, isQuoted: true }
  }

  #bare(): CodeArgument {
    const items: CodeItem[] = []
    for (; this.#at < this.#items.length; this.#at += 1) {
      const item = this.#items[this.#at]
      if (item?.type !== 'character' || SPACE.test(item.character) || QUOTES.includes(item.character)) break
      if (items.length > 0 && (item.character === '\\' || /[=<>]/.test(item.character))) break
      items.push(item)
    }
    return { items, isQuoted: false }
  }

  #character(): string | undefined {
    const item = this.#items[this.#at]
    return item?.type === 'character' ? item.character : undefined
  }

  #skipSpace(): void {
    for (;;) {
      const character = this.#character()
      if (character === undefined || !SPACE.test(character)) return
      this.#at += 1
    }
  }
}
