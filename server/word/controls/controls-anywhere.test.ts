import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { checkbox, dropdown } from '#testing/word/controls.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { readPart } from '#testing/word/read-document.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { parseXml, XML_LIMITS } from '#server/word/file/parse-xml.ts'
import { renderDocument } from '#server/word/render.ts'
import { isElement, type TreeNode, XmlElement } from '#server/word/file/tree.ts'
import { writeXml, XML_DECLARATION } from '#server/word/file/write-xml.ts'

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const MAY_BE_WRAPPED: ReadonlyMap<string, readonly string[]> = new Map([
  ['w:p', ['w:r']],
  ['w:body', ['w:p', 'w:tbl']],
  ['w:hdr', ['w:p', 'w:tbl']],
  ['w:ftr', ['w:p', 'w:tbl']],
  ['w:tc', ['w:p', 'w:tbl']],
  ['w:txbxContent', ['w:p', 'w:tbl']],
  ['w:tr', ['w:tc']],
  ['w:tbl', ['w:tr']],
])
const KINDS = [
  '',
  '<w:text/>',
  '<w:group/>',
  '<w:richText/>',
  checkbox(),
  dropdown([['a', 'b']]),
  '<w:picture/>',
]

/** Controls that name nothing, around one piece or several, and around each other. */
function wrapped(element: XmlElement, next: () => number): string {
  if (element.children.length === 0) return writeXml(element)
  const eligible = MAY_BE_WRAPPED.get(element.name) ?? []
  const mayWrap = (child: TreeNode) => isElement(child) && eligible.includes(child.name)
  let inside = ''
  let open = 0
  for (const [index, child] of element.children.entries()) {
    if (mayWrap(child)) {
      while (open < 3 && next() < 0.35) {
        const properties = KINDS[Math.floor(next() * KINDS.length)] ?? ''
        const title = next() < 0.5 ? '<w:alias w:val="Anything at all"/>' : ''
        inside += `<w:sdt><w:sdtPr>${title}${properties}</w:sdtPr><w:sdtContent>`
        open += 1
      }
    }
    inside += child instanceof XmlElement ? wrapped(child, next) : writeXml(child)
    const following = element.children[index + 1]
    const mustClose = following === undefined || !mayWrap(following)
    while (open > 0 && (mustClose || next() < 0.4)) {
      inside += '</w:sdtContent></w:sdt>'
      open -= 1
    }
  }
  const empty = writeXml(new XmlElement(element.name, element.attributes))
  return `${empty.slice(0, -2)}>${inside}</${element.name}>`
}

async function inControls(bytes: Uint8Array, seed: number): Promise<{ file: Buffer; count: number }> {
  const next = random(seed)
  let count = 0
  const file = await editParts(bytes, (xml, name) => {
    if (!/^word\/(document|header|footer)\d*\.xml$/.test(name)) return xml
    const edited = wrapped(parseXml(Buffer.from(xml), name, { left: XML_LIMITS.nodes }), next)
    count += edited.split('<w:sdt>').length - 1
    return XML_DECLARATION + edited
  })
  return { file, count }
}

describe.each([...sampleTemplates()])('%s', (_, bytes) => {
  const fill = async (file: Uint8Array) =>
    renderDocument(await compileTemplate(file, catalogue), sampleValues(3))

  test.each(Array.from({ length: 10 }, (_, seed) => seed))(
    'with controls around anything (%i) gives the same document',
    async seed => {
      const plain = await fill(bytes)
      const { file, count } = await inControls(bytes, seed)
      expect(count).toBeGreaterThan(30)
      const document = await fill(file)
      for (const part of ['document', 'header1', 'header2', 'footer1'])
        expect(await readPart(document, `word/${part}.xml`)).toBe(await readPart(plain, `word/${part}.xml`))
    },
  )
})
