import { packEntry, writeZip } from '#server/word/file/zip-write.ts'
import { escapeAttribute } from '#server/word/file/write-xml.ts'

const OFFICE = 'http://schemas.openxmlformats.org'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const WORDML = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

export const NAMESPACES = [
  `xmlns:w="${OFFICE}/wordprocessingml/2006/main"`,
  `xmlns:r="${OFFICE}/officeDocument/2006/relationships"`,
  `xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${OFFICE}/drawingml/2006/main"`,
  `xmlns:pic="${OFFICE}/drawingml/2006/picture"`,
  `xmlns:mc="${OFFICE}/markup-compatibility/2006"`,
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"',
  'mc:Ignorable="w14 w15"',
].join(' ')

export interface TemplateContent {
  body: string
  /** On every page, or from the second one on when `firstHeader` is given. */
  header?: string
  firstHeader?: string
  footer?: string
  footnotes?: readonly string[]
  endnotes?: readonly string[]
  /** Pictures of the body and of the first header, by relationship id. */
  pictures?: Readonly<Record<string, Uint8Array>>
  title?: string
  /** A plain document (.docx) instead of a template (.dotx). */
  isDocument?: boolean
  /** Inside `w:settings`, first. */
  settings?: string
  /** Further parts and links, as tests of hostile files need. */
  extraParts?: readonly { name: string; type: string; content: string | Uint8Array }[]
  extraLinks?: readonly ExtraLink[]
}

interface ExtraLink {
  id: string
  kind: string
  target: string
  isExternal?: boolean
  /** The part that it leads from, relative to which the target is; the document where it is left out. */
  from?: string
}

/** A whole Word file around some content: A4, 15 mm margins, Arial. */
export function templateFile(content: TemplateContent): Buffer {
  const parts = new Map<string, { type: string; content: string | Uint8Array }>()
  const links: { id: string; kind: string; target: string; isExternal?: boolean }[] = []
  const add = (name: string, type: string, part: string | Uint8Array) =>
    parts.set(name, { type, content: part })
  const story = (name: string, kind: string, root: string, xml: string | undefined) => {
    if (xml === undefined) return
    add(
      `word/${name}.xml`,
      `${WORDML}.${kind}+xml`,
      `${DECLARATION}<w:${root} ${NAMESPACES}>${xml}</w:${root}>`,
    )
    links.push({ id: name, kind, target: `${name}.xml` })
  }
  story('header1', 'header', 'hdr', content.header)
  story('header2', 'header', 'hdr', content.firstHeader)
  story('footer1', 'footer', 'ftr', content.footer)
  story('footnotes', 'footnotes', 'footnotes', content.footnotes && notes('footnote', content.footnotes))
  story('endnotes', 'endnotes', 'endnotes', content.endnotes && notes('endnote', content.endnotes))
  add('word/styles.xml', `${WORDML}.styles+xml`, `${DECLARATION}${styles}`)
  links.push({ id: 'styles', kind: 'styles', target: 'styles.xml' })
  add('word/settings.xml', `${WORDML}.settings+xml`, settings(content))
  links.push({ id: 'settings', kind: 'settings', target: 'settings.xml' })
  for (const [id, bytes] of Object.entries(content.pictures ?? {})) {
    add(`word/media/${id}.png`, 'image/png', bytes)
    links.push({ id, kind: 'image', target: `media/${id}.png` })
  }
  for (const part of content.extraParts ?? []) add(part.name, part.type, part.content)
  const extraLinks = content.extraLinks ?? []
  links.push(...extraLinks.filter(({ from }) => from === undefined))
  const owners = new Set(extraLinks.flatMap(({ from }) => from ?? []))
  const main = content.isDocument === true ? 'document' : 'template'
  add('word/document.xml', `${WORDML}.${main}.main+xml`, documentXml(content))
  add(
    'docProps/core.xml',
    'application/vnd.openxmlformats-package.core-properties+xml',
    coreProperties(content),
  )
  const pictures = links.filter(link => link.kind === 'image')
  return pack(parts, [
    ['_rels/.rels', ROOT_LINKS],
    ['word/_rels/document.xml.rels', relationships(links)],
    ...[...owners].map(
      owner =>
        [
          owner.replace(/([^/]+)$/, '_rels/$1.rels'),
          relationships(extraLinks.filter(({ from }) => from === owner)),
        ] as const,
    ),
    ...(content.firstHeader === undefined || pictures.length === 0
      ? []
      : [['word/_rels/header2.xml.rels', relationships(pictures)] as const]),
  ])
}

function pack(
  parts: ReadonlyMap<string, { type: string; content: string | Uint8Array }>,
  links: readonly (readonly [string, string])[],
): Buffer {
  const overrides = [...parts].map(
    ([name, part]) =>
      `<Override PartName="/${escapeAttribute(name)}" ContentType="${escapeAttribute(part.type)}"/>`,
  )
  const types =
    `${DECLARATION}<Types xmlns="${OFFICE}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  return writeZip([
    packEntry('[Content_Types].xml', types),
    ...links.map(([name, xml]) => packEntry(name, xml)),
    ...[...parts].map(([name, part]) => packEntry(name, part.content)),
  ])
}

function relationships(links: NonNullable<TemplateContent['extraLinks']>): string {
  const lines = links.map(({ id, kind, target, isExternal }) => {
    const type = `${OFFICE}/officeDocument/2006/relationships/${kind}`
    const mode = isExternal === true ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${type}" Target="${escapeAttribute(target)}"${mode}/>`
  })
  return `${DECLARATION}<Relationships xmlns="${OFFICE}/package/2006/relationships">${lines.join('')}</Relationships>`
}

const ROOT_LINKS =
  `${DECLARATION}<Relationships xmlns="${OFFICE}/package/2006/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
  `<Relationship Id="rId2" Type="${OFFICE}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>` +
  '</Relationships>'

function documentXml(content: TemplateContent): string {
  const references = [
    content.header === undefined ? '' : '<w:headerReference w:type="default" r:id="header1"/>',
    content.firstHeader === undefined ? '' : '<w:headerReference w:type="first" r:id="header2"/>',
    content.footer === undefined ? '' : '<w:footerReference w:type="default" r:id="footer1"/>',
    content.footer === undefined || content.firstHeader === undefined
      ? ''
      : '<w:footerReference w:type="first" r:id="footer1"/>',
  ]
  const section =
    `<w:sectPr>${references.join('')}<w:pgSz w:w="11906" w:h="16838"/>` +
    '<w:pgMar w:top="850" w:right="850" w:bottom="850" w:left="850" w:header="454" w:footer="454" w:gutter="0"/>' +
    `${content.firstHeader === undefined ? '' : '<w:titlePg/>'}</w:sectPr>`
  return `${DECLARATION}<w:document ${NAMESPACES}><w:body>${content.body}${section}</w:body></w:document>`
}

function notes(kind: 'footnote' | 'endnote', texts: readonly string[]): string {
  const separators =
    `<w:${kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}>` +
    `<w:${kind} w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:${kind}>`
  const mark = `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:${kind}Ref/></w:r>`
  const numbered = texts.map(
    (runs, index) =>
      `<w:${kind} w:id="${index + 1}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>${mark}${runs}</w:p></w:${kind}>`,
  )
  return separators + numbered.join('')
}

function settings(content: TemplateContent): string {
  return (
    `${DECLARATION}<w:settings ${NAMESPACES}>${content.settings ?? ''}<w:defaultTabStop w:val="720"/>` +
    '<w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" ' +
    'w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>'
  )
}

function coreProperties(content: TemplateContent): string {
  return (
    `${DECLARATION}<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties" ` +
    `xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeAttribute(content.title ?? '')}</dc:title>` +
    '</cp:coreProperties>'
  )
}

const styles =
  `<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial" w:eastAsia="Arial"/><w:color w:val="16283C"/>' +
  '<w:sz w:val="18"/><w:szCs w:val="18"/><w:lang w:val="en-GB" w:eastAsia="en-US" w:bidi="ar-SA"/>' +
  '</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>' +
  '</w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
  '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>' +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr>' +
  '<w:tblInd w:w="0" w:type="dxa"/></w:tblPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/>' +
  '<w:rPr><w:sz w:val="14"/><w:szCs w:val="14"/></w:rPr></w:style>' +
  '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr>' +
  '<w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>'
