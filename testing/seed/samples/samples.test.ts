import { beforeAll, describe, expect, test } from 'vitest'
import { airlinePrefixFault, airWaybillFault } from '#contract/air-waybill-number.ts'
import { Direction, hazardClasses, labelOf, TransportMode } from '#contract/choices.ts'
import { containerWarnings, repeatedNumbers } from '#contract/container-rules.ts'
import { containerDifferences, containerSums } from '#contract/container-sums.ts'
import type { Container } from '#contract/containers.ts'
import type { Finance } from '#contract/finance.ts'
import { hasUnchargedRates, keptFigures, sectionsWithoutRate, withSums } from '#contract/finance-totals.ts'
import { freightDifference, unconfirmedFreight } from '#contract/freight-calculation.ts'
import type { Preflight } from '#contract/generation.ts'
import { cargoOfHouses, houseSums } from '#contract/house-sums.ts'
import type { HouseList } from '#contract/houses.ts'
import { incotermForMode } from '#contract/incoterm-rules.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import { hsCodeWarning, packedVolume } from '#contract/item-rules.ts'
import { appliesTo } from '#contract/job-field-rules.ts'
import { type JobField, jobFieldLabels, jobFields } from '#contract/job-fields.ts'
import { organisationIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import { partyRoles } from '#contract/parties.ts'
import type { Reference } from '#contract/references.ts'
import { stowageDifferences, stowedByContainer } from '#contract/stowage.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { openDiskStore } from '#server/files/disk.ts'
import type { AsUser } from '#server/route.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { testCompany } from '#testing/test-company.ts'
import { addLogo } from './logo.ts'
import { addSamples, sampleJobId, sampleJobNumbers } from './lay-out.ts'
import { papersOf } from './sample-papers.ts'
import { isMaster, samples } from './samples.ts'

// Whoever opens a sample finds it complete, with no amber hint, and its papers ask for nothing.
const { product, company, rows } = testCompany(async () => ({ starters: await readStarterTemplates() }))

const asUser: AsUser = async work => {
  const [user] = await rows.select<{ subject: string }>('select subject from users where email = $1', [
    company.person.email,
  ])
  const result = await product.database.asUser(user?.subject ?? '', async session => ({
    value: await work(session),
  }))
  if (!result) throw new Error('There is no such account.')
  return result.value
}

type Filled = {
  job: Job
  containers: Container[]
  stowed: ItemContainer[]
  references: Reference[]
  finance: Finance
}
const filled = new Map<string, Filled>()
const of = (key: string) => {
  const one = filled.get(key)
  if (!one) throw new Error(`There is no sample ${key}.`)
  return one
}
const get = async <Body>(url: string) => (await company.call<Body>('GET', url)).body

beforeAll(async () => {
  expect(await addSamples(asUser)).toBe(samples.length)
  const files = await openDiskStore(product.filesFolder)
  await addLogo(files, asUser)
  for (const sample of samples) {
    const id = sampleJobId(sample)
    const job = await get<Job>(`/api/shipment/${id}?stakeholder=true`)
    filled.set(sample.key, {
      job,
      containers: await get<Container[]>(`/api/container?shipmentId=${id}`),
      stowed: await get<ItemContainer[]>(`/api/item/containers?shipmentId=${id}`),
      references: await get<Reference[]>(`/api/reference?shipmentId=${id}`),
      finance: await get<Finance>(`/api/finance/${job.quote.financeId}`),
    })
  }
}, 120_000)

/** What has not happened yet, belongs to a master or a house alone, is no matter of the shipment, or comes from its charges. */
const notForAll: readonly string[] = [
  'atd',
  'ata',
  'dopubtco',
  'templateName',
  'costSplit',
  'costShareByHand',
  'rateClass',
  'waybillRate',
  'valuationCharge',
  'waybillTax',
  'chargesDueAgent',
  'chargesDueCarrier',
]

const isField = (field: string): field is JobField => field in jobFieldLabels
const kindOf = ({ direction, quote: { transportMode, clType: loadType } }: Job) => ({
  transportMode,
  direction,
  loadType,
})

describe.each(samples.map(sample => [sample.key, sample] as const))('%s', (key, sample) => {
  const left = isMaster(sample)
    ? [...notForAll, 'hbl', 'masterShipmentId']
    : sample.master
      ? notForAll
      : [...notForAll, 'masterShipmentId']
  test('has every field that its mode, direction and load type have, and every party', () => {
    const { job, references } = of(key)
    const kind = kindOf(job)
    const ofQuote = (
      [
        'commodity',
        'transportMode',
        'quoteType',
        'clType',
        'loadingPortId',
        'viaPortId',
        'dischargePortId',
        'destinationPortId',
      ] as const
    ).map(field => [`quote.${field}`, job.quote[field]] as const)
    const ofJob = keysOf(jobFields).map(field => [field, job[field]] as const)
    const empty = [...ofJob, ...ofQuote].filter(
      ([field, value]) => (value === null || value === '') && appliesTo(field, kind) && !left.includes(field),
    )
    expect(empty.map(([field]) => field)).toEqual([])
    expect(partyRoles.filter(role => !organisationIn(job, role))).toEqual([])
    for (const role of partyRoles) {
      const organisation = organisationIn(job, role)
      expect(organisation).toMatchObject({
        contactName: expect.stringMatching(/./) as unknown,
        taxNumber: expect.stringMatching(/./) as unknown,
        paymentTerms: expect.stringMatching(/./) as unknown,
      })
      expect(organisation?.organisationContacts[0]?.contact).toMatchObject({
        street: expect.stringMatching(/./) as unknown,
        city: expect.stringMatching(/./) as unknown,
        code: expect.stringMatching(/./) as unknown,
        telephone: expect.stringMatching(/^\+\d/) as unknown,
        email: expect.stringMatching(/\.example$/) as unknown,
      })
    }
    const kinds = new Set(references.map(({ kind: one }) => one))
    expect(kinds.size).toBe(isMaster(sample) ? 4 : 7)
  })

  test('has dates in their order', () => {
    const { job, containers } = of(key)
    const cutOffs = [job.documentsCutOff, job.vgmCutOff, job.cargoCutOff].flatMap(
      at => at?.slice(0, 10) ?? [],
    )
    expect(cutOffs.length > 0).toBe(job.direction === Direction.export)
    const inOrder = (...days: (string | null)[]) => {
      const known = days.flatMap(day => day ?? [])
      expect(known).toEqual(known.toSorted())
      expect(known.length).toBeGreaterThan(1)
    }
    for (const cutOff of cutOffs) inOrder(job.swbro, cutOff, job.etd, job.eta)
    inOrder(job.swbro, job.receivedAtCfs, job.etd, job.onBoardDate, job.eta)
    inOrder(job.sisttao, job.dsttco, job.dettco)
    inOrder(job.dateOfIssue, job.eta)
    for (const one of containers) {
      inOrder(one.emptyPickedUp, one.vgmDate, one.gatedIn, job.etd)
      if (job.vgmCutOff) inOrder(one.vgmDate, job.vgmCutOff.slice(0, 10))
    }
    for (const { date } of of(key).references) expect((date ?? '') <= (job.eta ?? '')).toBe(true)
  })

  test('has figures that agree, and no hint', async () => {
    const { job, containers, stowed, finance } = of(key)
    const repeated = new Set(repeatedNumbers(containers))
    expect(containers.flatMap(one => containerWarnings(one, repeated))).toEqual([])
    expect(containerDifferences(containerSums(containers), job)).toEqual([])
    const stowage = stowedByContainer(job.items, stowed)
    expect(containers.flatMap(one => stowageDifferences(one, stowage.get(one.id)))).toEqual([])
    expect(incotermForMode(job.incoterm, job.quote.transportMode)).toBeNull()
    for (const item of job.items) {
      expect(hsCodeWarning(item.hsCode)).toBeNull()
      expect(item.volume).toBe(packedVolume(item))
    }
    const carrier = organisationIn(job, 'carrier')
    if (job.quote.transportMode === TransportMode.air) {
      expect(airWaybillFault(job.mbl ?? '')).toBeNull()
      expect(airlinePrefixFault(job.mbl ?? '', carrier?.iataPrefix ?? '')).toBeNull()
    } else expect(carrier?.scac).toMatch(/^[A-Z]{4}$/)
    expect(withSums(finance)).toEqual(finance)
    expect(finance.total).toBeGreaterThan(500)
    expect(hasUnchargedRates(finance)).toBe(false)
    expect(sectionsWithoutRate(finance)).toEqual([])
    expect(keptFigures(finance)).toEqual([])
    expect(freightDifference(finance, job)).toBeNull()
    expect(unconfirmedFreight(finance, job)).toBeNull()
    expect(job.differs).toEqual([])
    if (isMaster(sample)) {
      const { houses, costs } = await get<HouseList>(`/api/shipment/${job.id}/houses`)
      expect(houses).toHaveLength(3)
      expect(cargoOfHouses(job, houseSums(houses, job.quote.transportMode))).toBeNull()
      expect(costs).toMatchObject({ amount: finance.total, leftOver: 0 })
      return
    }
    const sum = (field: 'numberOfPacks' | 'grossWeight' | 'netWeight' | 'volume') =>
      Math.round(job.items.reduce((total, item) => total + (item[field] ?? 0), 0) * 1000) / 1000
    expect([sum('numberOfPacks'), sum('grossWeight'), sum('netWeight'), sum('volume')]).toEqual([
      ...[job.numberOfPackages, job.grossWeight, job.netWeight, job.volume],
    ])
  })

  test('has papers that lack nothing', async () => {
    const templates = await get<DocumentTemplate[]>('/api/documenttemplate')
    const wanted = papersOf(sample).map(
      paper => templates.find(({ name }) => name === `${paper} (starter).dotx`)?.id,
    )
    expect(wanted).not.toContain(undefined)
    const { status, body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
      templateIds: wanted,
      shipmentIds: [sampleJobId(sample)],
    })
    expect(status).toBe(200)
    const kind = kindOf(of(key).job)
    const missing = body.jobs[0]?.missing.filter(
      ({ place }) =>
        !(
          place?.screen === 'details' &&
          isField(place.field) &&
          (left.includes(place.field) || !appliesTo(place.field, kind))
        ),
    )
    expect(missing?.map(({ label, message }) => `${label}: ${message}`)).toEqual([])
    expect(body.jobs[0]?.refusals).toEqual([])
  })
})

test('the goods of the houses are in the container of their master', () => {
  const { containers, job } = of('lcl-master')
  for (const { id } of job.houses) {
    const house = [...filled.values()].find(one => one.job.id === id)
    expect(house?.stowed).toEqual(
      house?.job.items.map(item => ({
        ...{ itemId: item.id, containerId: containers[0]?.id, packs: null, grossWeight: null, volume: null },
      })),
    )
    expect(house?.stowed.length).toBeGreaterThan(0)
  }
})

test('dangerous goods, a split item and a second run', async () => {
  const items = of('fcl-export').job.items
  expect(items.filter(({ unNumber }) => unNumber)).toMatchObject([
    { unNumber: '1263', packingGroup: 2, properShippingName: 'PAINT', flashpoint: 38 },
  ])
  expect(items.map(({ hazardClass }) => labelOf(hazardClasses, hazardClass))).toEqual(['', '', '', '3'])
  const numbers = await asUser(sampleJobNumbers)
  expect(numbers).toHaveLength(8)
  expect(await addSamples(asUser)).toBe(0)
  expect(await asUser(sampleJobNumbers)).toEqual(numbers)
  const [counted] = await rows.select<{ jobs: number; items: number; organisations: number }>(
    `select (select count(*)::int from jobs) as jobs, (select count(*)::int from items) as items,
       (select count(*)::int from organisations) as organisations`,
  )
  expect(counted).toEqual({ jobs: 8, items: 18, organisations: 35 })
})
