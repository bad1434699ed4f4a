import { beforeAll, expect, test, vi } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { TemplateReport } from '#contract/template-fields.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'
import { buildCompany, formWithFile, type Caller } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { picture } from '#testing/word/drawings.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { complexField, simpleField } from '#testing/word/fields.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { parseAllParts, readPart } from '#testing/word/read-document.ts'
import { png } from '#testing/word/png.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

const { product, rows, company } = companyPerTest()
let stranger: Caller

beforeAll(async () => {
  stranger = await buildCompany(product)
})

const path = '/api/documenttemplate'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Nothing of this is left in what is downloaded. */
const ELSEWHERE = '192.0.2.1'

async function upload(content: Uint8Array, name = 'Notice.dotx'): Promise<DocumentTemplate> {
  const form = formWithFile({ name, content }, {})
  const { status, body } = await company.call<DocumentTemplate>('POST', path, form.payload, form.headers)
  expect(status).toBe(201)
  return body
}

const download = (url: string, { token }: { token: string } = company) =>
  product.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

const storedHash = (id: string) =>
  rows.select('select content_hash, content_key, size, version from document_templates where id = $1', [id])

/** All that a file says, whatever part it stands in. */
async function textOfAll(bytes: Uint8Array): Promise<string> {
  return [...(await readZip(bytes)).values()].map(entry => unpack(entry).toString('latin1')).join('\n')
}

const linkTo = (id: string) => `<w:hyperlink r:id="${id}">${run(`${id} {{Shipment.JobId}}`)}</w:hyperlink>`
const external = (id: string, kind: string, target: string) => ({ id, kind, target, isExternal: true })

const glossary =
  '<w:glossaryDocument xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docParts><w:docPart>' +
  `<w:docPartBody><w:p>${simpleField(` INCLUDETEXT "\\\\\\\\${ELSEWHERE}\\\\x.docx" `, 'kept words')}</w:p></w:docPartBody>` +
  '</w:docPart></w:docParts></w:glossaryDocument>'

const kinds: readonly { what: string; content: TemplateContent; settings?: string }[] = [
  {
    what: 'another template',
    content: {
      body: paragraph('a'),
      settings: '<w:attachedTemplate r:id="far"/>',
      extraLinks: [
        { ...external('far', 'attachedTemplate', `http://${ELSEWHERE}/t.dotm`), from: 'word/settings.xml' },
      ],
    },
  },
  {
    what: 'a linked picture, beside one of its own',
    content: {
      body:
        paragraph(run('See ') + picture('outside', 10, 10, 'Chart')) +
        paragraph(picture('logo', 5, 5, 'Logo')),
      pictures: { logo: png(2, 2, () => [1, 2, 3, 255]) },
      extraLinks: [external('outside', 'image', `http://${ELSEWHERE}/p.png`)],
    },
  },
  {
    what: 'a picture of the older kind in a footer',
    content: {
      body: paragraph('a'),
      footer: `<w:p><w:r><w:pict><v:shape id="S" style="width:9pt;height:9pt"><v:imagedata src="http://${ELSEWHERE}/x.png" o:title="x"/></v:shape></w:pict></w:r></w:p>`,
    },
  },
  {
    what: 'addresses that are neither pages nor messages',
    content: {
      body: `<w:p>${linkTo('script')}${linkTo('share')}${linkTo('near')}</w:p>`,
      extraLinks: [
        external('script', 'hyperlink', `javascript:location='${ELSEWHERE}'`),
        external('share', 'hyperlink', `file://${ELSEWHERE}/share/x.exe`),
        external('near', 'hyperlink', `../${ELSEWHERE}.docx`),
      ],
    },
  },
  {
    what: 'an object elsewhere',
    content: {
      body: `<w:p><w:r><w:object><o:OLEObject Type="Link" ProgID="Excel.Sheet.12" ShapeID="S" DrawAspect="Content" r:id="ole" UpdateMode="Always"/></w:object></w:r>${run('a')}</w:p>`,
      extraLinks: [external('ole', 'oleObject', `file://${ELSEWHERE}/x.xlsx`)],
    },
  },
  {
    what: 'a subdocument',
    content: {
      body: `${paragraph('a')}<w:p><w:subDoc r:id="sub"/></w:p>`,
      extraLinks: [external('sub', 'subDocument', `http://${ELSEWHERE}/sub.docx`)],
    },
  },
  {
    what: 'a field that fetches a picture',
    content: {
      body: `<w:p>${complexField({ code: [`INCLUDEPICTURE "http://${ELSEWHERE}/x.png" \\d`], result: 'shown' })}</w:p>`,
    },
  },
  {
    what: 'a field that links to a script',
    content: {
      body: `<w:p>${complexField({ code: [` HYPERLINK "javascript:fetch('${ELSEWHERE}')" `], result: 'shown' })}</w:p>`,
    },
  },
  {
    what: 'a field that fetches a text, in a piece of text for the writer',
    content: {
      body: paragraph('a'),
      extraParts: [
        {
          name: 'word/glossary/document.xml',
          type: `${OFFICE}.wordprocessingml.document.glossary+xml`,
          content: glossary,
        },
      ],
      extraLinks: [{ id: 'blocks', kind: 'glossaryDocument', target: 'glossary/document.xml' }],
    },
  },
  {
    what: 'an imported page',
    content: {
      body: `${paragraph('a')}<w:altChunk r:id="chunk"/>`,
      extraParts: [
        { name: 'word/chunk.html', type: 'text/html', content: '<img src="http://elsewhere.example/x">' },
      ],
      extraLinks: [{ id: 'chunk', kind: 'aFChunk', target: 'chunk.html' }],
    },
  },
]

/** Pieces of text for the writer are in no document, so that a report has nothing to say of them. */
const isForWriter = ({ extraLinks = [] }: TemplateContent) =>
  extraLinks.some(({ kind }) => kind === 'glossaryDocument')

test.each(kinds)('what is downloaded leads nowhere: $what', async ({ content }) => {
  const file = templateFile(content)
  const template = await upload(file)
  const hashBefore = await storedHash(template.id)
  const report = await company.call('GET', `${path}/${template.id}/report`)
  const reply = await download(`${path}/getdoctemplatecontent/${template.id}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': `${OFFICE}.wordprocessingml.template`,
    'content-length': String(reply.rawPayload.length),
    'content-disposition': `attachment; filename="Notice.dotx"; filename*=UTF-8''Notice.dotx`,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  })
  expect(reply.rawPayload.equals(file)).toBe(false)
  expect(await textOfAll(reply.rawPayload)).not.toMatch(
    /192\.0\.2\.1|altChunk|subDoc |javascript:|file:|elsewhere.example/,
  )
  await parseAllParts(reply.rawPayload)
  expect(await validationErrors(reply.rawPayload, 'dotx')).toEqual([])
  // What was uploaded stays, with its report.
  expect(await storedHash(template.id)).toEqual(hashBefore)
  expect(await company.call('GET', `${path}/${template.id}/report`)).toMatchObject({ body: report.body })
  expect((report.body as TemplateReport).removed.length + Number(isForWriter(content))).toBeGreaterThan(0)
  expect((await download(`${path}/getdoctemplatecontent/${template.id}`, stranger)).statusCode).toBe(404)
})

test('what a template may have is downloaded byte for byte', async () => {
  const file = templateFile({
    body:
      `<w:p>${linkTo('web')}${linkTo('mail')}${linkTo('field')}${complexField({ code: [' FILENAME '], result: 'a.dotx' })}</w:p>` +
      `<w:p>${complexField({ code: [' MERGEFIELD Shipment_Name '], result: '«x»' })}</w:p>`,
    extraParts: [
      {
        name: 'word/glossary/document.xml',
        type: `${OFFICE}.wordprocessingml.document.glossary+xml`,
        content: glossary.replace(/<w:p>.*<\/w:p>/, `<w:p>${run('kind regards')}</w:p>`),
      },
      { name: 'word/embeddings/a.bin', type: `${OFFICE}.oleObject`, content: Buffer.alloc(64) },
    ],
    extraLinks: [
      external('web', 'hyperlink', 'https://example.com/?a=1&b=2'),
      external('mail', 'hyperlink', 'mailto:ops@example.com'),
      external('field', 'hyperlink', '{{Company.Website}}'),
      { id: 'blocks', kind: 'glossaryDocument', target: 'glossary/document.xml' },
      { id: 'own', kind: 'oleObject', target: 'embeddings/a.bin' },
    ],
  })
  const { id } = await upload(file)
  for (const time of [1, 2]) {
    const reply = await download(`${path}/getdoctemplatecontent/${id}`)
    expect([time, reply.statusCode, reply.rawPayload.equals(file)]).toEqual([time, 200, true])
  }
})

test('beside what goes, pages, messages and the pieces of text stay', async () => {
  const { id } = await upload(
    templateFile({
      body: `<w:p>${linkTo('web')}${linkTo('mail')}${linkTo('script')}</w:p>`,
      extraParts: [
        {
          name: 'word/glossary/document.xml',
          type: `${OFFICE}.wordprocessingml.document.glossary+xml`,
          content: glossary.replace(/<w:p>.*<\/w:p>/, `<w:p>${run('kind regards')}</w:p>`),
        },
      ],
      extraLinks: [
        external('web', 'hyperlink', 'https://example.com/?a=1&b=2'),
        external('mail', 'hyperlink', 'mailto:ops@example.com'),
        external('script', 'hyperlink', 'javascript:alert(1)'),
        { id: 'blocks', kind: 'glossaryDocument', target: 'glossary/document.xml' },
      ],
    }),
  )
  const { rawPayload } = await download(`${path}/getdoctemplatecontent/${id}`)
  const links = await readPart(rawPayload, 'word/_rels/document.xml.rels')
  expect(links).toContain('https://example.com/?a=1&amp;b=2')
  expect(links).toContain('mailto:ops@example.com')
  expect(links).not.toContain('javascript')
  expect((await readPart(rawPayload, 'word/document.xml')).match(/<w:hyperlink/g)).toHaveLength(2)
  expect(await textOfAll(rawPayload)).toContain('kind regards')
  expect(await textOfAll(rawPayload)).toContain('{{Shipment.JobId}}')
})

test('an earlier content leads nowhere either', async () => {
  const { id } = await upload(
    templateFile({
      body: paragraph('a'),
      extraLinks: [external('far', 'image', `http://${ELSEWHERE}/p.png`)],
    }),
  )
  const form = formWithFile(
    { name: 'B.dotx', content: templateFile({ body: paragraph('b') }) },
    { documentTemplateId: id },
  )
  const replaced = await company.call('PUT', `${path}/updatedoctemplatecontent`, form.payload, form.headers)
  expect(replaced.status).toBe(200)
  const { body: earlier } = await company.call<{ id: string }[]>('GET', `${path}/${id}/earlier`)
  const reply = await download(`${path}/${id}/earlier/${earlier[0]?.id}`)
  expect(reply.statusCode).toBe(200)
  expect(await textOfAll(reply.rawPayload)).not.toContain(ELSEWHERE)
})

test('mail merge sources go, and the fields that it fills stay', async () => {
  const file = await editParts(
    templateFile({
      body: `<w:p>${complexField({ code: [' MERGEFIELD Shipment_Name '], result: '«x»' })}</w:p>`,
      settings: `<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="textFile"/><w:connectString w:val="Provider=x;${ELSEWHERE}"/><w:query w:val="SELECT 1"/></w:mailMerge>`,
    }),
    xml => xml,
  )
  const { id } = await upload(file)
  const { rawPayload } = await download(`${path}/getdoctemplatecontent/${id}`)
  const text = await textOfAll(rawPayload)
  expect(text).not.toMatch(/192\.0\.2\.1|mailMerge/)
  expect(text).toContain('MERGEFIELD Shipment_Name')
})
