import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { control, PROMPT } from '#testing/word/controls.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { documentText, readPart, tableRows } from '#testing/word/read-document.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { describe, expect, test } from 'vitest'
import { knownFields } from '#server/templates/fields/catalogue.ts'
import { compileTemplate } from './compile.ts'
import { type FieldValue, indexFields, type KnownFields } from '#server/word/language/known-fields.ts'
import { renderDocument } from './render.ts'

const known: KnownFields = {
  fields: [
    ...catalogue.fields.filter(({ name }) => name !== 'Shipment.Igm'),
    { name: 'Shipment.Igm', kind: 'text', label: 'Import manifest' },
    { name: 'Company.Logo', kind: 'picture' },
  ],
  lists: catalogue.lists,
}

const ofProduct = indexFields(knownFields)

async function fill(content: TemplateContent | string, fields: Record<string, FieldValue> = {}, items = 3) {
  const values = sampleValues(items)
  const whole = typeof content === 'string' ? { body: paragraph(run(content)) } : content
  const template = await compileTemplate(templateFile(whole), known)
  const filled = { ...values, fields: { ...values.fields, ...fields } }
  const document = renderDocument(template, filled, { unfillable: 'blank' })
  return { template, document, text: await documentText(document) }
}

describe('a name that is none', () => {
  test.each([
    ['{{Shipment.Hbll}}', 'Shipment.Hbl'],
    ['{{POL}}', 'LoadingPort.Name'],
    ['{{POD}}', 'DischargePort.Name'],
    ['{{Shipper}}', 'Shipper.Name'],
    ['{{House B/L}}', 'Shipment.Hbl'],
    ['{{Consignee Name}}', 'Consignee.Name'],
    ['{{BL Number}}', 'Shipment.Hbl'],
    ['{{Import manifest | upper}}', 'Shipment.Igm'],
    ['{{Import_manifest}}', 'Shipment.Igm'],
    ['{{CBM}}', 'Shipment.Volume'],
  ])('%s: %s was meant', async (written, meant) => {
    const { template } = await fill(`x ${written}`)
    expect(template.problems).toMatchObject([{ suggestion: meant }])
    expect(template.problems[0]?.message).toContain(`id you mean “${meant}”?`)
  })
})

test.each([
  ['POL', 'LoadingPort.Name'],
  ['POD', 'DischargePort.Name'],
  ['Port of Loading', 'LoadingPort.Name'],
  ['Place of Delivery', 'DestinationPort.Name'],
  ['Shipper', 'Shipper.Name'],
  ['Shipper Address', 'Shipper.Address'],
  ['Consignee Name', 'Consignee.Name'],
  ['Notify', 'NotifyParty.Name'],
  ['Notify Party', 'NotifyParty.Name'],
  ['Customer', 'Customer.Name'],
  ['Carrier', 'Carrier.Name'],
  ['B/L No', 'Shipment.Hbl'],
  ['House B/L', 'Shipment.Hbl'],
  ['MAWB', 'Shipment.Mbl'],
  ['Vessel Name', 'Shipment.VesselName'],
  ['Sailing Date', 'Shipment.Etd'],
  ['Gross Wt', 'Shipment.GrossWeight'],
  ['CBM', 'Shipment.Volume'],
  ['Pkgs', 'Shipment.NumberOfPackages'],
  ['Description of Goods', 'Quote.Commodity'],
  ['Container No', undefined],
  ['Seal No', undefined],
  ['HS Code', 'Items.HsCode'],
  ['Freight', 'FreightCharge.Total'],
  ['Freight Terms', 'Shipment.FreightPayment'],
  ['Place of Receipt', 'Shipment.PlaceOfReceipt'],
  ['Total Amount', 'Finance.Total'],
  ['Invoice No', 'Numbers.Invoice'],
  ['Proforma No', 'Numbers.ProformaInvoice'],
  ['Booking No', 'Numbers.Booking'],
  ['Due Date', undefined],
  ['Phone', 'Company.Telephone'],
  ['Job No', 'Shipment.JobId'],
  ['Incoterms', 'Quote.QuoteType'],
])('of the product’s own fields, what forwarders write as %s is %s', (written, meant) => {
  expect(ofProduct.field(written)).toBe(undefined)
  expect(ofProduct.nearestField(written, [])).toBe(meant)
})

test('Voyage and Flight are what a field of the product is called', () => {
  expect(['Voyage', 'Flight'].map(written => ofProduct.field(written)?.name)).toEqual([
    'Shipment.Voyage',
    'Shipment.Voyage',
  ])
})

test('the place of a mistake in a line of its own is told by the line above, as that', async () => {
  const body = paragraph(run('Terms')) + paragraph(run('{{Aaaaaaa}}')) + paragraph(run('{{Bbbbbbb}}'))
  const { template } = await fill({ body })
  expect(template.problems.map(({ place }) => place)).toEqual([
    'body, below “Terms …”',
    'body, below “{{Aaaaaaa}} …”',
  ])
})

test('a short name is told to be one, as a stranger may bear it', async () => {
  const { template } = await fill({
    body:
      paragraph(control(run('H-17'), { title: 'Hbl' })) + paragraph(run('See {{Swbro}}, {{Shipment.Hbl}}')),
  })
  expect(template.fields.map(({ place }) => place)).toEqual([
    'body, content control “Hbl”, as the short name “Hbl”',
    'body, near “See …”, as the short name “Swbro”',
    'body, near “See {{Swbro}}, …”',
  ])
})

describe('marks of other programs', () => {
  test.each(['«Name»', '{Name}', '${name}', '<<Name>>', '{% for x in y %}', '{#items}'])(
    'are recognised: %s',
    async mark => {
      const { template } = await fill(`Dear ${mark},`)
      expect(template.warnings).toEqual([
        {
          kind: 'broken',
          name: mark,
          place: 'body',
          message: `“${mark}” looks like a placeholder of another program. Here it is written “{{Shipment.Name}}”, or as a merge field of Word.`,
        },
      ])
    },
  )

  test('are told beside our own too, the first of each kind, where they can be nothing else', async () => {
    const { template } = await fill('{{Shipment.Name}} ${name} «Shipment_Name» <<City>> ${other}')
    expect(template.problems).toEqual([])
    expect(template.warnings.map(({ name }) => name)).toEqual(['«Shipment_Name»', '${name}', '<<City>>'])
  })

  test('are words where they may be: single braces beside our own', async () => {
    expect((await fill('{{Shipment.Name}} {Name}, 3 << 4 and 5 >> 2, “«so»”')).template.warnings).toEqual([])
  })

  test.each(['{{%tr for item in items %}}', '{{?x}}', '{{FOR item IN items}}'])(
    'in double braces are explained: %s',
    async mark => {
      const [problem] = (await fill(mark)).template.problems
      expect(problem?.message).toContain('{{#if …}}')
    },
  )
})

describe('arithmetic', () => {
  test.each([
    ['{{Today + 14}}', '04 Dec 2026'],
    ['{{Today - 20 | date:"d/M/yyyy"}}', '31/10/2026'],
    ['{{Shipment.Etd+1}}', '04 Dec 2026'],
    ['{{Shipment.Eta - Shipment.Etd}} days', '37 days'],
    ['{{Shipment.GrossWeight / 1000}}', '18.4505'],
    ['{{ROUND(Shipment.GrossWeight / 1000, 1) | number:"0.00"}}', '18.50'],
    ['{{Shipment.NumberOfPackages * 2 + 1}}', '2081'],
    ['{{Shipment.Igm + 1}}', ''],
  ])('%s', async (written, expected) => {
    const { text, template } = await fill(written, { 'Shipment.Igm': '' })
    expect(template.problems).toEqual([])
    expect(text).toBe(expected)
  })

  test.each([
    ['{{Shipment.GrossWeight / 0}}', 'It divides by zero, which has no result.'],
    ['{{Shipment.GrossWeight / (2 - 2) + 1}}', 'It divides by zero, which has no result.'],
    ['{{MOD(Shipment.GrossWeight, 0)}}', 'It divides by zero, which has no result.'],
    ['{{Company.Logo * 2}}', '“Company.Logo” is a picture, with which nothing is calculated.'],
  ])('that never has a result is told: %s', async (written, reason) => {
    const { template } = await fill(written)
    expect(template.problems.map(({ message }) => message)).toEqual([
      `“${written}” cannot be read. ${reason}`,
    ])
  })

  test('with a text is told, and works where the text is a number', async () => {
    const { template, text } = await fill('{{Shipment.Igm * 2}}', { 'Shipment.Igm': '21' })
    expect([template.problems, text]).toEqual([[], '42'])
    expect(template.warnings.map(({ message }) => message)).toEqual([
      '“{{Shipment.Igm * 2}}” may print nothing. “Shipment.Igm” is a text: nothing is printed where it is no number.',
    ])
    expect((await fill('x{{Shipment.Igm * 2}}', { 'Shipment.Igm': 'none' })).text).toBe('x')
  })

  test('an empty date stays empty, and what dates cannot do is told', async () => {
    expect((await fill('x{{Shipment.Etd + 14}}', { 'Shipment.Etd': null })).text).toBe('x')
    const { template } = await fill('{{Today * 2}}')
    expect(template.problems.map(({ message }) => message)).toEqual([
      '“{{Today * 2}}” cannot be read. Days are added to a date or taken from it, as in “Today + 14”; two dates give the days between them.',
    ])
  })
})

describe('a row of a list', () => {
  test('knows whether it is the first or the last, and its number', async () => {
    const list = '{{#Items}}{{index}} {{Name}}{{#unless last}}, {{/unless}}{{#if first}}! {{/if}}{{/Items}}.'
    expect((await fill(list)).text).toBe('1 Cotton shirts 001, ! 2 Denim jeans 002, 3 Wool blankets 003.')
    expect((await fill(list, {}, 1)).text).toBe('1 Cotton shirts 001! .')
  })

  const width = { width: 2_000 }
  const line = (...texts: string[]) => row(texts.map(text => cell(paragraph(run(text)), width)))

  test('and the next one that names the same list are one item’s', async () => {
    const body = table(
      [line('Goods'), line('{{Items.Name}}'), line('{{Items.NumberOfPacks}} packs'), line('Total')],
      { widths: [2_000] },
    )
    expect(await tableRows((await fill({ body }, {}, 2)).document)).toEqual([
      ['Goods'],
      ['Cotton shirts 001'],
      ['4 packs'],
      ['Denim jeans 002'],
      ['11 packs'],
      ['Total'],
    ])
  })

  test('takes the row along that a merged cell reaches into', async () => {
    const merged = (merge: 'restart' | 'continue', first: string, second: string) =>
      row([cell(paragraph(first), { ...width, merge }), cell(paragraph(second), width)])
    const body = table([merged('restart', '{{Items.Name}}', 'a'), merged('continue', '', 'b')], {
      widths: [2_000, 2_000],
    })
    const rows = await tableRows((await fill({ body }, {}, 2)).document)
    expect(rows.map(([, second]) => second)).toEqual(['a', 'b', 'a', 'b'])
  })

  test('holds a type of drawing once', async () => {
    const drawing =
      '<w:r><w:pict><v:shapetype id="_x0000_t75" coordsize="21600,21600"/><v:rect id="r" style="width:9pt;height:9pt"/></w:pict></w:r>'
    const body = table([row([cell(paragraph(run('{{Items.Name}}') + drawing), width)])], { widths: [2_000] })
    const xml = await readPart((await fill({ body })).document, 'word/document.xml')
    expect(xml.split('<v:shapetype ')).toHaveLength(2)
    expect(xml.split('<v:rect ')).toHaveLength(4)
  })
})

test('a control that shows its prompt prints nothing', async () => {
  const body = paragraph(run('Remark: ') + control(PROMPT(), { title: 'Remark', isPrompt: true }))
  const { text, template } = await fill({ body })
  expect(text).toBe('Remark: ')
  expect(template.warnings).toHaveLength(1)
})

test('bold and italics reach Arabic too', async () => {
  const body = paragraph(run('{{Shipment.Name}}', { bold: true, italic: true }))
  expect(await readPart((await fill({ body })).document, 'word/document.xml')).toContain(
    '<w:rPr><w:b/><w:bCs/><w:i/><w:iCs/></w:rPr>',
  )
})
