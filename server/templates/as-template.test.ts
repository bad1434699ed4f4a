import { describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { paragraph } from '#testing/word/markup.ts'
import { parseAllParts, partNames, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const path = '/api/documenttemplate'
const MAIN = /wordprocessingml\.(\w+)\.main\+xml/

const { rows, company } = companyPerTest({}, buildTemplateCompany)

/** As Word saves a document. */
const wordDocument = (text: string) =>
  editParts(templateFile({ body: paragraph(text) }), (xml, name) =>
    name === '[Content_Types].xml' ? xml.replace('.template.main+xml', '.document.main+xml') : xml,
  )

function upload<Body = DocumentTemplate>(
  name: string,
  content: Uint8Array,
  { query = '?asTemplate=true', ...fields }: { query?: string; id?: string } = {},
) {
  const { payload, headers } = formWithFile({ name, content }, fields)
  return company.call<Body>('POST', `${path}${query}`, payload, headers)
}

const fileOf = ({ id }: { id: string }) => company.fileAt(`${path}/getdoctemplatecontent/${id}`)
const mainType = async (bytes: Uint8Array) => MAIN.exec(await readPart(bytes, '[Content_Types].xml'))?.[1]

describe('a Word document that is taken as a template', () => {
  test('is kept as one, with nothing else changed, and with the same report', async () => {
    const document = await wordDocument('For {{Shipment.Name}} {{Shipment.Nmae}}')
    expect(await mainType(document)).toBe('document')
    const { status, body } = await upload('Offer 2026.docx', document)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        name: 'Offer 2026.dotx',
        defaultDocumentName: 'Document from template Offer 2026.docx',
        type: 'Word Template',
        description: 'Offer 2026.dotx',
        problems: [expect.objectContaining({ name: 'Shipment.Nmae', suggestion: 'Shipment.Name' })],
      }),
    ])
    const stored = await fileOf(body)
    expect(body.size).toBe(stored.length)
    expect(await mainType(stored)).toBe('template')
    await parseAllParts(stored)
    expect(await partNames(stored)).toEqual(await partNames(document))
    for (const name of await partNames(document))
      if (name !== '[Content_Types].xml')
        expect(await readPart(stored, name)).toBe(await readPart(document, name))
  })

  test('makes documents, and in a template’s place counts as its new content', async () => {
    const template = (await upload('Offer.docx', await wordDocument('For {{Shipment.Name}}'))).body
    const job = await buildJob(company, { name: 'Cotton' })
    const made = async () => {
      const url = `${path}/generatedocument/?shipmentId=${job.id}`
      return company.textOf((await company.call<Document>('POST', url, { id: template.id })).body)
    }
    expect(await made()).toBe('For Cotton')
    const { payload, headers } = formWithFile(
      { name: 'Offer.docx', content: await wordDocument('To {{Shipment.Name}}') },
      { documentTemplateId: template.id },
    )
    const url = `${path}/updatedoctemplatecontent?asTemplate=true`
    const { status, body } = await company.call<DocumentTemplate>('PUT', url, payload, headers)
    expect([status, body.name, body.version]).toEqual([200, 'Offer.dotx', template.version + 1])
    expect(await mainType(await fileOf(template))).toBe('template')
    expect(await made()).toBe('To Cotton')
  })

  test('sent again under its id is the same template; its name may be taken', async () => {
    const id = crypto.randomUUID()
    const document = await wordDocument('x')
    const first = await upload('Offer.docx', document, { id })
    const again = await expectNoChange(rows, company, () => upload('Offer.docx', document, { id }))
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    const taken = await expectNoChange(rows, company, () => upload<Problem>('OFFER.docx', document))
    expect([taken.status, taken.body.code, taken.body.current]).toEqual([409, 'already_exists', first.body])
  })

  test('may be a template already', async () => {
    const content = templateFile({ body: paragraph('{{Today}}') })
    for (const name of ['One.dotx', 'Two.docx']) {
      const { body } = await upload(name, content)
      expect(body.name).toBe(name.replace('.docx', '.dotx'))
      expect(await fileOf(body)).toEqual(Buffer.from(content))
    }
  })

  test.each([
    ['no zip', async () => Buffer.from('Dear Sir'), 'template_unusable'],
    [
      'a zip of something else',
      () => editParts(templateFile({ body: '' }), xml => xml.replaceAll('wordprocessingml', 'spreadsheetml')),
      'template_unusable',
    ],
    [
      'a document with macros',
      () =>
        editParts(templateFile({ body: '' }), xml =>
          xml.replace(MAIN, 'ms-word.document.macroEnabled.main+xml'),
        ),
      'template_unusable',
    ],
  ])('%s is refused, and nothing is left behind', async (_what, content, code) => {
    const bytes = await content()
    const { status, body } = await expectNoChange(rows, company, () => upload<Problem>('X.docx', bytes))
    expect([status, body.code]).toEqual([422, code])
  })
})

const advice = {
  docx: 'Send asTemplate=true to save it as a template.',
  doc: 'This is the format of Word 2003 and older. Open the file in Word and save it as Word Template (*.dotx).',
  dotm: 'Files with macros are not accepted. Open the file in Word and save it as Word Template (*.dotx), which leaves the macros out.',
  pdf: 'A PDF cannot be filled in. Choose the Word file that it was made from, or open the PDF in Word and save it as Word Template (*.dotx).',
  txt: '',
}

test.each(Object.entries(advice))('.%s is refused with what to do about it', async (extension, what) => {
  const content = await wordDocument('x')
  for (const query of extension === 'docx' ? ['', '?asTemplate=false'] : ['', '?asTemplate=true']) {
    const { status, body } = await expectNoChange(rows, company, () =>
      upload<Problem>(`Offer.${extension}`, content, { query }),
    )
    const said = `Only Microsoft Word Template files are allowed for document templates. Current file extension is '.${extension}'.`
    expect([status, body.detail]).toEqual([
      400,
      `Please select a file with '.dotx' extension. ${said} ${what}`.trimEnd(),
    ])
  }
})

test('a yes that is neither true nor false is refused', async () => {
  const { status } = await upload('Offer.docx', await wordDocument('x'), { query: '?asTemplate=yes' })
  expect(status).toBe(400)
})
