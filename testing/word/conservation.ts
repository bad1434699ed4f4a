import type { CompiledTemplate } from '#server/word/compile.ts'
import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import { indexFields } from '#server/word/language/known-fields.ts'
import type { Operation } from '#server/word/program.ts'
import { renderDocument } from '#server/word/render.ts'
import { elementsBelow, isElement, type TreeNode, type XmlElement } from '#server/word/file/tree.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'
import { parseAllParts } from './read-document.ts'
import { type Counted, type Names, readDocument, type Reading, type Word } from './reading.ts'

/** Damages a document on its way to the check, so that the check itself can be tried. */
export type Corrupt = (document: Buffer) => Promise<Buffer>

/**
 * What a template loses of its own on the way to a document: words, pictures, tables, text boxes, notes, links, rows
 * and sections, with every condition holding and with none. Lists have the rows that `values` gives them.
 */
export async function lossesOf(
  original: Uint8Array,
  template: CompiledTemplate,
  known: KnownFields,
  values: FieldValues,
  spoil: Corrupt = async document => document,
): Promise<string[]> {
  const names = namesOf(known)
  const parts = await parseAllParts(original)
  const before = readDocument(parts, names)
  const tornBefore = tornCells(parts)
  const codes = await codesOf(original)
  const losses: string[] = []
  for (const holds of [true, false]) {
    const whole = withConditions(template, holds)
    const document = await spoil(renderDocument(whole, values, { unfillable: 'blank' }))
    const made = await parseAllParts(document)
    const after = readDocument(made, names)
    const found = [
      ...wordsMissing(before, after, holds),
      ...(holds ? [...wordsRepeated(before, after, codes), ...thingsMissing(before, after, template)] : []),
      ...after.unfilled.map(code => `the field “${code.slice(0, 60)}” is not filled`),
      ...(tornBefore === 0 && tornCells(made) > 0 ? [`${tornCells(made)} merged cells are torn`] : []),
      ...(holds ? [...rowsMissing(after, values), ...(await bracesLeft(document, template))] : []),
    ]
    losses.push(...found.map(loss => `${loss}${holds ? '' : ' (no condition holds)'}`))
  }
  return losses
}

function namesOf(known: KnownFields): Names {
  const index = indexFields(known)
  return {
    isField: name => {
      const list = index.listHolding(name)
      return index.field(name) !== undefined || list !== undefined || index.list(name) !== undefined
    },
    isList: name => index.list(name) !== undefined,
  }
}

function withConditions(template: CompiledTemplate, holds: boolean): CompiledTemplate {
  return {
    ...template,
    parts: template.parts.map(part =>
      'operations' in part
        ? { ...part, operations: part.operations.map(each => decided(each, holds)) }
        : part,
    ),
  }
}

function decided(operation: Operation, holds: boolean): Operation {
  if (typeof operation === 'string') return operation
  const all = (some: readonly Operation[]) => some.map(each => decided(each, holds))
  switch (operation.type) {
    case 'condition':
      return { ...operation, holds: () => holds, body: all(operation.body) }
    case 'repeat':
    case 'blankable':
      return { ...operation, body: all(operation.body) }
    case 'frame':
      return { ...operation, before: all(operation.before), body: all(operation.body) }
    case 'lines':
      return {
        ...operation,
        lines: operation.lines.map(line => ({
          ...line,
          lineBreak: all(line.lineBreak),
          body: all(line.body),
        })),
      }
    default:
      return operation
  }
}

/** A value as the corpus check prints them. */
const VALUE = /‹\d+›/g

function counted(words: readonly Word[], accepts: (word: Word) => boolean): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) {
    if (!accepts(word)) continue
    // What stands right beside a value is one word with it on paper.
    for (const text of word.text.split(VALUE)) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

function wordsMissing(before: Reading, after: Reading, holds: boolean): string[] {
  const wanted = counted(before.words, word => holds || !word.isConditional)
  const printed = counted(after.words, () => true)
  const conditional = counted(before.words, word => word.isConditional)
  const whole = after.words.map(({ text }) => text).join(' ')
  return told(
    'lost',
    [...wanted].flatMap(([word, count]) => {
      // Branches that exclude each other are printed side by side here, so their words may touch.
      const found = conditional.has(word) ? whole.split(word).length - 1 : (printed.get(word) ?? 0)
      return found < count ? [{ word, count: count - found }] : []
    }),
  )
}

/** Words that stand in no list are printed as often as they stand in the template. */
function wordsRepeated(before: Reading, after: Reading, codes: string): string[] {
  const all = counted(before.words, () => true)
  const outside = counted(before.words, word => !word.isInList)
  const printed = counted(after.words, () => true)
  return told(
    'printed too often',
    [...outside].flatMap(([word, count]) => {
      const isAmbiguous = all.get(word) !== count || codes.includes(word)
      const more = (printed.get(word) ?? 0) - count
      return more > 0 && !isAmbiguous ? [{ word, count: more }] : []
    }),
  )
}

/** A field that one row of a list prints is printed by all of them. */
function rowsMissing(after: Reading, { lists }: FieldValues): string[] {
  const printed = after.words.map(({ text }) => text).join(' ')
  return Object.entries(lists).flatMap(([list, rows]) => {
    const shown = Object.keys(rows[0] ?? {}).map(
      key => rows.filter(row => typeof row[key] === 'string' && printed.includes(row[key])).length,
    )
    const fewest = Math.min(...shown.filter(count => count > 0))
    return fewest < rows.length ? [`${rows.length - fewest} of ${rows.length} rows of ${list} are lost`] : []
  })
}

const SHOWN = 8

function told(what: string, words: readonly { word: string; count: number }[]): string[] {
  if (words.length === 0) return []
  const sum = words.reduce((total, { count }) => total + count, 0)
  const shown = words.slice(0, SHOWN).map(({ word }) => `“${word}”`)
  return [`${sum} words are ${what}: ${shown.join(', ')}${words.length > SHOWN ? ' …' : ''}`]
}

function thingsMissing(before: Reading, after: Reading, template: CompiledTemplate): string[] {
  const removed = (pattern: RegExp) => template.removed.filter(({ what }) => pattern.test(what)).length
  const allowed: Partial<Record<Counted, number>> = {
    pictures: removed(/^(?!external).*(picture|image|drawing|object)/i),
    links: removed(/^link to/i),
  }
  return (Object.keys(before.counts) as Counted[]).flatMap(what => {
    const missing = before.counts[what] - after.counts[what] - (allowed[what] ?? 0)
    return missing > 0 ? [`${missing} of ${before.counts[what]} ${what} are lost`] : []
  })
}

/** How many cells that begin to reach over rows are not continued by the row below. */
function tornCells(parts: ReadonlyMap<string, XmlElement>): number {
  const merges = (row: TreeNode | undefined, value: string) =>
    isElement(row, 'w:tr')
      ? elementsBelow(row).filter(
          ({ name, attributes }) => name === 'w:vMerge' && (attributes.get('w:val') ?? 'continue') === value,
        ).length
      : 0
  return [...parts.values()]
    .flatMap(tree => elementsBelow(tree).filter(({ name }) => name === 'w:tbl'))
    .flatMap(({ children }) => {
      const rows = children.filter(child => isElement(child, 'w:tr'))
      return rows.map((row, at) => Math.max(0, merges(row, 'restart') - merges(rows[at + 1], 'continue')))
    })
    .reduce((sum, torn) => sum + torn, 0)
}

/** Words of field codes and of placeholders' own texts may be printed beside those of the page. */
async function codesOf(bytes: Uint8Array): Promise<string> {
  let codes = ''
  for (const tree of (await parseAllParts(bytes)).values()) {
    for (const element of elementsBelow(tree)) {
      if (element.name === 'w:instrText') {
        codes += element.children.filter(child => typeof child === 'string').join('')
      } else codes += element.attributes.get('w:instr') ?? ''
    }
  }
  return codes
}

async function bracesLeft(document: Uint8Array, template: CompiledTemplate): Promise<string[]> {
  const told = [...template.problems, ...template.warnings]
    .map(({ message }) => message)
    .filter(message => message.includes('it is left as it is'))
  const left: string[] = []
  for (const entry of (await readZip(document)).values()) {
    if (!/\.(xml|rels)$/i.test(entry.name)) continue
    const content = unpack(entry)
    const text = content.includes('{\0{')
      ? content.toString('latin1').replaceAll('\0', '')
      : content.toString('utf8')
    const found = [...text.matchAll(/(\{\{|%7b%7b)\s*[#/]?\s*[\p{L}_][^{}<>"]*/giu)]
      .map(([source]) => source)
      .find(source => !told.some(message => message.includes(source)))
    if (found !== undefined) left.push(`${entry.name}: “${found}…” is left`)
  }
  return left
}
