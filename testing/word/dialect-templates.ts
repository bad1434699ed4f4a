import { picture, textBox } from './drawings.ts'
import { complexField, formField, mergeField } from './fields.ts'
import { cell, footnoteMark, paragraph, row, run, table } from './markup.ts'
import { png } from './png.ts'
import { templateFile } from './template-file.ts'

/**
 * Small templates in the dialects of the programs that people write them with, each holding what has to come through
 * a filling unharmed. Written by hand, after files that those programs save.
 */
export function dialectTemplates(): ReadonlyMap<string, Buffer> {
  return new Map([
    ['As Word writes.dotx', asWord()],
    ['As LibreOffice writes.docx', asLibreOffice()],
    ['As ONLYOFFICE writes.docx', asOnlyOffice()],
    ['As WPS writes.docx', asWps()],
    ['As Google Docs writes.docx', asGoogleDocs()],
  ])
}

const sample = png(8, 8, (x, y) => ((x + y) % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
const BOX = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 20, colour: '808080' }
const bare = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const line = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`
const link = (target: string) => ({ id: 'far', kind: 'hyperlink', target, isExternal: true })
const cells = (...texts: string[]) => row(texts.map(text => cell(line(bare(text)), { width: 3_000 })))

/** Runs cut up by proofing marks and revision ids, boxes in pairs, a watermark, form fields and nested fields. */
function asWord(): Buffer {
  const split = (...pieces: string[]) =>
    pieces
      .map(
        (piece, index) =>
          `<w:r w:rsidR="00A${index}0"><w:t>${piece}</w:t></w:r><w:proofErr w:type="spellEnd"/>`,
      )
      .join('')
  const watermark =
    '<w:r><w:pict><v:shape id="PowerPlusWaterMarkObject1" type="#_x0000_t136" style="position:absolute;width:400pt;height:80pt">' +
    '<v:textpath style="font-family:&quot;Calibri&quot;" string="COPY {{Shipment.JobId}}"/></v:shape></w:pict></w:r>'
  const letterhead = textBox(
    paragraph('Box of the letterhead') + paragraph(picture('sample', 10, 10, '{{QR Shipment.HouseBl}}')),
    BOX,
  )
  const compare = complexField({
    code: [' COMPARE ', { xml: mergeField('Quote_TransportMode') }, ' = "Sea" '],
  })
  const either = complexField({ code: [' =OR(', { xml: compare }, ', ', { xml: compare }, ') '] })
  const clause = complexField({
    code: [' IF ', { xml: either }, ' = 1 "Seaway clause" "Airway clause" '],
    result: 'x',
  })
  const pasted = complexField({
    code: [' INCLUDEPICTURE "http://192.0.2.1/map.png" \\* MERGEFORMATINET '],
    result: 'x',
  }).replace(/<w:r><w:t [^>]*>x<\/w:t><\/w:r>/, picture('sample', 10, 10, 'Map'))
  return templateFile({
    title: 'Bill {{Shipment.HouseBl}}',
    pictures: { sample },
    header: paragraph(watermark + run('Header words')),
    footer: paragraph(bare('Footer\u00a0') + bare('words {{Company.Name}}')),
    footnotes: [bare('Note words\u00a0') + bare('{{Shipment.Igm}}')],
    endnotes: [bare('Endnote words')],
    extraLinks: [link('https://example.com/track/{{Shipment.JobId}}')],
    body:
      line(letterhead, split('Our ref. {{Ship', 'ment.', 'JobId}} please')) +
      line(bare('Weight 13'), bare('\u00a0'), bare('017 kg'), footnoteMark(1)) +
      line(bare('Dear Sir, kindly note. {{#if Shipment.Igm}}')) +
      line(bare('Only with a number')) +
      line(bare('{{/if}} Yours faithfully, stays')) +
      line(bare('List of goods: {{#Items}}')) +
      line(bare('Piece {{Name}}')) +
      line(bare('{{/Items}} End of the list')) +
      table(
        [
          cells('Goods', 'Packs'),
          cells('{{Items.Name}}', '{{Items.NumberOfPacks}}'),
          cells('Remark', '{{#if Shipment.Igm}}number {{Shipment.Igm}}{{/if}}'),
          cells('Kept cell {{#if Shipment.Igm}}first', 'second{{/if}} kept too'),
        ],
        { widths: [3_000, 3_000] },
      ) +
      line(clause, pasted) +
      line(
        run('Form: '),
        formField('Shipment_Name', '<w:textInput/>', 'FORMTEXT', '\u2002'.repeat(5)),
        formField('Text7', '<w:textInput/>', 'FORMTEXT', 'typed'),
      ) +
      line(`<w:hyperlink r:id="far">${run('Follow the job')}</w:hyperlink>`),
  })
}

/** Formats on every run, boxes, fields whose marks share no run, spaces written out. */
function asLibreOffice(): Buffer {
  const text = (words: string) => `<w:r><w:rPr></w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`
  const field = `<w:r><w:rPr></w:rPr><w:fldChar w:fldCharType="begin"></w:fldChar></w:r><w:r><w:rPr></w:rPr><w:instrText xml:space="preserve"> MERGEFIELD Shipment_Name </w:instrText></w:r><w:r><w:rPr></w:rPr><w:fldChar w:fldCharType="separate"></w:fldChar></w:r><w:r><w:rPr></w:rPr><w:t>&lt;Shipment_Name&gt;</w:t></w:r><w:r><w:rPr></w:rPr><w:fldChar w:fldCharType="end"></w:fldChar></w:r>`
  return templateFile({
    isDocument: true,
    pictures: { sample },
    extraLinks: [
      { id: 'seal', kind: 'image', target: 'file:///C:/Office/seal.png', isExternal: true },
      link('https://example.com/%7B%7BShipment.JobId%7D%7D'),
    ],
    header: line(text('Head of the page')),
    body:
      line(
        textBox(line(text('Boxed words ')) + paragraph(picture('seal', 10, 10, 'Seal')), BOX),
        text('Dear '),
        field,
        text(','),
      ) +
      line(text('From {{#if Shipper.Name}}'), text('{{Shipper.Name}} by sea')) +
      line(text('and land{{else}}nobody{{/if}} as agreed')) +
      line(`<w:hyperlink r:id="far">${text('Tracking')}</w:hyperlink>`) +
      table([cells('{{#Items}}{{Name}}', '{{Quantity}}{{/Items}}'), cells('Total', '{{count Items}}')], {
        widths: [3_000, 3_000],
      }),
  })
}

/** Everything in controls with names of the program's own, and properties that say nothing. */
function asOnlyOffice(): Buffer {
  const text = (words: string) =>
    `<w:r><w:rPr><w:rtl w:val="0"/></w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`
  const control = (content: string, tag: string) =>
    `<w:sdt><w:sdtPr><w:tag w:val="${tag}"/><w:id w:val="${500_000 + tag.length}"/><w:lock w:val="unlocked"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  const boxes = textBox(
    line(text('Seal here: ')) + paragraph(picture('sample', 10, 10, 'QR Shipment.JobId')),
    BOX,
  )
  return templateFile({
    isDocument: true,
    pictures: { sample },
    body:
      line(boxes, control(text('kept in a control'), 'tag_of_the_program'), text(' {{Shipment.JobId}}')) +
      control(line(text('{{#if Shipment.Igm}}')) + line(text('held')) + line(text('{{/if}}')), 'block') +
      line(text('Until {{#unless Shipment.Igm}}further notice')) +
      line(text('{{/unless}} revoked')),
  })
}

/** Chinese and Arabic, ideographic spaces at the beginning of paragraphs, hints on every run. */
function asWps(): Buffer {
  const text = (words: string) =>
    `<w:r><w:rPr><w:rFonts w:hint="eastAsia"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr><w:t>${words}</w:t></w:r>`
  return templateFile({
    isDocument: true,
    body:
      line(text('\u3000\u3000兹证明'), text('\u3000'), text('{{Consignee.Name}}'), text('\u3000已收到货物')) +
      line(text('品名：{{#Items}}')) +
      line(text('\u3000{{Name}}')) +
      line(text('{{/Items}}以上')) +
      line(text('فيما'), text('\u00a0'), text('يتعلق')) +
      table([cells('毛重', '{{Shipment.GrossWeight}}\u00a0'), cells('合计', '17\u202f343')], {
        widths: [3_000, 3_000],
      }),
  })
}

/** Every stretch in a control of its own, two sizes on every run, links for every address. */
function asGoogleDocs(): Buffer {
  const text = (words: string) =>
    `<w:r><w:rPr><w:sz w:val="24"/><w:szCs w:val="24"/><w:rtl w:val="0"/></w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`
  const piece = (words: string, number: number) =>
    `<w:sdt><w:sdtPr><w:tag w:val="goog_rdk_${number}"/></w:sdtPr><w:sdtContent>${text(words)}</w:sdtContent></w:sdt>`
  return templateFile({
    isDocument: true,
    extraLinks: [link('mailto:{{Shipper.Email}}')],
    body:
      line(['Dear ', '{{Consi', 'gnee.Name', '}}', ', thank you.'].map(piece).join('')) +
      line(
        text('Write to '),
        `<w:hyperlink r:id="far">${text('{{Shipper.Email}}')}</w:hyperlink>`,
        text(' soon.'),
      ) +
      line(text('Please {{#if Agent.Name}}call')) +
      line(piece('the agent {{Agent.Name}}', 6)) +
      line(text('{{else}}wait{{/if}} kindly.')),
  })
}
