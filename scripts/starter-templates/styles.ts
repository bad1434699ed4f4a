import { ACCENT, INK, QUIET, type StyleName } from './markup.ts'

type Look = {
  called: string
  /** In half points. */
  size: number
  bold?: boolean
  colour?: string
  spacing?: number
  capitals?: boolean
  before?: number
  after?: number
  /** Hundredths of a line, 100 where nothing is said. */
  line?: number
  align?: string
}

const looks: Record<StyleName, Look> = {
  Value: { called: 'Paper value', size: 18, line: 105 },
  Strong: { called: 'Paper strong', size: 18, bold: true, line: 105 },
  Label: { called: 'Paper label', size: 13, colour: QUIET, spacing: 6, capitals: true, after: 20 },
  Heading: {
    called: 'Paper heading',
    size: 17,
    bold: true,
    colour: ACCENT,
    spacing: 6,
    capitals: true,
    before: 160,
    after: 60,
  },
  PaperTitle: { called: 'Paper title', size: 32, bold: true, colour: INK, align: 'right', spacing: -4 },
  PaperNumber: { called: 'Paper number', size: 18, colour: INK, align: 'right', before: 40 },
  CompanyName: { called: 'Company name', size: 26, bold: true, colour: ACCENT, before: 80, after: 30 },
  Letterhead: { called: 'Letterhead', size: 15, colour: QUIET, line: 108 },
  Column: { called: 'Paper column', size: 14, bold: true, colour: INK },
  // Small enough that 1,234,567,890.1235 TON stays in one piece in every list's columns.
  Figure: { called: 'Paper figure', size: 15, align: 'right', line: 110 },
  Entry: { called: 'Paper entry', size: 15, line: 110 },
  Clause: { called: 'Paper clause', size: 14, colour: QUIET, line: 110, before: 80, after: 40 },
  Gap: { called: 'Paper gap', size: 4 },
}

function style([id, look]: [string, Look]): string {
  const { called, size, bold, colour, spacing, capitals, before = 0, after = 0, line = 100, align } = look
  const paragraph = [
    `<w:spacing w:before="${before}" w:after="${after}" w:line="${Math.round(line * 2.4)}" w:lineRule="auto"/>`,
    align ? `<w:jc w:val="${align}"/>` : '',
  ].join('')
  const text = [
    bold ? '<w:b/><w:bCs/>' : '',
    capitals ? '<w:caps/>' : '',
    colour ? `<w:color w:val="${colour}"/>` : '',
    spacing ? `<w:spacing w:val="${spacing}"/>` : '',
    `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  ].join('')
  return (
    `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${called}"/>` +
    `<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${text}</w:rPr></w:style>`
  )
}

/** The inside of a paper's styles part: one family, one ink, and a named style for everything on it. */
export const stylesXml = (): string =>
  '<w:docDefaults><w:rPrDefault><w:rPr>' +
  '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial" w:eastAsia="Arial"/>' +
  `<w:color w:val="${INK}"/><w:sz w:val="18"/><w:szCs w:val="18"/>` +
  '<w:lang w:val="en-GB" w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault>' +
  '<w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
  '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>' +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr>' +
  '<w:tblInd w:w="0" w:type="dxa"/></w:tblPr></w:style>' +
  Object.entries(looks).map(style).join('')
