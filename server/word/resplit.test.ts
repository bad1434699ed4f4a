import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { formattedText, parseAllParts } from '#testing/word/read-document.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from './compile.ts'
import { findPlaceholders } from '#server/word/language/expression.ts'
import { parseXml } from '#server/word/file/parse-xml.ts'
import { renderDocument } from './render.ts'
import {
  append,
  childElement,
  elementsBelow,
  isElement,
  replace,
  type TreeNode,
  XmlElement,
} from '#server/word/file/tree.ts'
import { writeXml, XML_DECLARATION } from '#server/word/file/write-xml.ts'

vi.setConfig({ testTimeout: 60_000 })

/** What Word leaves between and on the runs when it splits a text. */
const splits: Record<string, { between?: (number: number) => XmlElement[]; onRun?: Record<string, string> }> =
  {
    'plain runs': {},
    'spelling marks between': {
      between: () => [
        new XmlElement('w:proofErr', new Map([['w:type', 'spellStart']])),
        new XmlElement('w:proofErr', new Map([['w:type', 'spellEnd']])),
      ],
    },
    'revision ids on the runs': { onRun: { 'w:rsidR': '00A1B2C3', 'w:rsidRPr': '00D4E5F6' } },
    'bookmarks between': {
      between: number => [
        new XmlElement(
          'w:bookmarkStart',
          new Map([
            ['w:id', `${number}`],
            ['w:name', `_b${number}`],
          ]),
        ),
        new XmlElement('w:bookmarkEnd', new Map([['w:id', `${number}`]])),
      ],
    },
  }

for (const [name, bytes] of sampleTemplates()) {
  describe(name, async () => {
    const values = sampleValues(3)
    const whole = renderDocument(await compileTemplate(bytes, catalogue), values)
    const formatted = formattedText(await parseAllParts(whole))
    const longest = await longestPlaceholder(bytes)

    for (const [how, split] of Object.entries(splits)) {
      // What stands between the runs is told apart by what it is, not by where: every third place is enough.
      const step = how === 'plain runs' ? 1 : 3
      test(`split at every ${step === 1 ? '' : 'third '}character, ${how}, gives the same document`, async () => {
        for (let at = 1; at < longest; at += step) {
          const changed = await resplit(bytes, length => (at < length ? [at] : []), split)
          const document = renderDocument(await compileTemplate(changed, catalogue), values)
          if (how === 'bookmarks between') {
            expect(formattedText(await parseAllParts(document)), `at character ${at}`).toEqual(formatted)
          } else expect(document.equals(whole), `at character ${at}`).toBe(true)
        }
      })
    }

    test('every character in a run of its own gives the same document', async () => {
      for (const split of Object.values(splits)) {
        const changed = await resplit(
          bytes,
          length => Array.from({ length: length - 1 }, (_, at) => at + 1),
          split,
        )
        const document = renderDocument(await compileTemplate(changed, catalogue), values)
        expect(formattedText(await parseAllParts(document))).toEqual(formatted)
      }
    })
  })
}

const STORY_PART = /^word\/(document|header\d|footer\d|footnotes)\.xml$/

async function longestPlaceholder(bytes: Uint8Array): Promise<number> {
  const trees = [...(await parseAllParts(bytes)).values()]
  const texts = trees.flatMap(tree => elementsBelow(tree).filter(element => element.name === 'w:t'))
  return Math.max(
    ...texts.flatMap(text => findPlaceholders(contentOf(text)).map(found => found.end - found.start)),
  )
}

/** Splits the runs inside each placeholder, at the offsets that `cuts` gives for its length. */
async function resplit(
  bytes: Uint8Array,
  cuts: (length: number) => number[],
  split: (typeof splits)[string],
): Promise<Buffer> {
  let number = 100
  return editParts(bytes, (xml, name) => {
    if (!STORY_PART.test(name)) return xml
    const tree = parseXml(Buffer.from(xml), name, { left: 100_000 })
    for (const run of elementsBelow(tree).filter(element => element.name === 'w:r')) {
      const groups = splitContent(run, cuts)
      if (groups.length === 1) continue
      replace(
        run,
        groups.flatMap((content, index) => {
          number += 1
          const piece = runLike(run, content, split.onRun ?? {})
          return index === 0 ? [piece] : [...(split.between?.(number) ?? []), piece]
        }),
      )
    }
    return XML_DECLARATION + writeXml(tree)
  })
}

function contentOf(text: XmlElement): string {
  return text.children.filter(child => typeof child === 'string').join('')
}

/** A run's content in as many groups as the cuts through its texts make. */
function splitContent(run: XmlElement, cuts: (length: number) => number[]): TreeNode[][] {
  const groups: TreeNode[][] = [[]]
  for (const child of run.children) {
    if (isElement(child, 'w:rPr')) continue
    if (!isElement(child, 'w:t')) {
      groups.at(-1)?.push(child)
      continue
    }
    const content = contentOf(child)
    const at = findPlaceholders(content).flatMap(({ start, end }) =>
      cuts(end - start).map(cut => start + cut),
    )
    for (const [index, start] of [0, ...at].entries()) {
      const text = new XmlElement('w:t', new Map([['xml:space', 'preserve']]))
      append(text, content.slice(start, at[index]))
      if (index > 0) groups.push([])
      groups.at(-1)?.push(text)
    }
  }
  return groups
}

function runLike(
  run: XmlElement,
  content: readonly TreeNode[],
  attributes: Record<string, string>,
): XmlElement {
  const piece = new XmlElement('w:r', new Map(Object.entries(attributes)))
  const properties = childElement(run, 'w:rPr')
  if (properties !== undefined) append(piece, properties)
  for (const child of content) append(piece, child)
  return piece
}
