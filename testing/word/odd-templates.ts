import { readZip, unpack } from '#server/word/file/zip-read.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'
import { checkbox, control, dropdown, PROMPT, repeatingSection } from './controls.ts'
import { picture, textBox } from './drawings.ts'
import { editParts } from './edit-file.ts'
import { complexField, mergeField, simpleField } from './fields.ts'
import { cell, footnoteMark, pageOfPages, paragraph, row, run, table } from './markup.ts'
import { png } from './png.ts'
import { templateFile } from './template-file.ts'

/** Templates as other people's programs and habits leave them, each odd in its own way. */
export async function oddTemplates(): Promise<ReadonlyMap<string, Uint8Array>> {
  const letter = mergeLetter()
  return new Map<string, Uint8Array>([
    ['A form of controls.dotx', formOfControls()],
    ['A merge letter.docx', letter],
    ['Controls in odd places.docx', controlsInOddPlaces()],
    ['From a web editor.docx', fromWebEditor()],
    ['Other prefixes.docx', await withOtherPrefixes(letter)],
    ['Moved parts.docx', await withMovedParts(letter)],
    ['Remarks and stretches.docx', await withRemarks(letter)],
    ['Two bytes a character.docx', await inUtf16(letter)],
    ['Tracked and commented.docx', trackedAndCommented()],
    ['Pictures in lists.dotx', picturesInLists()],
    ['In the strict variant.docx', await inStrictVariant(picturesInLists())],
  ])
}

const BOX = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 20, colour: '808080' }
const sample = png(8, 8, (x, y) => ((x + y) % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
const bound =
  '<w:dataBinding w:prefixMappings="xmlns:ns0=\'urn:x\'" w:xpath="/ns0:a[1]" w:storeItemID="{B1977F7D-205B-4081-913C-38D41E755F92}"/>'

function formOfControls(): Buffer {
  const text = (title: string, properties = '<w:text/>') =>
    control(PROMPT(), { title, isPrompt: true, properties })
  const line = (label: string, title: string) =>
    row([
      cell(paragraph(label), { width: 3_000 }),
      control(cell(paragraph(PROMPT()), { width: 6_000 }), { title, isPrompt: true, properties: bound }),
    ])
  const item = row([
    cell(paragraph(text('Description')), { width: 6_000 }),
    cell(paragraph(text('Quantity')), { width: 3_000 }),
  ])
  const cover = control(
    paragraph(textBox(control(paragraph(run('Title')), { title: 'Title', properties: bound }), BOX)),
    { properties: '<w:docPartObj><w:docPartGallery w:val="Cover Pages"/><w:docPartUnique/></w:docPartObj>' },
  )
  const table1 = table(
    [
      line('Name', 'Customer'),
      line('Address', 'Address'),
      repeatingSection([item, item], { title: 'Goods' }),
    ],
    { widths: [3_000, 6_000] },
  )
  return templateFile({
    header: control(paragraph(text('Company')), { title: 'Header group', properties: '<w:group/>' }),
    footer: control(paragraph(pageOfPages({})), {
      properties: '<w:docPartObj><w:docPartGallery w:val="Page Numbers (Bottom of Page)"/></w:docPartObj>',
    }),
    footnotes: [text('Remark')],
    body:
      cover +
      table1 +
      paragraph(
        control('<w:r><w:t>☐</w:t></w:r>', { title: 'Insured', properties: checkbox() }) +
          run(' insured ') +
          text(
            'Terms',
            dropdown([
              ['', 'Choose'],
              ['1', 'Prepaid'],
              ['2', 'Collect'],
            ]),
          ) +
          text(
            'Due',
            '<w:date><w:dateFormat w:val="d/M/yyyy"/><w:lid w:val="en-GB"/><w:storeMappedDataAs w:val="dateTime"/><w:calendar w:val="gregorian"/></w:date>',
          ) +
          footnoteMark(1),
      ),
  })
}

function mergeLetter(): Buffer {
  return templateFile({
    isDocument: true,
    settings:
      '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="native"/><w:query w:val="SELECT * FROM x"/></w:mailMerge>',
    header: paragraph(mergeField('Company')),
    body:
      paragraph(
        mergeField('Title \\* Upper') +
          run(' ') +
          mergeField('First_Name \\f " "') +
          simpleField(' MERGEFIELD Last_Name \\* MERGEFORMAT ', '«Last_Name»'),
      ) +
      paragraph(
        complexField({
          code: [
            ' IF ',
            { xml: mergeField('Country') },
            ' = "GB" "Dear Sir" "Dear ',
            { xml: mergeField('Title') },
            '" ',
          ],
          result: 'Dear Sir',
        }),
      ) +
      paragraph(complexField({ code: [' MERGE', 'FIELD "Amount', ' Due" \\# "#,##0.00" '] })) +
      paragraph(mergeField('Due_Date \\@ "d MMMM yyyy"') + pageOfPages({})),
  })
}

function controlsInOddPlaces(): Buffer {
  const named = (title: string) => control(run('x'), { title })
  const link = `<w:hyperlink w:anchor="top">${named('In_link')}</w:hyperlink>`
  const smart = `<w:smartTag w:uri="urn:x" w:element="place">${named('In_tag')}</w:smartTag>`
  const nested = control(control(named('Innermost'), { properties: '' }), {})
  const whole = control(
    table([row([cell(paragraph(named('In_table')), { width: 4_000 })])], { widths: [4_000] }),
    { properties: '<w:group/>' },
  )
  const inField =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF top </w:instrText></w:r>' +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${named('In_result')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const rows = control(row([cell(paragraph(named('In_row')), { width: 4_000 })]), {})
  return templateFile({
    body:
      paragraph(
        '<w:bookmarkStart w:id="1" w:name="top"/>' + link + smart + nested + '<w:bookmarkEnd w:id="1"/>',
      ) +
      whole +
      paragraph(inField) +
      table([rows], { widths: [4_000] }) +
      control('', {}) +
      control(paragraph('one') + paragraph('two'), { title: 'Two_paragraphs', properties: '<w:richText/>' }),
  })
}

/** Every stretch of text in a control of its own, as a widely used web editor saves it. */
function fromWebEditor(): Buffer {
  const piece = (content: string, number: number) => control(run(content), { tag: `goog_rdk_${number}` })
  return templateFile({
    isDocument: true,
    body: paragraph(
      ['Dear ', '{{Consi', 'gnee.Name', '}}', ', your ref. {{Shipment.', 'HouseBl}}'].map(piece).join(''),
    ),
  })
}

function trackedAndCommented(): Buffer {
  const by = 'w:author="A" w:date="2026-01-01T00:00:00Z"'
  return templateFile({
    isDocument: true,
    body:
      `<w:p><w:customXmlInsRangeStart w:id="5" ${by}/>${control(
        `<w:customXmlInsRangeEnd w:id="5"/><w:ins w:id="6" ${by}>${run('new')}</w:ins><w:del w:id="7" ${by}><w:r><w:delText>old {{Gone}}</w:delText></w:r></w:del><w:customXmlInsRangeStart w:id="8" ${by}/>`,
        { title: 'Tracked' },
      )}<w:customXmlInsRangeEnd w:id="8"/></w:p>` +
      `<w:p><w:ins w:id="9" ${by}>${run('{{Shipment.')}</w:ins>${run('HouseBl}}')}</w:p>`,
  })
}

function picturesInLists(): Buffer {
  const codes = row([
    cell(paragraph(run('{{Items.Name}}')), { width: 4_000 }),
    cell(paragraph(picture('sample', 20, 20, '{{QR Items.Name}}')), { width: 2_000 }),
    cell(paragraph(picture('sample', 50, 10, 'Code128 Items.Quantity')), { width: 3_000 }),
  ])
  return templateFile({
    pictures: { sample },
    firstHeader: paragraph(picture('sample', 30, 30, '{{QR Shipment.HouseBl}}')),
    header: paragraph(''),
    body: table([codes], { widths: [4_000, 2_000, 3_000] }),
  })
}

/** As programs write that number their prefixes. */
function withOtherPrefixes(bytes: Uint8Array): Promise<Buffer> {
  return editParts(bytes, (xml, name) =>
    name.startsWith('word/') && name.endsWith('.xml')
      ? xml
          .replaceAll(/(<\/?)w:/g, '$1ns0:')
          .replaceAll(/ w:(\w+=)/g, ' ns0:$1')
          .replaceAll('xmlns:w=', 'xmlns:ns0=')
      : xml,
  )
}

/** The main part elsewhere, links from the root on, names in capitals. */
async function withMovedParts(bytes: Uint8Array): Promise<Buffer> {
  const moved = (text: string) =>
    text
      .replaceAll('word/document.xml', 'word/Document2.XML')
      .replaceAll('Target="header1.xml"', 'Target="/WORD/header1.xml"')
  const entries = [...(await readZip(bytes)).values()].map(entry =>
    packEntry(
      entry.name.replace('document.xml', 'Document2.XML'),
      moved(unpack(entry).toString('utf8')).replaceAll('Target="word/', 'Target="/word/'),
    ),
  )
  return writeZip(entries)
}

function withRemarks(bytes: Uint8Array): Promise<Buffer> {
  return editParts(bytes, (xml, name) =>
    name === 'word/document.xml'
      ? `\uFEFF${xml.replace('<w:body>', '<?program do?><!-- a remark --><w:body><!-- {{another}} -->').replaceAll('<w:t xml:space="preserve"> </w:t>', '<w:t xml:space="preserve"><![CDATA[ ]]></w:t>')}`
      : xml,
  )
}

async function inUtf16(bytes: Uint8Array): Promise<Buffer> {
  const entries = [...(await readZip(bytes)).values()].map(entry => {
    if (entry.name !== 'word/document.xml') return entry
    const text = unpack(entry).toString('utf8').replace('UTF-8', 'UTF-16')
    return packEntry(entry.name, Buffer.from(`\uFEFF${text}`, 'utf16le'))
  })
  return writeZip(entries)
}

/** “Strict Open XML Document” among the formats that Word saves. */
function inStrictVariant(bytes: Uint8Array): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/'
  const strict = 'http://purl.oclc.org/ooxml/'
  return editParts(bytes, xml =>
    xml
      .replaceAll(
        new RegExp(`${office}(wordprocessingml|officeDocument|drawingml)/2006/`, 'g'),
        `${strict}$1/`,
      )
      .replace('<w:document ', '<w:document w:conformance="strict" ')
      .replace('.template.main', '.document.main'),
  )
}
