import { findPlaceholders } from '#server/word/language/expression.ts'
import { normaliseName } from '#server/word/language/known-fields.ts'
import { isElement, type TreeNode, XmlElement } from '#server/word/file/tree.ts'
import { allText, firstDescendant, hasWords, isPictureBox, showsPrompt, textIn } from './tree-contents.ts'

/**
 * Reads a Word file as a careful person does who has the template beside the document: its words, without those that
 * only hold a place for a value, and how much there is of everything else. It knows nothing of how the engine works.
 */
export interface Reading {
  words: Word[]
  counts: Record<Counted, number>
  /** Form fields that bear a known name, and IF fields that ask for nothing but values. */
  unfilled: string[]
}

export interface Word {
  text: string
  /** Whether it stands between the marks of a condition, and whether it may be repeated with a list. */
  isConditional: boolean
  isInList: boolean
}

export type Counted =
  | 'pictures'
  | 'tables'
  | 'rows'
  | 'text boxes'
  | 'notes'
  | 'links'
  | 'sections'
  | 'equations'

export interface Names {
  /** Whether a control or a form field of this name is a place for a value. */
  isField: (name: string) => boolean
  isList: (name: string) => boolean
}

const STORY = /^word\/(document|header|footer|footnotes|endnotes|comments)\w*\.xml$|^word\/Document2\.XML$/i

export function readDocument(parts: ReadonlyMap<string, XmlElement>, names: Names): Reading {
  const reading: Reading = {
    words: [],
    counts: {
      pictures: 0,
      tables: 0,
      rows: 0,
      'text boxes': 0,
      notes: 0,
      links: 0,
      sections: 0,
      equations: 0,
    },
    unfilled: [],
  }
  for (const [name, tree] of parts) {
    if (STORY.test(name) && !/glossary/i.test(name))
      new Reader(names, reading, externalIds(parts, name)).story(tree)
  }
  return reading
}

/** The links of a part that lead out of the file: what they show is not in it. */
function externalIds(parts: ReadonlyMap<string, XmlElement>, name: string): ReadonlySet<string> {
  const links = parts.get(name.replace(/([^/]+)$/, '_rels/$1.rels'))
  return new Set(
    (links?.children ?? []).flatMap(link =>
      isElement(link) && link.attributes.get('TargetMode') === 'External'
        ? (link.attributes.get('Id') ?? [])
        : [],
    ),
  )
}

interface OpenField {
  code: string
  isInCode: boolean
  begin: XmlElement
}

/** What stands for a value in the text: it parts words as the value will. */
const PLACE = '\u0001'
const REPLACED =
  /^\s*(MERGEFIELD|IF|=|NEXT|NEXTIF|SKIPIF|MERGEREC|MERGESEQ|ADDRESSBLOCK|GREETINGLINE|FILENAME|TEMPLATE|USERNAME|USERADDRESS|USERINITIALS|PRINT)\b|^\s*=/i

class Reader {
  readonly #names: Names
  readonly #reading: Reading
  readonly #external: ReadonlySet<string>
  readonly #fields: OpenField[] = []
  readonly #open: ('if' | 'list')[] = []
  #line = ''
  #isRowOfList = false

  constructor(names: Names, reading: Reading, external: ReadonlySet<string>) {
    this.#names = names
    this.#reading = reading
    this.#external = external
  }

  story(root: XmlElement): void {
    this.#visit(root)
    this.#endLine()
  }

  #visit(node: TreeNode): void {
    if (!(node instanceof XmlElement)) return
    const { counts } = this.#reading
    switch (node.name) {
      case 'mc:AlternateContent':
        if (isPictureBox(node)) return this.#text(PLACE)
        break
      case 'w:t':
      case 'm:t':
        return this.#text(textIn(node))
      case 'w:tab':
      case 'w:br':
      case 'w:cr':
        if (!isElement(node.parent, 'w:tabs')) this.#text(' ')
        return
      case 'w:noBreakHyphen':
        return this.#text('\u2011')
      case 'w:fldChar':
        return this.#mark(node)
      case 'w:instrText': {
        const field = this.#fields.at(-1)
        if (field?.isInCode === true) field.code += textIn(node)
        return
      }
      case 'w:fldSimple': {
        const code = node.attributes.get('w:instr') ?? ''
        if (/^\s*HYPERLINK\b/i.test(code)) counts.links += 1
        if (REPLACED.test(code)) return this.#text(PLACE)
        break
      }
      case 'w:sdt':
        if (this.#isPlace(node)) return this.#text(PLACE)
        break
      case 'w:p':
        return this.#paragraph(node)
      case 'w:txbxContent':
        counts['text boxes'] += 1
        // A story of its own, with fields and marks of its own.
        return new Reader(this.#names, this.#reading, this.#external).inner(node)
      case 'w:tbl':
        if (hasWords(node)) counts.tables += 1
        break
      case 'w:tr':
        return this.#row(node)
      case 'a:blip':
      case 'v:imagedata':
        if (this.#isInFile(node)) counts.pictures += 1
        break
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        counts.notes += 1
        break
      case 'w:hyperlink':
        counts.links += 1
        break
      case 'w:sectPr':
        counts.sections += 1
        return
      case 'm:oMath':
        counts.equations += 1
    }
    for (const child of node.children) this.#visit(child)
  }

  inner(box: XmlElement): void {
    for (const child of box.children) this.#visit(child)
    this.#endLine()
  }

  #paragraph(paragraph: XmlElement): void {
    this.#endLine()
    for (const child of paragraph.children) this.#visit(child)
    this.#endLine()
  }

  #row(row: XmlElement): void {
    this.#endLine()
    if (hasWords(row)) this.#reading.counts.rows += 1
    const before = this.#isRowOfList
    this.#isRowOfList ||= findPlaceholders(allText(row)).some(({ inner }) => this.#isOfList(inner))
    for (const child of row.children) this.#visit(child)
    this.#endLine()
    this.#isRowOfList = before
  }

  #isOfList(inner: string): boolean {
    const name = normaliseName(inner.split('|')[0] ?? '').replace(/^[#/]\s*/, '')
    return this.#names.isList(name.split(/[.\s]/)[0] ?? '') || this.#names.isList(name)
  }

  #text(text: string): void {
    const isShown = this.#fields.every(field => !field.isInCode && !this.#isReplaced(field))
    if (isShown) this.#line += text
  }

  #isReplaced({ code, begin }: OpenField): boolean {
    return REPLACED.test(code) || this.#isKnownForm(code, begin)
  }

  #isKnownForm(code: string, begin: XmlElement): boolean {
    if (!/^\s*FORM(TEXT|CHECKBOX|DROPDOWN)\b/i.test(code)) return false
    const name = firstDescendant(begin, 'w:name')?.attributes.get('w:val') ?? ''
    return this.#names.isField(name)
  }

  #mark(node: XmlElement): void {
    const type = node.attributes.get('w:fldCharType')
    const field = this.#fields.at(-1)
    if (type === 'begin') this.#fields.push({ code: '', isInCode: true, begin: node })
    else if (type === 'separate' && field !== undefined) field.isInCode = false
    else if (type === 'end' && field !== undefined) {
      this.#fields.pop()
      const holder = this.#fields.at(-1)
      if (holder?.isInCode === true) holder.code += ` {${field.code}} `
      if (/^\s*HYPERLINK\b/i.test(field.code)) this.#reading.counts.links += 1
      if (this.#isKnownForm(field.code, field.begin)) this.#reading.unfilled.push(field.code.trim())
      const asked = [...field.code.matchAll(/\{\s*(=|\w+)/g)].map(match => match[1] ?? '')
      const isOfValues = asked.every(name => /^(=|COMPARE|MERGEFIELD)$/i.test(name))
      if (/^\s*IF\b/i.test(field.code) && isOfValues) this.#reading.unfilled.push(field.code.trim())
      if (this.#isReplaced(field)) this.#text(PLACE)
    }
  }

  #isInFile({ attributes }: XmlElement): boolean {
    const id = attributes.get('r:embed') ?? attributes.get('r:id') ?? attributes.get('o:relid')
    return id !== undefined && !this.#external.has(id)
  }

  #isPlace(control: XmlElement): boolean {
    const properties = control.children.find(child => isElement(child, 'w:sdtPr'))
    if (!isElement(properties)) return false
    if (showsPrompt(control)) return true
    const names = properties.children.flatMap(child =>
      isElement(child, 'w:tag') || isElement(child, 'w:alias') ? (child.attributes.get('w:val') ?? []) : [],
    )
    return names.some(name => this.#names.isField(name.replace(/^\{\{\s*#?|\}\}$/g, '')))
  }

  /** Parts what stands between the marks of repeats and conditions from what stands beside them. */
  #endLine(): void {
    const line = this.#line
    this.#line = ''
    let at = 0
    let word = ''
    const endWord = () => {
      if (word !== '') {
        this.#reading.words.push({
          text: word,
          isConditional: this.#open.includes('if'),
          isInList: this.#isRowOfList || this.#open.includes('list'),
        })
      }
      word = ''
    }
    const read = (text: string) => {
      for (const piece of text.split(/([\s\u0001]+)/u)) {
        if (/^[\s\u0001]*$/u.test(piece)) {
          if (piece !== '') endWord()
        } else word += piece
      }
    }
    for (const { start, end, inner, isFinished } of findPlaceholders(line)) {
      if (!isFinished) continue
      read(line.slice(at, start))
      endWord()
      at = end
      const mark = inner.trim()
      if (/^#\s*(if|unless)\b/i.test(mark)) this.#open.push('if')
      else if (mark.startsWith('#')) this.#open.push('list')
      else if (mark.startsWith('/')) this.#open.pop()
    }
    read(line.slice(at))
    endWord()
  }
}
