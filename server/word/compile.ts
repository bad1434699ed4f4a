import { buildProgram } from './build-program.ts'
import { cleanTree, LinkPolicy } from '#server/word/file/clean-package.ts'
import { fillControls } from '#server/word/controls/content-controls.ts'
import { refuseDangerousFields } from '#server/word/fields/field-codes.ts'
import { rightToLeftParagraphs } from '#server/word/file/directions.ts'
import { type FieldIndex, indexFields, type KnownFields } from '#server/word/language/known-fields.ts'
import { markPictures } from '#server/word/pictures/mark-pictures.ts'
import {
  isXmlPart,
  openPackage,
  type Part,
  relationshipsName,
  type WordPackage,
} from '#server/word/file/package.ts'
import type { PictureNames } from '#server/word/pictures/picture-store.ts'
import { contentTypesEntry, relationshipLines, relationshipsEntry } from '#server/word/file/package-lists.ts'
import { checkXml, type NodeBudget, parseXml, XML_LIMITS } from '#server/word/file/parse-xml.ts'
import type { Operation } from './program.ts'
import { type PlacedProblem, ReportCollector, type TemplateReport } from './report.ts'
import { pairMarkers } from './repeats.ts'
import { repeatRows } from './row-repeats.ts'
import { markMergeFields } from '#server/word/fields/merge-fields.ts'
import { templateLanguage, templateStyles } from '#server/word/language/language.ts'
import {
  dropEditingTraces,
  inEveryScript,
  isolate,
  splitAtBreaks,
  tidyRuns,
  trimTexts,
} from '#server/word/file/runs.ts'
import { numberParagraphs, storiesOf, storyParts } from '#server/word/file/stories.ts'
import { otherMarksIn } from '#server/word/language/other-marks.ts'
import { markTextPlaceholders } from '#server/word/language/text-placeholders.ts'
import { elementsBelow, isBlockMark, isElement, Marker, type XmlElement } from '#server/word/file/tree.ts'
import { dropUnusedPictures } from '#server/word/file/unused-pictures.ts'
import { cleanPictures } from '#server/word/safety/clean-pictures.ts'
import { clearFields, mayHoldFields } from '#server/word/safety/clear-fields.ts'
import { unwrapFields } from '#server/word/safety/unwrap-fields.ts'
import { linksAsFields } from '#server/word/fields/link-fields.ts'
import {
  kindOfPart,
  unfilledInTree,
  type UnfilledPlaceholder,
  type PartKind,
  mayHoldPlaceholders,
  placeholdersIn,
} from '#server/word/file/unfilled-placeholders.ts'
import { unfilledInEmbedded, treeWithPlaceholders } from '#server/word/file/unfilled-in-embedded.ts'
import { markLooseTexts } from '#server/word/text/mark-loose-texts.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { writeXml, XML_DECLARATION } from '#server/word/file/write-xml.ts'
import { readZip, unpack, type ZipEntry } from '#server/word/file/zip-read.ts'
import { packEntry } from '#server/word/file/zip-write.ts'

/** Good for any number of documents. Holds functions, so it stays in the thread that compiled it. */
export interface CompiledTemplate extends TemplateReport {
  /** In the order of the finished file: entries that never change, and parts to be filled. */
  parts: readonly (ZipEntry | FilledPart | LinksPart)[]
  pictureNames: PictureNames
  /** Everything that is wrong, each where it stands, in the order in which a reader meets it. */
  found: readonly PlacedProblem[]
}

export interface FilledPart {
  name: string
  operations: readonly Operation[]
}

/** The links of a part that may get further ones to the pictures put into it. */
export interface LinksPart {
  name: string
  owner: string
  links: string
}

/**
 * Reads a .dotx or .docx, checks it, takes out what is not safe and prepares it for filling.
 * A file that cannot be used is refused with a `WordTemplateError`; placeholders that cannot be
 * filled are `problems` of the result.
 */
export async function compileTemplate(bytes: Uint8Array, known: KnownFields): Promise<CompiledTemplate> {
  const budget: NodeBudget = { left: XML_LIMITS.nodes }
  const links = new LinkPolicy()
  const packaged = openPackage(await readZip(bytes), budget, links.keep)
  const session = new Compilation(packaged, links, budget, indexFields(known))
  const embedded = await unfilledInEmbedded(packaged)
  try {
    return session.compile(embedded)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new WordTemplateError(
      'The template is nested too deeply: fields, conditions or repeats are inside each other hundreds of levels deep.',
      'the file',
    )
  }
}

class Compilation {
  readonly #packaged: WordPackage
  readonly #links: LinkPolicy
  readonly #budget: NodeBudget
  readonly #index: FieldIndex
  readonly #report: ReportCollector
  readonly #withPictures = new Map<string, string>()
  readonly #language: string
  readonly #isRightToLeft: (paragraph: XmlElement) => boolean

  constructor(packaged: WordPackage, links: LinkPolicy, budget: NodeBudget, index: FieldIndex) {
    this.#packaged = packaged
    this.#links = links
    this.#budget = budget
    this.#index = index
    this.#report = new ReportCollector(index)
    const styles = templateStyles(packaged, budget)
    this.#language = templateLanguage(styles)
    this.#isRightToLeft = rightToLeftParagraphs(styles)
  }

  #paragraphs = 0

  compile(embedded: readonly UnfilledPlaceholder[]): CompiledTemplate {
    for (const removal of cleanPictures(this.#packaged, this.#links)) this.#report.removed(removal)
    const mainTree = this.#cleaned(this.#packaged.main)
    requireText(mainTree)
    const filled = new Map<Part, FilledPart | ZipEntry>()
    for (const { part, label } of storyParts(this.#packaged, mainTree)) {
      const tree = part === this.#packaged.main ? mainTree : this.#cleaned(part)
      filled.set(part, this.#fill(part, label, tree))
    }
    const parts: (ZipEntry | FilledPart | LinksPart)[] = [
      contentTypesEntry(this.#packaged, this.#withPictures.size > 0),
      relationshipsEntry(this.#packaged, undefined),
    ]
    for (const part of this.#packaged.parts.values()) {
      parts.push(filled.get(part) ?? this.#unfilled(part))
      if (this.#withPictures.has(part.name)) {
        const links = relationshipLines(this.#packaged, part)
        parts.push({ name: relationshipsName(part.name), owner: part.name, links })
      } else if (part.relationships.length > 0) parts.push(relationshipsEntry(this.#packaged, part))
    }
    this.#report.left(embedded)
    return {
      ...this.#report.report(this.#links.removals),
      found: this.#report.found,
      parts,
      pictureNames: { links: this.#withPictures, files: this.#freePictureName() },
    }
  }

  #cleaned(part: Part): XmlElement {
    const tree = parseXml(unpack(part.entry, XML_LIMITS.partBytes), part.name, this.#budget)
    cleanTree(tree, this.#links.removedIds(part), what => this.#report.removed({ what, place: part.name }))
    return tree
  }

  #fill(part: Part, label: string, tree: XmlElement): FilledPart | ZipEntry {
    this.#paragraphs = numberParagraphs(tree, this.#paragraphs)
    trimTexts(tree)
    dropEditingTraces(tree)
    linksAsFields(part, tree)
    for (const story of storiesOf(tree)) {
      unwrapFields(story, what => this.#report.removed({ what, place: part.name }))
      refuseDangerousFields(story, label)
      clearFields(story, 'telling', what => this.#report.removed({ what, place: part.name }))
      const sink = { index: this.#index, ...this.#report.sinkOf(part.name) }
      markMergeFields(story, label, sink)
      markTextPlaceholders(story, label, sink)
      const isField = (name: string) => this.#index.field(name) !== undefined
      this.#report.otherMarks(otherMarksIn(story, label, isField))
      fillControls(story, label, sink)
      markPictures(story, label, sink)
      for (const marker of markersBelow(story)) {
        if (isBlockMark(marker)) isolate(marker)
        if (marker.instruction.type === 'picture') this.#withPictures.set(part.name, freeLinkId(part))
      }
      pairMarkers(story, sink)
      repeatRows(story, this.#index, this.#report.problem)
    }
    for (const element of elementsBelow(tree)) {
      if (element.name !== 'w:p') continue
      if (printsValues(element)) for (const run of runsIn(element)) inEveryScript(run)
      tidyRuns(element)
      splitAtBreaks(element)
    }
    if (this.#withPictures.has(part.name)) dropUnusedPictures(this.#packaged, part, tree)
    return this.#program(part, label, tree)
  }

  /** What prints a part whose paragraphs have been dealt with. */
  #program(part: Part, label: string, tree: XmlElement): FilledPart | ZipEntry {
    markLooseTexts(tree, label, this.#report.sinkOf(part.name))
    this.#report.left(unfilledInTree(tree, label))
    for (const { target } of part.relationships) {
      const sources = placeholdersIn(target.replace(/%7b/gi, '{').replace(/%7d/gi, '}'))
      this.#report.left(
        sources.map(source => ({ source, where: 'the link of a drawing', isPrinted: true, place: label })),
      )
    }
    const operations = buildProgram(tree, this.#index, this.#report, this.#language, this.#isRightToLeft)
    const [only] = operations
    if (operations.length === 1 && typeof only === 'string') return packEntry(part.name, only)
    return { name: part.name, operations }
  }

  #lookInto(part: Part, content: Buffer, kind: PartKind): void {
    const tree = treeWithPlaceholders(() => content, part.name)
    if (tree !== undefined) this.#report.left(unfilledInTree(tree, part.name, kind))
  }

  #freePictureName(): string {
    return unusedPartName('word/media/made', [...this.#packaged.parts.keys()])
  }

  /** Most parts are passed on packed as they came. */
  #unfilled(part: Part): ZipEntry | FilledPart {
    const content = unpack(part.entry, isXmlPart(part) ? XML_LIMITS.partBytes : undefined)
    // What is called a picture is one by now.
    if (!isXmlPart(part) || part.contentType.startsWith('image/')) {
      if (isXmlPart(part)) this.#lookInto(part, content, { where: 'a drawing (SVG)', isPrinted: true })
      return part.entry
    }
    const label = labelOf(part)
    if (label !== undefined && mayHoldPlaceholders(content)) {
      const tree = this.#cleaned(part)
      clearFields(tree, 'all', what => this.#report.removed({ what, place: part.name }))
      return this.#program(part, label, tree)
    }
    this.#lookInto(part, content, kindOfPart(part.name))
    const isOfWord = part.contentType.endsWith('settings+xml') || this.#links.removedIds(part).size > 0
    if (!isOfWord && !mayHoldFields(content)) {
      // Other programs will read it, so it must be sound too.
      checkXml(content, part.name)
      return part.entry
    }
    const tree = this.#cleaned(part)
    const boxes = elementsBelow(tree).filter(element => element.name === 'w:txbxContent')
    for (const story of [tree, ...boxes]) {
      clearFields(story, 'all', what => this.#report.removed({ what, place: part.name }))
    }
    return packEntry(part.name, XML_DECLARATION + writeXml(tree))
  }
}

/** What a person calls a part whose texts are filled although it holds no paragraphs of the document. */
function labelOf({ contentType }: Part): string | undefined {
  if (/chart/i.test(contentType)) return 'chart'
  if (/diagram/i.test(contentType)) return 'diagram'
  return /(core|extended|custom)-properties\+xml$/.test(contentType) ? 'the file' : undefined
}

function freeLinkId(part: Part): string {
  return unusedPartName(
    'picture',
    part.relationships.map(({ id }) => id),
  )
}

/** A beginning of a name that no other name begins with. */
function unusedPartName(beginning: string, taken: readonly string[]): string {
  return taken.some(name => name.toLowerCase().startsWith(beginning))
    ? unusedPartName(`${beginning}x`, taken)
    : beginning
}

function markersBelow(story: XmlElement): Marker[] {
  return elementsBelow(story).flatMap(element => element.children.filter(child => child instanceof Marker))
}

function printsValues(paragraph: XmlElement): boolean {
  return markersBelow(paragraph).some(({ instruction }) => instruction.type === 'value')
}

function runsIn(paragraph: XmlElement): XmlElement[] {
  return elementsBelow(paragraph).filter(element => element.name === 'w:r')
}

/** Word opens no file without a body, whatever its list of contents says. */
function requireText(main: XmlElement): void {
  if (main.name === 'w:document' && main.children.some(child => isElement(child, 'w:body'))) return
  throw new WordTemplateError(
    'The file is not a Word document: it has no text that Word could open. Save it in Word as “Word Template (*.dotx)”.',
    'the file',
  )
}
