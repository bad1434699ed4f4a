import { beforeAll, describe, expect, test } from 'vitest'
import type { Company } from '#contract/company.ts'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  formWithFile,
  type Caller,
} from '#testing/factories.ts'
import { buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'
import { png } from '#testing/word/png.ts'
import { documentText, partNames, readPart } from '#testing/word/read-document.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { readStarterTemplates, type StarterTemplate } from './starter-templates.ts'

const starters = await readStarterTemplates()
const { product, company } = testCompany({ starters })
let job: Job
let haulier: { partyId: string }

beforeAll(async () => {
  await company.call<Company>('PUT', '/api/company', {
    name: 'Harbour & Sons',
    city: 'Karachi',
    countryId: 'PK',
    telephone: '+92 21 111',
    registrationNumber: '0098',
    bankName: 'National Trade Bank',
    iban: 'PK36SCBL0000001123456702',
    tradingTerms: 'Our standard conditions apply.',
  })
  const { payload, headers } = formWithFile({
    name: 'logo.png',
    content: png(60, 20, () => [15, 76, 92, 255]),
  })
  await company.call('PUT', '/api/company/logo', payload, headers)
  job = await buildWholeJob()
  haulier = await buildOrganisation(company, { name: 'Stour Haulage' })
})

async function buildWholeJob(): Promise<Job> {
  const organisation = (name: string, city: string) =>
    buildOrganisation(company, {
      name,
      contactName: `Head of ${name}`,
      organisationContacts: [{ contact: { street: 'Quay 1', city, countryId: 'GB', email: 'x@y.example' } }],
    })
  const ports = await buildPorts(company, ['Karachi', 'Felixstowe'])
  const whole = await buildFullJob(
    company,
    {
      vesselName: 'Northern Jubilee',
      etd: '2026-12-03',
      eta: '2026-12-29',
      mbl: 'MBL 7',
      igm: 'KAPE-1187',
      grossWeight: 8755.75,
      weightUnit: 0,
      volume: 58.42,
      volumeUnit: 0,
      numberOfPackages: 234,
      direction: 1,
      quote: {
        commodity: 'Cotton textiles',
        transportMode: 2,
        quoteType: 1,
        clType: 0,
        loadingPortId: ports.Karachi,
        destinationPortId: ports.Felixstowe,
      },
    },
    {
      shipper: await organisation('Indus Textiles', 'Karachi'),
      consignee: await organisation('Orwell Linen', 'Ipswich'),
      agent: await organisation('Anglia Agents', 'Felixstowe'),
      carrier: await organisation('Meridian Line', 'London'),
      clearingAgent: await organisation('Stour Clearing', 'Harwich'),
    },
  )
  for (let count = 1; count <= 3; count += 1)
    await buildItem(company, whole.id, {
      name: `Yarn ${count}`,
      grossWeight: 12.5 * count,
      numberOfPacks: count,
    })
  await company.call('PUT', '/api/finance', {
    id: whole.quote.financeId,
    originCharge: { pickUp: 180, thc: 155 },
    freightCharge: { currency: 'EUR', exchangeRate: 1.1, fcl40: 2150, total: 2150, totalIsTyped: true },
  })
  return whole
}

async function made(starter: StarterTemplate, jobId: string, by: Caller = company): Promise<Buffer> {
  const { body: templates } = await by.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  const template = templates.find(one => one.name === starter.fileName)
  const { status, body } = await by.call<Document>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${jobId}`,
    { id: template?.id, allowEmptyJob: true },
  )
  expect([status, body.name], JSON.stringify(body)).toEqual([
    expect.any(Number),
    expect.stringMatching(starter.defaultDocumentName.replace('.docx', '.*docx$')),
  ])
  const { rawPayload } = await product.app.inject({
    url: `/api/document/${body.id}`,
    headers: { authorization: `Bearer ${by.token}` },
  })
  return rawPayload
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const stories = (await partNames(bytes)).filter(name =>
    /^word\/(document|header\d+|footer\d+)\.xml$/.test(name),
  )
  return (await Promise.all(stories.map(part => documentText(bytes, part)))).join('\n')
}

/** Of the job, what each paper has to say beside the company's name. */
const said: Record<string, readonly string[]> = {
  'House Bill of Lading': [
    'Indus Textiles',
    'Orwell Linen',
    'Anglia Agents',
    'Northern Jubilee',
    'HBL-00001',
    'Yarn 3',
  ],
  'Sea Waybill': ['Indus Textiles', 'Orwell Linen', 'HBL-00001', 'Yarn 3', 'is not negotiable'],
  'CMR Consignment Note': ['Indus Textiles', 'Orwell Linen', 'Stour Haulage', 'Yarn 3'],
  'Dangerous Goods Note': ['Indus Textiles', 'Orwell Linen', 'Meridian Line', 'UN1263, PAINT'],
  'VGM Declaration': ['Indus Textiles', 'Meridian Line', 'No containers'],
  'Shipper’s Letter of Instruction': ['Indus Textiles', 'Orwell Linen', 'Yarn 3'],
  'Proof of Delivery': ['Indus Textiles', 'Orwell Linen', 'Yarn 3'],
  'House Air Waybill': ['Indus Textiles', 'Orwell Linen', 'HAWB-00001', '9,737.0\u00a0kg', 'Yarn 3'],
  'Arrival Notice': [
    'Orwell Linen',
    'KAPE-1187',
    'AN-00001',
    '29 Dec 2026',
    '2,365.00',
    'Yarn 3',
    'PK36SCBL',
  ],
  'Delivery Order': ['Orwell Linen', 'Stour Clearing', 'DO-00001', 'KAPE-1187', 'Yarn 3'],
  'Shipping Instructions': ['Meridian Line', 'Anglia Agents', '03 Dec 2026', 'Yarn 3'],
  'Pre-alert': ['Anglia Agents', 'MBL 7', 'HBL-00001', '8,755.75\u00a0kg'],
  'Cargo Manifest': ['MBL 7', 'HBL-00001', 'Orwell Linen', 'Quay 1, Ipswich, United Kingdom', '58.420'],
  'Packing List': ['Yarn 1', '75.00', 'Karachi'],
  'Certificate of Receipt': ['FCR-00001', 'Indus Textiles', 'Yarn 3'],
  Quotation: ['QUO-00001', 'Indus Textiles', 'Pick-up', '155.00', '2,365.00', '2,700.00'],
  'Booking Confirmation': ['BKG-00001', 'Indus Textiles', 'Meridian Line', 'Yarn 3'],
  'Proforma Invoice': ['PRO-00001', 'Indus Textiles', '2,700.00', 'Two thousand seven hundred', 'PK36SCBL'],
}

describe.each(starters.map(starter => [starter.defaultDocumentName.replace('.docx', ''), starter] as const))(
  '%s',
  (name, starter) => {
    test('says what the job holds under the company’s name and logo, and is a sound document', async () => {
      // Only paint is declared as dangerous, and only a haulier drives to the ship under a consignment note.
      if (name === 'Dangerous Goods Note')
        await buildItem(company, job.id, { name: 'Paint', unNumber: '1263', properShippingName: 'Paint' })
      if (name === 'CMR Consignment Note') await buildParty(company, job.id, 'haulier', haulier.partyId)
      // The house bill's number is the job's, whichever paper names it first.
      if (name !== 'House Bill of Lading')
        await company.call('PUT', '/api/shipment', {
          id: job.id,
          hbl: 'HBL-00001',
          quote: { transportMode: name === 'House Air Waybill' ? 0 : 2 },
        })
      const bytes = await made(starter, job.id)
      const text = await textOf(bytes)
      for (const words of ['Harbour & Sons', 'Tel. +92 21 111', ...(said[name] ?? ['?'])])
        expect(text).toContain(words)
      expect(text).not.toContain('{{')
      expect(await validationErrors(bytes)).toEqual([])
      const pictures = (await partNames(bytes)).filter(part => part.startsWith('word/media/'))
      expect(pictures.length).toBeGreaterThan(0)
    })

    test('is sound on a job with nothing on it, for a company that has said nothing', async () => {
      const bare = await buildCompany(product)
      const { id } = await buildJob(bare)
      if (name === 'Dangerous Goods Note') await buildItem(bare, id, { unNumber: '1263' })
      const bytes = await made(starter, id, bare)
      expect(await textOf(bytes)).not.toContain('{{')
      expect(await validationErrors(bytes)).toEqual([])
      // Where there is no logo, nothing stands in its place.
      expect(await readPart(bytes, 'word/header1.xml')).not.toContain('Company.Logo')
      const drawings = (await readPart(bytes, 'word/header1.xml')).match(/<w:drawing>/g) ?? []
      expect(drawings).toHaveLength(/Bill|Waybill|Order/.test(name) ? 1 : 0)
    })
  },
)
