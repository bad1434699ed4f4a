import { describe, expect, test } from 'vitest'
import { Direction } from '#contract/choices.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { TemplateReport } from '#contract/template-fields.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const path = '/api/documenttemplate'
const { company } = companyPerTest({}, buildTemplateCompany)

const advice = (last: string) =>
  templateFile({
    isDocument: true,
    body: ['Vessel: Northern Jubilee', 'Gross weight 12,800.00', last].map(text => paragraph(text)).join(''),
  })
async function made(last = 'B/L HFL-27-0041, 45 cartons') {
  const { payload, headers } = formWithFile({ name: `${crypto.randomUUID()}.docx`, content: advice(last) })
  return (await company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)).body
}
const from = (paragraphAt: number, offset: number) => ({ paragraph: paragraphAt, offset })
const vessel = { from: from(0, 8), to: from(0, 24), text: '{{Shipment.VesselName}}' }
const weight = { from: from(1, 13), to: from(1, 22), text: '{{Shipment.GrossWeight}}' }
const save = async ({ id, version }: DocumentTemplate, body: object) =>
  (
    await company.call<{ template: DocumentTemplate }>('PUT', `${path}/${id}/page`, body, {
      'if-match': `"${version}"`,
    })
  ).body.template

const told = async (templates: readonly DocumentTemplate[], { id }: Job) => {
  const { body } = await company.call<Preflight>('POST', `${path}/preflight`, {
    templateIds: templates.map(one => one.id),
    shipmentIds: [id],
  })
  return body.jobs[0]?.missing.filter(({ label }) => label === 'Text of another job')
}

const reported = async ({ id }: DocumentTemplate) =>
  (await company.call<TemplateReport>('GET', `${path}/${id}/report`)).body.leftValues

test('values of the job that a template was made from and that stay text are told for other jobs', async () => {
  const first = await buildJob(company, {
    ...{ name: 'Paint', vesselName: 'Northern Jubilee', grossWeight: 12_800, hbl: 'HFL-27-0041' },
    numberOfPackages: 45,
  })
  const other = await buildJob(company, { name: 'Yarn', vesselName: 'Orwell', grossWeight: 3 })
  const template = await save(await made(), { changes: [vessel], rows: [], shipmentId: first.id })
  const says = (texts: string, ...templates: readonly DocumentTemplate[]) => [
    {
      label: 'Text of another job',
      message: `The template still says ${texts} as text, from the job it was made from`,
      place: null,
      check: true,
      templateIds: templates.map(({ id }) => id),
    },
  ]
  const both = '“12,800.00” and “HFL-27-0041”'
  expect(await told([template], other)).toEqual(says(both, template))
  expect(await reported(template)).toEqual(['12,800.00', 'HFL-27-0041'])
  // What the job itself says there is right.
  expect(await told([template], first)).toEqual([])
  const twin = await save(await made(), { changes: [vessel], rows: [], shipmentId: first.id })
  expect(await told([template, twin], other)).toEqual(says(both, template, twin))

  // Saved with another job, or with none, it still says so, until the value is a field.
  const again = await save(template, { changes: [weight], rows: [], shipmentId: other.id })
  expect(await told([again], other)).toEqual(says('“HFL-27-0041”', again))
  const further = await save(again, {
    changes: [{ from: from(2, 0), to: from(2, 3), text: 'Bill' }],
    rows: [],
  })
  expect(await told([further], other)).toEqual(says('“HFL-27-0041”', further))

  // Nor is it told where somebody said that it is no field.
  const dismissals = [{ text: 'HFL-27-0041', at: from(2, 5), before: 'Bill' }]
  expect(await reported(further)).toEqual(['HFL-27-0041'])
  const dismissed = await save(further, { changes: [], rows: [], dismissals })
  expect(await reported(dismissed)).toEqual([])
  expect(await told([dismissed], other)).toEqual([])

  // A file that replaces it says nothing of the job.
  const form = formWithFile(
    { name: 'New.docx', content: advice('As agreed') },
    { documentTemplateId: twin.id },
  )
  const replaced = await company.call<DocumentTemplate>(
    'PUT',
    `${path}/updatedoctemplatecontent?asTemplate=true`,
    form.payload,
    form.headers,
  )
  expect(replaced.status).toBe(200)
  expect(await told([replaced.body], other)).toEqual([])
})

test('a document whose page nobody has saved says all of its job, as an upload and in place of another', async () => {
  const first = await buildJob(company, {
    ...{ name: 'Paint', vesselName: 'Northern Jubilee', grossWeight: 12_800, hbl: 'HFL-27-0041' },
  })
  const other = await buildJob(company, { name: 'Yarn', vesselName: 'Orwell', grossWeight: 3 })
  const send = async (method: 'POST' | 'PUT', url: string, fields: Record<string, string>) => {
    const name = `${crypto.randomUUID()}.docx`
    const { payload, headers } = formWithFile({ name, content: advice('B/L HFL-27-0041') }, fields)
    return company.call<DocumentTemplate>(method, `${path}${url}?asTemplate=true`, payload, headers)
  }
  const { body: template } = await send('POST', '', { shipmentId: first.id })
  const all =
    'The template still says “Northern Jubilee”, “12,800.00” and “HFL-27-0041” as text, from the job it was made from'
  expect((await told([template], other))?.map(({ message }) => message)).toEqual([all])
  expect(await told([template], first)).toEqual([])
  const saved = await save(template, { changes: [vessel, weight], rows: [], shipmentId: first.id })
  expect((await told([saved], other))?.map(({ message }) => message)).toEqual([
    all.replace(/“North.* and /, ''),
  ])

  const { body: older } = await send('POST', '', {})
  expect(await told([older], other)).toEqual([])
  const fields = { documentTemplateId: older.id, shipmentId: first.id }
  const { body: replaced } = await send('PUT', '/updatedoctemplatecontent', fields)
  expect((await told([replaced], other))?.map(({ message }) => message)).toEqual([all])

  const nobodys = { id: crypto.randomUUID(), shipmentId: crypto.randomUUID() }
  expectProblem(await send('POST', '', nobodys), 'not_found')
  expectProblem(await company.call('GET', `${path}/${nobodys.id}`), 'not_found')
})

test('the company’s own letterhead, short figures and placeholders are no such values', async () => {
  const job = await buildJob(company, {
    ...{ name: 'Paint', vesselName: 'Northern Jubilee', grossWeight: 12_800, numberOfPackages: 45 },
  })
  const other = await buildJob(company, { name: 'Yarn' })
  const template = await save(await made('45 cartons, in 2026'), {
    changes: [vessel, { ...weight, text: '{{Shipment.GrossWeight | default:"12,800.00"}}' }],
    rows: [],
    shipmentId: job.id,
  })
  expect(await told([template], other)).toEqual([])
})

describe('words of a choice and counts that stay text', () => {
  const document = (...lines: readonly string[]) =>
    templateFile({ isDocument: true, body: lines.map(line => paragraph(line)).join('') })
  async function templateOf(lines: readonly string[], job: Job) {
    const { payload, headers } = formWithFile({
      name: `${crypto.randomUUID()}.docx`,
      content: document('Vessel: Northern Jubilee', ...lines),
    })
    const { body } = await company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)
    return save(body, { changes: [vessel], rows: [], shipmentId: job.id })
  }
  const still = (text: string, other: string, { id }: DocumentTemplate) => ({
    label: 'Text of another job',
    message: `The template still says “${text}” as text, from the job it was made from; ${other}`,
    ...{ place: null, check: true, templateIds: [id] },
  })
  const kestrel = { vesselName: 'Northern Jubilee' }
  const [PREPAID, COLLECT] = [0, 1]

  test('are told for jobs that differ in them, and for no other', async () => {
    const first = await buildJob(company, { ...kestrel, freightPayment: PREPAID, originals: 3 })
    const like = await buildJob(company, { name: 'Like', freightPayment: PREPAID, originals: 3 })
    const other = await buildJob(company, { name: 'Other', freightPayment: COLLECT, originals: 0 })
    const blank = await buildJob(company, { name: 'Blank' })
    const template = await templateOf(
      [
        'Freight and charges at origin are prepaid.',
        'Bill of lading 3 originals',
        'To be paid by: The sender',
      ],
      first,
    )
    expect(await told([template], like)).toEqual([])
    expect(await told([template], first)).toEqual([])
    expect(await told([template], other)).toEqual([
      still('prepaid', 'the freight of this job is collect', template),
      still('The sender', 'the freight of this job is collect', template),
      still('3 originals', 'this job has 0 originals', template),
    ])
    expect(await told([template], blank)).toEqual([
      still('prepaid', 'this job does not say how its freight is paid', template),
      still('The sender', 'this job does not say how its freight is paid', template),
      still('3 originals', 'this job does not say how many originals it has', template),
    ])
  })

  test('are none where the template asks for the choice, in a form that has both, and as a term of delivery', async () => {
    const first = await buildJob(company, { ...kestrel, freightPayment: PREPAID, originals: 1 })
    const other = await buildJob(company, { name: 'Other', freightPayment: COLLECT, originals: 3 })
    const asked = await templateOf(
      ['{{#if Shipment.FreightPayment = "Prepaid"}}Carriage paid{{else}}Carriage forward{{/if}}'],
      first,
    )
    const form = await templateOf(['Prepaid', 'Collect'], first)
    const delivery = await templateOf(
      ['Carriage paid to Karachi', 'The sender signs', 'against 1 original bill'],
      first,
    )
    expect(await told([asked, form, delivery], other)).toEqual([])
  })

  test('so are the words of a negotiable bill, and an agent who is at the other end of another job', async () => {
    const { export: EXPORT, import: IMPORT } = Direction
    const first = await buildJob(company, { ...kestrel, direction: EXPORT, originals: 3 })
    const like = await buildJob(company, { name: 'Like', direction: EXPORT, originals: 1 })
    const other = await buildJob(company, { name: 'Other', direction: IMPORT, originals: 0 })
    const blank = await buildJob(company, { name: 'Blank' })
    const template = await templateOf(
      [
        'Consignee, or to the order of',
        'For delivery of the goods apply to: {{Agent.Name}}',
        'One original of this bill, duly endorsed, must be given up.',
      ],
      first,
    )
    const texts = ({ message }: { message: string | null }) => message
    expect((await told([template], like))?.map(texts)).toEqual([])
    expect((await told([template], blank))?.map(texts)).toEqual([])
    expect((await told([template], other))?.map(texts)).toEqual([
      'The template still says “to the order of” as text, from the job it was made from; this job has no originals',
      'The template prints the agent at “For delivery of the goods apply to”; this job is an import, whose agent is at origin',
    ])
    const waybill = await templateOf(['This waybill is not negotiable.'], other)
    expect((await told([waybill], first))?.map(texts)).toEqual([
      'The template still says “not negotiable” as text, from the job it was made from; the bill of this job is negotiable',
    ])
    const asked = await templateOf(
      [
        '{{#if Shipment.Direction = "Import"}}{{Company.Name}}{{else}}Agent at destination: {{Agent.Name}}{{/if}}',
      ],
      first,
    )
    expect((await told([asked], other))?.map(texts)).toEqual([])
  })

  test('so are the charges at destination alone, which are all of prepaid freight', async () => {
    const first = await buildJob(company, { ...kestrel, freightPayment: PREPAID })
    const other = await buildJob(company, { name: 'Other', freightPayment: COLLECT })
    const template = await templateOf(
      ['{{#GroupedCharges}}{{#if Section = "Destination Charges"}}{{Name}}{{/if}}{{/GroupedCharges}}'],
      first,
    )
    expect(await told([template], first)).toEqual([])
    expect(await told([template], other)).toEqual([
      {
        label: 'Text of another job',
        message:
          'The template prints “Destination Charges” alone, as for prepaid freight; the freight of this job is collect',
        ...{ place: null, check: true, templateIds: [template.id] },
      },
    ])
  })
})
