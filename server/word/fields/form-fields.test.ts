import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { complexField, formField, mergeField } from '#testing/word/fields.ts'
import { run } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValue } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

async function fill(body: string, fields: Record<string, FieldValue> = {}) {
  const sample = sampleValues(1)
  const template = await compileTemplate(templateFile({ body, header: body }), catalogue)
  const document = renderDocument(template, { ...sample, fields: { ...sample.fields, ...fields } })
  expect(await documentText(document, 'word/header1.xml')).toBe(await documentText(document))
  return { template, document, text: await documentText(document) }
}

const line = (content: string) => `<w:p>${content}</w:p>`
const EMPTY = '\u2002'.repeat(5)

describe('a form field of older Word', () => {
  test('is filled by the name of its bookmark', async () => {
    const { text, document, template } = await fill(
      line(run('Name: ') + formField('Shipment_Name', '<w:textInput/>', 'FORMTEXT', EMPTY) + run('.')),
    )
    expect(template.problems).toEqual([])
    expect(template.warnings).toEqual([])
    expect(template.fields).toContainEqual({
      name: 'Shipment.Name',
      place: 'body, near “Name: …”, form field “Shipment_Name”',
    })
    expect(text).toBe('Name: Autumn garments, Qingdao to Leeds.')
    expect(await readPart(document, 'word/document.xml')).not.toMatch(/fldChar|FORMTEXT|ffData/)
    expect(await validationErrors(document)).toEqual([])
  })

  test('prints as the form says', async () => {
    const date = '<w:textInput><w:type w:val="date"/><w:format w:val="d/M/yyyy"/></w:textInput>'
    const number = '<w:textInput><w:type w:val="number"/><w:format w:val="#,##0.00"/></w:textInput>'
    const capitals = '<w:textInput><w:format w:val="UPPERCASE"/></w:textInput>'
    const { text } = await fill(
      line(
        formField('Shipment_Etd', date, 'FORMTEXT', 'x') +
          run('; ') +
          formField('Shipment_GrossWeight', number, 'FORMTEXT', 'x') +
          run('; ') +
          formField('Consignee_Name', capitals, 'FORMTEXT', 'x'),
      ),
    )
    expect(text).toBe('3/12/2026; 18,450.50; FAIRHOLME & DAUGHTERS OUTFITTERS LTD')
  })

  test.each([
    ['yes', '☒'],
    ['no', '☐'],
  ])('a box is ticked by “%s”', async (value, sign) => {
    const box = '<w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox>'
    const { text, document } = await fill(line(formField('Shipment_Igm', box, 'FORMCHECKBOX')), {
      'Shipment.Igm': value,
    })
    expect(text).toBe(sign)
    expect(await validationErrors(document)).toEqual([])
  })

  test('a dropdown shows its own text', async () => {
    const list = '<w:ddList><w:listEntry w:val="AIR"/><w:listEntry w:val="SEA"/></w:ddList>'
    expect((await fill(line(formField('Quote_TransportMode', list, 'FORMDROPDOWN')))).text).toBe('SEA')
  })

  test('of another name stays and is listed', async () => {
    const body = line(
      formField('Text1', '<w:textInput/>', 'FORMTEXT', EMPTY) +
        formField('Shipment_Nmae', '<w:textInput/>', 'FORMTEXT', 'kept'),
    )
    const { text, template, document } = await fill(body)
    expect(text).toBe(`${EMPTY}kept`)
    expect(await readPart(document, 'word/document.xml')).toContain('FORMTEXT')
    expect(template.problems).toEqual([])
    expect(
      template.warnings.filter(({ place }) => place.startsWith('body')).map(({ message }) => message),
    ).toEqual([
      'The form field “Text1” names no known field; it is printed as it is.',
      'The form field “Shipment_Nmae” names no known field; it is printed as it is. Did you mean “Shipment.Name”?',
    ])
  })
})

describe('an IF field over', () => {
  const compare = (name: string, rest: string) =>
    complexField({ code: [' COMPARE ', { xml: mergeField(name) }, ` ${rest} `] })
  const ask = (condition: string, rest = '= 1') =>
    line(complexField({ code: [' IF ', { xml: condition }, ` ${rest} "yes" "no" `], result: 'x' }))
  const formula = (...code: (string | { xml: string })[]) => complexField({ code })
  const SEA = { xml: compare('Quote_TransportMode', '= "Sea"') }
  const HEAVY = { xml: compare('Shipment_GrossWeight', '> 1000') }
  const IGM = { xml: compare('Shipment_Igm', '= "7*"') }

  test.each([
    ['COMPARE', ask(SEA.xml), 'yes'],
    ['COMPARE is 0', ask(SEA.xml, '= 0'), 'no'],
    ['COMPARE with wildcards', ask(IGM.xml), 'no'],
    ['OR', ask(formula(' =OR(', IGM, ',', SEA, ') ')), 'yes'],
    ['AND', ask(formula(' = and( ', IGM, ' ; ', SEA, ' ) ')), 'no'],
    ['NOT in OR', ask(formula(' =OR(NOT(', SEA, '),AND(', SEA, ',', HEAVY, ')) '), '<> 0'), 'yes'],
    [
      'numbers compared in AND',
      ask(formula(' =AND(', { xml: mergeField('Shipment_GrossWeight') }, '>1000,1=1) ')),
      'yes',
    ],
  ])('%s is worked out', async (_, body, expected) => {
    expect((await fill(body, { 'Shipment.Igm': '8' })).text).toBe(expected)
  })

  test('what only Word knows stays a field', async () => {
    const page = complexField({ code: [' PAGE '] })
    const { document } = await fill(ask(formula(' =OR(', { xml: page }, '=1,', SEA, ') ')))
    expect(await readPart(document, 'word/document.xml')).toContain('PAGE')
  })
})
