import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { FieldGroup, TemplateReport } from '#contract/template-fields.ts'
import { buildCompany, buildItem, buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { catalogue } from '#server/templates/fields/catalogue.ts'
import { companyPerTest } from '#testing/test-company.ts'

const path = '/api/documenttemplate'
const { product, rows, company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton & yarn', hbl: 'H-1', eta: '2026-12-03' })
})

describe('the report on a template', () => {
  test('names each field with its places, what is unknown, and what was taken out', async () => {
    const template = await company.addTemplate(
      templateFile({
        body:
          paragraph('To {{Consignee.Name}}, bill {{Shipment.Hbl}}') +
          paragraph('Bill {{Shipment.HouseBl}} of {{Shipment.Nmae}}: {{#Items}}{{Name}} {{/Items}}'),
        settings: '<w:attachedTemplate r:id="far"/>',
        extraParts: [
          {
            name: 'word/_rels/settings.xml.rels',
            type: 'application/vnd.openxmlformats-package.relationships+xml',
            content:
              '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ' +
              'Id="far" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" ' +
              'Target="http://far.example/t.dotm" TargetMode="External"/></Relationships>',
          },
        ],
      }),
    )
    const { status, body } = await company.call<TemplateReport>('GET', `${path}/${template.id}/report`)
    expect(status).toBe(200)
    expect(body).toEqual({
      template,
      fields: [
        {
          name: 'Consignee.Name',
          label: 'Consignee: Name',
          group: 'Consignee',
          places: ['body, near “To …”'],
        },
        {
          name: 'Shipment.HouseBl',
          label: 'House BL',
          group: 'Job',
          places: [expect.stringContaining('bill …') as string, 'body, near “Bill …”'],
        },
        {
          name: 'Items',
          label: 'Cargo items, one after the other',
          group: 'Cargo items',
          places: [expect.stringContaining('body') as string],
        },
        {
          name: 'Items.Name',
          label: 'Cargo items: Name',
          group: 'Cargo items',
          places: [expect.stringContaining('body') as string],
        },
      ],
      problems: [
        {
          name: 'Shipment.Nmae',
          message: '“Shipment.Nmae” is not a known field; did you mean “Shipment.Name”?',
          place: expect.stringContaining('body') as string,
          suggestion: 'Shipment.Name',
        },
      ],
      warnings: [],
      leftValues: [],
      removed: [{ what: 'link to another template (http://far.example/t.dotm)', place: 'word/settings.xml' }],
    })
  })

  test('names a content control that is no field of ours, which stays as it is', async () => {
    const template = await company.addTemplate(
      templateFile({
        body:
          '<w:sdt><w:sdtPr><w:tag w:val="Consignee.Nmae"/><w:text/></w:sdtPr><w:sdtContent>' +
          `${paragraph('Ask us')}</w:sdtContent></w:sdt>`,
      }),
    )
    const { body } = await company.call<TemplateReport>('GET', `${path}/${template.id}/report`)
    expect(body).toMatchObject({
      fields: [],
      problems: [],
      warnings: [
        {
          name: 'Consignee.Nmae',
          message: expect.stringContaining('Did you mean “Consignee.Name”?') as string,
          place: expect.stringContaining('body') as string,
          suggestion: 'Consignee.Name',
        },
      ],
    })
    expect(
      await documentText(await company.fileAt(`${path}/${template.id}/preview?shipmentId=${job.id}`)),
    ).toBe('Ask us')
  })

  test('tells a placeholder that nothing fills, and how many there are', async () => {
    const bookmark = '<w:bookmarkStart w:id="1" w:name="{{Shipment.Name}}"/><w:bookmarkEnd w:id="1"/>'
    const template = await company.addTemplate(templateFile({ body: `<w:p>${bookmark}</w:p>` }))
    expect(template).toMatchObject({ problems: [], leftPlaces: 1 })
    const { body } = await company.call<TemplateReport>('GET', `${path}/${template.id}/report`)
    expect(body).toMatchObject({
      template: { leftPlaces: 1 },
      problems: [],
      warnings: [
        {
          name: 'Shipment.Name',
          message:
            '“{{Shipment.Name}}” is in the name of a bookmark, where nothing is filled in; it is left as it is. Remove it in Word.',
          place: 'body',
          suggestion: null,
        },
      ],
    })
    const mended = await company.replaceTemplate(template, '{{Shipment.Name}}')
    expect(mended).toMatchObject({ leftPlaces: 0 })
  })

  test('goes by the content that stands now', async () => {
    const template = await company.addTemplate('{{Shipment.Nmae}}')
    await company.replaceTemplate(template, '{{Shipment.Name}}')
    const { body } = await company.call<TemplateReport>('GET', `${path}/${template.id}/report`)
    expect([body.problems, body.fields.map(field => field.name)]).toEqual([[], ['Shipment.Name']])
  })

  test('is another company’s business no more than its template', async () => {
    const { id } = await company.addTemplate('x')
    const stranger = await buildCompany(product)
    const foreign = await buildJob(stranger)
    expect((await stranger.call('GET', `${path}/${id}/report`)).status).toBe(404)
    expect((await stranger.call('GET', `${path}/${id}/preview?shipmentId=${foreign.id}`)).status).toBe(404)
    expect((await company.call('GET', `${path}/${id}/preview?shipmentId=${foreign.id}`)).status).toBe(404)
    expect((await company.call('GET', `${path}/fields?shipmentId=${foreign.id}`)).status).toBe(404)
    expect((await company.call('GET', `${path}/fields/file?shipmentId=${foreign.id}`)).status).toBe(404)
  })
})

test('the preview is the filled document, blank where a name is unknown, and nothing of it is kept', async () => {
  const { id } = await company.addTemplate('For {{Shipment.Name}}{{Shipment.Nmae}}.')
  const address = `${path}/${id}/preview?shipmentId=${job.id}`
  const reply = await expectNoChange(rows, company, () =>
    product.app.inject({ url: address, headers: { authorization: `Bearer ${company.token}` } }),
  )
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'content-disposition': expect.stringContaining('attachment') as string,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  })
  expect(await documentText(reply.rawPayload)).toBe('For Cotton & yarn.')
})

describe('the field catalogue', () => {
  const groups = async (query = '') =>
    (await company.call<FieldGroup[]>('GET', `${path}/fields${query}`)).body

  test('holds every field of the catalogue once, in groups', async () => {
    const shown = (await groups()).flatMap(group => group.fields)
    const known = [
      ...catalogue.fields.map(field => field.name),
      ...Object.entries(catalogue.lists).flatMap(([list, fields]) =>
        fields.map(field => `${list}.${field.name}`),
      ),
    ]
    expect(shown.map(field => field.name).toSorted()).toEqual(known.toSorted())
    expect(shown.every(field => field.value === null)).toBe(true)
    expect((await groups())[0]).toMatchObject({ name: 'Shipment', title: 'Job', isList: false })
  })

  test('gives each field’s value for a job, of a list that of its first row', async () => {
    await buildItem(company, job.id, { name: 'Bales', grossWeight: 250.5 })
    const fields = (await groups(`?shipmentId=${job.id}`)).flatMap(group => group.fields)
    const field = (name: string) => fields.find(one => one.name === name)
    expect(field('Shipment.HouseBl')).toEqual({
      name: 'Shipment.HouseBl',
      label: 'House BL',
      aliases: ['Shipment.Hbl'],
      kind: 'text',
      value: 'H-1',
    })
    expect(field('Shipment.Eta')?.value).toBe('03 Dec 2026')
    expect(field('Shipment.MasterBl')?.value).toBe('')
    expect(field('Consignee.Name')).toMatchObject({ label: 'Name', value: '' })
    expect(field('Items.GrossWeight')).toMatchObject({ label: 'Gross Weight', value: '250.5' })
  })

  test('is a sound Word file too, with each field in the three ways and its value', async () => {
    const bytes = await company.fileAt(`${path}/fields/file?shipmentId=${job.id}`)
    expect(await validationErrors(bytes)).toEqual([])
    const xml = await readPart(bytes, 'word/document.xml')
    const names = (await groups()).flatMap(group => group.fields.map(field => field.name))
    for (const name of names) {
      expect(xml).toContain(`>{{${name}}}<`)
      expect(xml).toContain(`w:instr=" MERGEFIELD ${name.replaceAll('.', '_')} "`)
      expect(xml).toContain(`<w:tag w:val="${name}"/>`)
    }
    expect(xml).toContain('Cotton &amp; yarn')
  })
})
