import { beforeEach, expect, test } from 'vitest'
import { TransportMode } from '#contract/choices.ts'
import type { Document } from '#contract/documents.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildItem, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest({}, buildTemplateCompany)
let templates: Record<string, DocumentTemplate>

beforeEach(async () => {
  templates = {
    waybill: await company.addTemplate('{{Paper.SeaWaybill}} {{Numbers.HouseBill}}', 'Waybill.dotx'),
    vgm: await company.addTemplate('{{Paper.VgmDeclaration}}', 'VGM.dotx'),
    dangerous: await company.addTemplate('{{Paper.DangerousGoodsNote}}', 'Dangerous.dotx'),
    cmr: await company.addTemplate('{{Paper.ConsignmentNote}}', 'CMR.dotx'),
    any: await company.addTemplate(
      '{{#if Quote.TransportMode = "Road"}}{{Paper.ConsignmentNote}}{{else}}{{Paper.SeaWaybill}}{{/if}}',
      'Any.dotx',
    ),
  }
})

const jobOf = (transportMode: number | null) =>
  buildJob(company, { quote: { commodity: 'Tea', transportMode } })
const { air, road, sea } = TransportMode

const generate = (paper: string, job: Job) =>
  company.call<Document & { code?: string; detail?: string }>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`,
    { id: templates[paper]?.id },
  )

test.each([
  [
    'waybill',
    air,
    'A sea waybill is made for a sea job, and job 1 goes by air. Make a house air waybill, or change the job’s Mode of Transport.',
  ],
  [
    'waybill',
    road,
    'A sea waybill is made for a sea job, and job 1 goes by road. Make a CMR consignment note, or change the job’s Mode of Transport.',
  ],
  [
    'vgm',
    air,
    'A VGM declaration is made for a sea job, and job 1 goes by air. Only containers by sea need one. If its mode is wrong, change the job’s Mode of Transport.',
  ],
  [
    'dangerous',
    air,
    'A dangerous goods note is made for a sea job, and job 1 goes by air. By air the shipper fills in IATA’s declaration for dangerous goods. If its mode is wrong, change the job’s Mode of Transport.',
  ],
  [
    'cmr',
    sea,
    'A CMR consignment note is made for a road job, and job 1 goes by sea. Make a house bill of lading, choose the Haulier of its way by road, or change the job’s Mode of Transport.',
  ],
])(
  'a template that is a %s makes nothing for a job of mode %i, and leaves nothing',
  async (paper, mode, detail) => {
    const job = await jobOf(mode)
    await buildItem(company, job.id, { unNumber: '1263' })
    const { status, body } = await expectNoChange(rows, company, () => generate(paper, job))
    expect([status, body]).toEqual([
      422,
      {
        type: 'about:blank',
        status: 422,
        code: 'other_mode',
        title: 'The document is for another mode of transport',
        detail,
      },
    ])
    const { body: told } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
      templateIds: [templates[paper]?.id, templates['any']?.id],
      shipmentIds: [job.id],
    })
    const others = mode === air ? [expect.objectContaining({ templateId: templates['any']?.id })] : []
    expect(told.jobs[0]?.refusals).toEqual([{ templateId: templates[paper]?.id, message: detail }, ...others])
    expect(told.jobs[0]?.numbers).toEqual([])
  },
)

test('each is made for its own mode and for none, and a consignment note for a haulier', async () => {
  const made = async (paper: string, job: Job) => {
    const { status, body } = await generate(paper, job)
    return status === 201 ? company.textOf(body) : body.detail
  }
  for (const mode of [sea, null]) {
    const job = await jobOf(mode)
    await buildItem(company, job.id, { unNumber: '1263' })
    expect(await made('waybill', job)).toMatch(/^Sea Waybill HBL-0000\d$/)
    expect(await made('vgm', job)).toBe('VGM Declaration')
    expect(await made('dangerous', job)).toBe('Dangerous Goods Note')
  }
  const byRoad = await jobOf(road)
  expect(await made('cmr', byRoad)).toBe('CMR Consignment Note')
  expect(await made('any', byRoad)).toBe('CMR Consignment Note')
  const hauled = await jobOf(air)
  const { partyId } = await buildOrganisation(company, { name: 'Stour Haulage' })
  await buildParty(company, hauled.id, 'haulier', partyId)
  expect(await made('cmr', hauled)).toBe('CMR Consignment Note')
})

test('a dangerous goods note is refused where no item is dangerous', async () => {
  const job = await jobOf(sea)
  await buildItem(company, job.id, { name: 'Tea' })
  const { status, body } = await expectNoChange(rows, company, () => generate('dangerous', job))
  expect([status, body.code, body.detail]).toEqual([
    422,
    'no_dangerous_goods',
    'Job 1 has no dangerous goods: none of its items has a UN number. A dangerous goods note lists nothing else.',
  ])
})

test('a house paper of a master job that bears its own number is told as one of the whole', async () => {
  const master = await buildJob(company, { hbl: 'M-1', quote: { commodity: 'Tea', transportMode: sea } })
  const told = async () => {
    const ids = { templateIds: [templates['waybill']?.id], shipmentIds: [master.id] }
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', ids)
    return body.jobs[0]?.missing.filter(({ message }) => message.includes('master job'))
  }
  expect(await told()).toEqual([])
  await buildJob(company, { masterShipmentId: master.id })
  expect(await told()).toEqual([
    {
      label: 'House BL',
      message:
        'Job 1 is a master job: this paper is of the whole consolidation. Each of its house jobs has its own',
      place: { screen: 'details', field: 'hbl' },
      check: true,
      templateIds: [templates['waybill']?.id],
    },
  ])
})
