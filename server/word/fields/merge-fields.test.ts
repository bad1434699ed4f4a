import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { textBox } from '#testing/word/drawings.ts'
import { complexField, mergeField, simpleField } from '#testing/word/fields.ts'
import { cell, footnoteMark, paragraph, row, run, table } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValue } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

const inParagraph = (content: string) => `<w:p>${content}</w:p>`

async function fill(body: string, fields: Record<string, FieldValue> = {}, items = 2): Promise<Buffer> {
  const sample = sampleValues(items)
  const template = await compileTemplate(templateFile({ body }), catalogue)
  expect(template.problems).toEqual([])
  return renderDocument(template, { ...sample, fields: { ...sample.fields, ...fields } })
}

const text = async (content: string, fields: Record<string, FieldValue> = {}, items = 2) =>
  documentText(await fill(inParagraph(content), fields, items))
const xml = async (content: string, fields: Record<string, FieldValue> = {}) => {
  const document = await fill(inParagraph(content), fields)
  expect(await validationErrors(document)).toEqual([])
  return /<w:body><w:p>(.*?)<\/w:p><w:sectPr/.exec(await readPart(document, 'word/document.xml'))?.[1]
}

const BOLD = '<w:rPr><w:b/></w:rPr>'
// In every script, as a value may be in any.
const BOLD_VALUE = '<w:rPr><w:b/><w:bCs/></w:rPr>'
const ITALIC = '<w:rPr><w:i/></w:rPr>'
const ITALIC_VALUE = '<w:rPr><w:i/><w:iCs/></w:rPr>'
const printed = (value: string, format = '') => `<w:r>${format}<w:t xml:space="preserve">${value}</w:t></w:r>`

describe('a merge field', () => {
  const NAME = { 'Shipment.Name': 'N' }

  test('is filled however Word keeps it', async () => {
    expect(await xml(simpleField(' MERGEFIELD Shipment.Name ', '«Shipment.Name»'), NAME)).toBe(printed('N'))
    expect(await xml(simpleField('MERGEFIELD Shipment_Name'), NAME)).toBe(printed('N'))
    expect(await xml(mergeField('"shipment_name"'), NAME)).toBe(printed('N'))
    const split = complexField({
      code: [' MERGE', 'FIELD Ship', 'ment_', 'Name ', ' \\* MERGE', 'FORMAT '],
      result: '«x»',
    })
    expect(await xml(split, NAME)).toBe(printed('N'))
    expect(await xml(complexField({ code: ['MERGEFIELD Shipment_Name'] }), NAME)).toBe(printed('N'))
    const inOneRun =
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>MERGEFIELD Shipment_Name</w:instrText>' +
      '<w:fldChar w:fldCharType="separate"/><w:t>«x»</w:t><w:fldChar w:fldCharType="end"/></w:r>'
    expect(await xml(`${run('a')}${inOneRun}${run('z')}`, NAME)).toBe(printed('aNz'))
  })

  test('keeps the format of its result, or of its code with CHARFORMAT', async () => {
    const field = (more: string) =>
      complexField({
        code: [` MERGEFIELD Shipment_Name ${more} `],
        result: '«x»',
        codeFormat: ITALIC,
        resultFormat: BOLD,
      })
    expect(await xml(field(''), NAME)).toBe(printed('N', BOLD_VALUE))
    expect(await xml(field('\\* MERGEFORMAT'), NAME)).toBe(printed('N', BOLD_VALUE))
    expect(await xml(field('\\* CHARFORMAT'), NAME)).toBe(printed('N', ITALIC_VALUE))
    expect(await xml(complexField({ code: ['MERGEFIELD Shipment_Name'], codeFormat: ITALIC }), NAME)).toBe(
      printed('N', ITALIC_VALUE),
    )
  })

  test.each([
    ['Shipment_Name \\* Upper', { 'Shipment.Name': 'cotton Shirts' }, 'COTTON SHIRTS'],
    ['Shipment_Name \\*Lower \\* MERGEFORMAT', { 'Shipment.Name': 'COTTON' }, 'cotton'],
    ['Shipment_Name \\* Caps', { 'Shipment.Name': 'cotton shirts' }, 'Cotton Shirts'],
    ['Shipment_Name \\* "FirstCap"', { 'Shipment.Name': 'cotton shirts' }, 'Cotton shirts'],
    ['Shipment_Etd \\@ "d MMMM yyyy"', {}, '3 December 2026'],
    ['Shipment_Etd \\@ “ddd d/M/yy” \\* Upper', {}, 'THU 3/12/26'],
    ['Shipment_Etd \\@ yyyy', {}, '2026'],
    ['Shipment_Etd', {}, '03 Dec 2026'],
    ['Shipment_GrossWeight \\# "#,##0.000"', {}, '18,450.500'],
    ['Shipment_GrossWeight \\# #,##0', {}, '18,451'],
    ['Shipment_GrossWeight \\# "0.0 \'kg\'"', {}, '18450.5\u{a0}kg'],
    ['Shipment_Igm \\b "IGM " \\f "; "', { 'Shipment.Igm': '7' }, 'IGM 7; '],
    ['Shipment_Igm \\b "IGM " \\f "; "', { 'Shipment.Igm': '' }, ''],
    ['Shipment_Igm \\b "say \\"x\\" "', { 'Shipment.Igm': '7' }, 'say "x" 7'],
    ['Shipment_Name \\m \\* Upper', { 'Shipment.Name': 'n' }, 'N'],
    ['Shipment_NumberOfPackages \\* CardText', { 'Shipment.NumberOfPackages': 42 }, 'forty-two'],
    ['Items_Quantity_Sum \\# "#,##0"', {}, '600'],
    ['Items.Count', {}, '2'],
    ['"Shipment Name"', { 'Shipment.Name': 'n' }, 'n'],
    ['"sum Items.Quantity | number:\'0.0\'"', {}, '600.0'],
  ] as const)('MERGEFIELD %s with %o prints “%s”', async (code, fields, expected) => {
    expect(await text(mergeField(code), fields)).toBe(expected)
  })

  test('in headers, footers and notes', async () => {
    const field = mergeField('Shipment_HouseBl')
    const document = renderDocument(
      await compileTemplate(
        templateFile({
          body: inParagraph(`${run('x')}${footnoteMark(1)}`),
          header: inParagraph(field),
          footer: inParagraph(simpleField('MERGEFIELD Today')),
          footnotes: [field],
        }),
        catalogue,
      ),
      sampleValues(0),
    )
    expect(await documentText(document, 'word/header1.xml')).toBe('LAD-26-01042')
    expect(await documentText(document, 'word/footer1.xml')).toBe('20 Nov 2026')
    expect(await documentText(document, 'word/footnotes.xml')).toContain('LAD-26-01042')
  })

  test('in a tracked insertion is filled, in deleted text left alone', async () => {
    const field = mergeField('Shipment_Name')
    const deleted = `<w:del w:id="1" w:author="x">${complexField({ code: [' MERGEFIELD Gone '] }).replaceAll('instrText', 'delInstrText')}</w:del>`
    const inserted = `<w:ins w:id="2" w:author="x">${field}</w:ins>`
    const document = await fill(inParagraph(deleted + inserted), { 'Shipment.Name': 'N' })
    expect(await documentText(document)).toBe('N')
    expect(await readPart(document, 'word/document.xml')).toContain('MERGEFIELD Gone')
  })

  test('in a text box is filled in both copies that Word keeps', async () => {
    const box = textBox(inParagraph(mergeField('Shipment_Name')), {
      leftMm: 0,
      topMm: 0,
      widthMm: 40,
      heightMm: 10,
      colour: '000000',
    })
    const document = await fill(inParagraph(run('x') + box), { 'Shipment.Name': 'N' })
    expect(await documentText(document)).toBe('x\nN\nN')
    expect(await readPart(document, 'word/document.xml')).not.toContain('MERGEFIELD')
  })

  test('with a line break before or after it prints the break only with a value', async () => {
    const break_ = { xml: '<w:r><w:br/></w:r>' }
    const email = complexField({
      code: [' MERGEFIELD Consignee_Email \\b "E-mail: " \\f "', break_, '" '],
      result: 'x',
    })
    const body = email + mergeField('Consignee_Mobile \\b "Mobile: "')
    const values = { 'Consignee.Email': 'a@b', 'Consignee.Mobile': '5' }
    expect(await text(body, values)).toBe('E-mail: a@b / Mobile: 5')
    expect(await text(body, { ...values, 'Consignee.Email': '' })).toBe('Mobile: 5')
  })

  test('that lost its end goes as far as its paragraph', async () => {
    const whole = mergeField('Shipment_Name')
    const cut = whole.slice(0, whole.lastIndexOf('<w:r>'))
    const body = inParagraph(run('a') + cut) + inParagraph(mergeField('Shipment_Igm'))
    const document = await fill(body, { 'Shipment.Name': 'N', 'Shipment.Igm': '7' })
    expect(await documentText(document)).toBe('aN\n7')
    expect(await readPart(document, 'word/document.xml')).not.toMatch(/fldChar|MERGEFIELD/)
  })

  test('over several lines is one value, and its lines go', async () => {
    const [begin = '', rest = ''] = mergeField('Shipment_Name', 'A@B').split(
      '<w:r><w:t xml:space="preserve">',
    )
    const body =
      `<w:p>${run('a')}${begin}<w:r><w:t>old</w:t></w:r></w:p><w:p><w:r><w:t>old</w:t></w:r></w:p>` +
      `<w:p><w:r><w:t>${rest.replace('A@B', 'old')}${run('z')}</w:p>`
    expect(await documentText(await fill(body, { 'Shipment.Name': 'N' }))).toBe('aN\nz')
  })

  test('that means nothing is told with its place, and prints blank when allowed', async () => {
    const body = inParagraph(
      `${run('Dear ')}${mergeField('Consignee_Nmae')}${mergeField('my-field')}${mergeField('"#a b"')}${simpleField('MERGEFIELD')}`,
    )
    const template = await compileTemplate(templateFile({ body }), catalogue)
    expect(template.problems).toMatchObject([
      {
        kind: 'unknown',
        message: '“Consignee_Nmae” is not a known field; did you mean “Consignee.Name”?',
        place: 'body, near “Dear …”',
      },
      { kind: 'unknown', message: '“my-field” is not a known field.' },
      { kind: 'broken', message: 'The merge field “#a b” cannot be read. “#a b” is not a name.' },
      { kind: 'broken', message: 'The merge field “” cannot be read. It names no field.' },
    ])
    const document = renderDocument(template, sampleValues(0), { unfillable: 'blank' })
    expect(await documentText(document)).toBe('Dear ')
    expect(await readPart(document, 'word/document.xml')).not.toMatch(/fld|instr/)
  })
})

describe('an IF field', () => {
  const condition = (...code: (string | { xml: string })[]) => complexField({ code, result: 'old' })
  const field = (code: string) => ({ xml: mergeField(code) })

  test('prints the branch that holds, and leaves no code', async () => {
    const body = condition(' IF ', field('Shipment_Igm'), ' = "7" "yes" "no" \\* MERGEFORMAT')
    expect(await xml(`${run('a')}${body}${run('z')}`, { 'Shipment.Igm': '7' })).toBe(
      `${printed('a')}${printed('yes')}${printed('z')}`,
    )
    expect(await text(body, { 'Shipment.Igm': '8' })).toBe('no')
  })

  test.each([
    ['= "" "none" "some"', '', 'none'],
    ['= "" "none" "some"', '5', 'some'],
    ['<> "" "some"', '', ''],
    ['> 9 "many" "few"', '10', 'many'],
    ['<= 9 "few" "many"', '10', 'many'],
    ['= "A*" "starts" "no"', 'Abc', 'starts'],
    ['= yes "bare" "no"', 'Yes', 'bare'],
    ['="7" "tight" "no"', '7', 'tight'],
    ['= "7" yes no', '7', 'yes'],
  ])('IF { MERGEFIELD } %s with “%s” prints “%s”', async (rest, igm, expected) => {
    expect(await text(condition(' IF ', field('Shipment_Igm'), ` ${rest} `), { 'Shipment.Igm': igm })).toBe(
      expected,
    )
  })

  test('holds merge fields, other IF fields and formats in its branches', async () => {
    const inner = condition(' IF ', field('Shipment_Igm'), ' = "2" "two" "more"')
    const body = condition(
      ' IF ',
      field('Shipment_Igm'),
      ' = "1" "one of ',
      field('Shipment_HouseBl \\* Lower'),
      '" "',
      { xml: inner },
      {
        xml:
          complexField({ code: ['!'], codeFormat: BOLD }).match(
            /<w:r><w:rPr><w:b\/><\/w:rPr><w:instrText.*?<\/w:r>/,
          )?.[0] ?? '',
      },
      '"',
    )
    expect(await text(body, { 'Shipment.Igm': '1' })).toBe('one of lad-26-01042')
    expect(await text(body, { 'Shipment.Igm': '2' })).toBe('two!')
    expect(await xml(body, { 'Shipment.Igm': '3' })).toBe(`${printed('more')}${printed('!', BOLD_VALUE)}`)
  })

  test('compares formatted values and texts around them', async () => {
    const body = condition(' IF "', field('Shipment_Etd \\@ "yyyy"'), ' x" = "2026 x" "this year" ""')
    expect(await text(body)).toBe('this year')
    const both = condition(
      ' IF ',
      field('Shipment_HouseBl'),
      ' = ',
      field('Shipment_MasterBl'),
      ' "direct" "house"',
    )
    expect(await text(both)).toBe('house')
    expect(await text(both, { 'Shipment.MasterBl': 'LAD-26-01042' })).toBe('direct')
  })

  test('whose line prints nothing takes the line along', async () => {
    const body =
      paragraph(run('a')) +
      inParagraph(condition(' IF ', field('Shipment_Igm'), ' <> "" "IGM" ""')) +
      paragraph(run('z'))
    expect(await documentText(await fill(body, { 'Shipment.Igm': '' }))).toBe('a\nz')
    expect(await documentText(await fill(body, { 'Shipment.Igm': '5' }))).toBe('a\nIGM\nz')
  })

  describe('over several lines', () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const code = (content: string) =>
      `<w:r><w:instrText xml:space="preserve">${content.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</w:instrText></w:r>`
    const igm = mergeField('Shipment_Igm')
    const begin = `${mark('begin')}${code(' IF ')}${igm}`
    const end = `${mark('separate')}<w:r><w:t>old</w:t></w:r></w:p><w:p>${run('old')}${mark('end')}`
    const print = async (body: string, value: string) =>
      documentText(await fill(body, { 'Shipment.Igm': value }))

    test('prints paragraphs and tables as they are, where they are its own', async () => {
      const grid = table([row([cell(inParagraph(code('cell ') + igm), { width: 2_000 })])], {
        widths: [2_000],
      })
      const centred = '<w:pPr><w:jc w:val="center"/></w:pPr>'
      const body =
        `${paragraph(run('a'))}<w:p>${begin}${code(' <> "" "first')}</w:p>${inParagraph(code('middle'))}${grid}<w:p/>` +
        `<w:p>${centred}${code('last ')}${igm}${code('" "none" ')}${end}</w:p>${paragraph(run('z'))}`
      expect(await print(body, '5')).toBe('a\nfirst\nmiddle\ncell 5\n\nlast 5\nz')
      expect(await print(body, '')).toBe('a\nnone\nz')
      const document = await fill(body, { 'Shipment.Igm': '5' })
      expect(await validationErrors(document)).toEqual([])
      const part = await readPart(document, 'word/document.xml')
      expect(part).toContain(`<w:p>${centred}${printed('last 5')}</w:p>`)
      expect(part).not.toMatch(/fldChar|instrText/)
    })

    test('begins and ends in lines of its own without leaving them', async () => {
      const body =
        `<w:p>${begin}${code(' = "" "')}</w:p>${inParagraph(code('none'))}<w:p>${code('" "')}</w:p>` +
        `${inParagraph(code('some'))}<w:p>${code('"')}${end}</w:p>`
      const inCell = table([row([cell(body, { width: 2_000 })])], { widths: [2_000] })
      for (const whole of [body, inCell]) {
        expect(await print(whole, '')).toBe('none')
        expect(await print(whole, '5')).toBe('some')
        expect(await validationErrors(await fill(whole, { 'Shipment.Igm': '5' }))).toEqual([])
      }
    })

    test('prints line breaks where it shares its paragraphs', async () => {
      const body =
        `<w:p>${run('a ')}${begin}${code(' <> "" "first')}</w:p>` +
        `<w:p>${code('second ')}${igm}${code('" "none" ')}${end}${run(' z')}</w:p>`
      expect(await print(body, '5')).toBe('a first / second 5\n z')
      expect(await print(body, '')).toBe('a none\n z')
    })

    test('holds another one', async () => {
      const inner =
        `<w:p>${mark('begin')}${code(' IF ')}${igm}${code(' = "7" "seven')}</w:p>${inParagraph(code('7" "not seven" '))}` +
        `<w:p>${mark('separate')}${run('old')}${mark('end')}</w:p>`
      const body = `<w:p>${begin}${code(' <> "" "outer')}</w:p>${inner}<w:p>${code('done" "" ')}${end}</w:p>${paragraph(run('z'))}`
      expect(await print(body, '7')).toBe('outer\nseven\n7\ndone\nz')
      expect(await print(body, '8')).toBe('outer\nnot seven\ndone\nz')
      expect(await print(body, '')).toBe('z')
    })
  })

  test('keeps Word’s own fields and pictures of the branch that holds, once', async () => {
    const page = { xml: complexField({ code: [' PAGE '], result: '4' }) }
    const symbol = { xml: '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' }
    const body = condition(' IF ', field('Shipment_Igm'), ' = "1" "page ', page, symbol, '" "none"')
    const yes = await xml(body, { 'Shipment.Igm': '1' })
    expect(yes?.match(/w:sym/g)).toHaveLength(1)
    expect(yes?.match(/PAGE/g)).toHaveLength(1)
    expect(yes?.match(/w:fldChar /g)).toHaveLength(3)
    expect(await xml(body, { 'Shipment.Igm': '2' })).toBe(printed('none'))
  })

  test('that asks for what only Word knows stays, with the values in its code', async () => {
    const page = { xml: complexField({ code: [' PAGE '], result: '1' }) }
    const body = condition(' IF ', page, ' > 1 "', field('Shipment_Name'), '" ""')
    const document = await fill(inParagraph(body), { 'Shipment.Name': 'say "x" \\ y\nz' })
    expect(await validationErrors(document)).toEqual([])
    const part = await readPart(document, 'word/document.xml')
    expect(part).not.toContain('MERGEFIELD')
    expect(part).toContain('<w:instrText xml:space="preserve">say \\"x\\" \\\\ y z</w:instrText>')
    expect(part).toContain('w:dirty="true"')
    expect(part).toContain('> PAGE <')
  })
})

describe('other fields', () => {
  test('of Word’s own stay as they are', async () => {
    const own = [
      'PAGE',
      'NUMPAGES',
      'REF _Ref1 \\h',
      'TOC \\o "1-3"',
      'DATE \\@ "yyyy"',
      'SEQ Table',
      'DOCPROPERTY Title',
    ]
    const codes = own.map(code => complexField({ code: [` ${code} `], result: '1' })).join('')
    const content = `${codes}${simpleField(' NUMPAGES ', '1')}`
    const part = await readPart(await fill(inParagraph(content + mergeField('Today'))), 'word/document.xml')
    for (const code of own) expect(part).toContain(`> ${code.replaceAll('"', '"')} <`)
    expect(part).toContain('<w:fldSimple w:instr=" NUMPAGES ">')
  })

  test('that lead through the records of a merge go, and that is told', async () => {
    const codes = [
      'NEXT',
      'NEXTIF 1 = 1',
      'SKIPIF 1 = 1',
      'MERGEREC',
      'MERGESEQ',
      'ADDRESSBLOCK \\f "x"',
      'GREETINGLINE',
    ]
    const body = inParagraph(
      `${run('No. ')}${codes.map(code => complexField({ code: [` ${code} `], result: '«x»' })).join('')}`,
    )
    const template = await compileTemplate(templateFile({ body }), catalogue)
    expect(template.problems).toEqual([])
    expect(template.removed.map(({ what }) => what)).toEqual(
      codes.map(code => `mail merge field ${code.split(' ')[0]}`),
    )
    expect(template.removed[0]?.place).toBe('body, near “No. …”')
    expect(await documentText(renderDocument(template, sampleValues(0)))).toBe('No. ')
  })

  test('with merge fields in their code get the values', async () => {
    const link = complexField({
      code: [' HYPERLINK "mailto:', { xml: mergeField('Consignee_Email') }, '" '],
      result: 'write',
    })
    const document = await fill(inParagraph(link), { 'Consignee.Email': 'a@b.example' })
    const part = await readPart(document, 'word/document.xml')
    expect(part).toContain('<w:instrText xml:space="preserve">a@b.example</w:instrText>')
    expect(part).not.toContain('MERGEFIELD')
    expect(await validationErrors(document)).toEqual([])
  })
})

describe('repeats', () => {
  const WIDTH = { width: 2_000 }
  const rowOf = (...cells: string[]) => row(cells.map(content => cell(inParagraph(content), WIDTH)))
  const tableOf = (...rows: string[]) => table(rows, { widths: [2_000, 2_000] })
  const lines = async (body: string, items = 2) =>
    (await documentText(await fill(body, {}, items))).split('\n')

  test('by TableStart and TableEnd, in a row or around lines', async () => {
    const body = tableOf(
      rowOf(
        `${mergeField('TableStart:Items')}${mergeField('Name')}`,
        `${mergeField('Quantity')}${mergeField('TableEnd:Items')}`,
      ),
    )
    expect(await lines(body)).toEqual(['Cotton shirts 001', '160', 'Denim jeans 002', '440'])
    const around = [
      simpleField('MERGEFIELD TableStart:Items'),
      mergeField('Name'),
      mergeField('TableEnd:Items'),
      run('end'),
    ]
    expect(await lines(around.map(inParagraph).join(''))).toEqual([
      'Cotton shirts 001',
      'Denim jeans 002',
      'end',
    ])
    const template = await compileTemplate(
      templateFile({ body: inParagraph(mergeField('TableStart:Items')) }),
      catalogue,
    )
    expect(template.problems.map(problem => problem.message)).toEqual([
      '“«TableStart:Items»” is never closed. Write “«TableEnd:Items»” where the repeat ends.',
    ])
  })

  test('by themselves, for a row whose list values all belong to one list', async () => {
    const heading = row([cell(paragraph('Goods'), WIDTH), cell(paragraph('Quantity'), WIDTH)], {
      isHeading: true,
    })
    const total = rowOf(run('Total'), mergeField('Items_Quantity_Sum'))
    for (const name of [
      run('{{Items.Name}} of {{Shipment.JobId}}'),
      `${mergeField('Items_Name')}${run(' of {{Shipment.JobId}}')}`,
    ]) {
      const body = tableOf(heading, rowOf(name, mergeField('Items_Quantity')), total)
      expect(await lines(body)).toEqual([
        'Goods',
        'Quantity',
        'Cotton shirts 001 of 1042',
        '160',
        'Denim jeans 002 of 1042',
        '440',
        'Total',
        '600',
      ])
      const part = await readPart(await fill(body), 'word/document.xml')
      expect(part.match(/<w:tblHeader\/>/g)).toHaveLength(1)
    }
  })

  test('by themselves in a table within a table, and with conditions', async () => {
    const inner = tableOf(rowOf(run('{{Items.Name}}{{#if Items.Quantity > 200}}!{{/if}}'), run('x')))
    const body = tableOf(
      row([cell(inner + paragraph(run('{{Shipment.JobId}}')), WIDTH), cell(paragraph('y'), WIDTH)]),
    )
    expect(await lines(body)).toEqual(['Cotton shirts 001', 'x', 'Denim jeans 002!', 'x', '1042', 'y'])
    const details = tableOf(rowOf(run('{{Items.Quantity}}'), run('x')))
    const outer = tableOf(row([cell(paragraph('{{Items.Name}}') + details + paragraph('-'), WIDTH)]))
    expect(await lines(outer)).toEqual([
      'Cotton shirts 001',
      '160',
      'x',
      '-',
      'Denim jeans 002',
      '440',
      'x',
      '-',
    ])
    const whole = tableOf(rowOf(run('{{#if Items.Quantity > 200}}{{Items.Name}}'), run('x{{/if}}')))
    expect(await lines(whole)).toEqual(['Denim jeans 002', 'x'])
  })

  test('never in a row that heads every page, nor twice', async () => {
    const heading = row([cell(paragraph('{{Items.Name}}'), WIDTH)], { isHeading: true })
    const template = await compileTemplate(templateFile({ body: tableOf(heading) }), catalogue)
    expect(template.problems).toHaveLength(1)
    const body = tableOf(
      rowOf(run('{{#Items}}'), ''),
      rowOf(run('{{Items.Name}}'), run('a')),
      rowOf(run('{{/Items}}'), ''),
    )
    expect(await lines(body)).toEqual(['Cotton shirts 001', 'a', 'Denim jeans 002', 'a'])
  })

  test('of two lists in one row are told', async () => {
    const lists = [
      ...catalogue.lists,
      { name: 'Charges', fields: [{ name: 'Amount', kind: 'number' as const }] },
    ]
    const body = tableOf(rowOf(run('{{Items.Name}}'), run('{{Charges.Amount}}')))
    const { problems } = await compileTemplate(templateFile({ body }), { ...catalogue, lists })
    expect(problems.map(problem => problem.message)).toContain(
      'The row has fields of two lists, “Items.Name” and “Charges.Amount”. Give each list rows of its own.',
    )
  })
})
