import { expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import type { JobTableRow } from '#contract/job-table.ts'
import type { JobRow } from '#contract/jobs.ts'
import type { SearchReply } from '#contract/search.ts'
import {
  buildCompany,
  buildContainer,
  buildItem,
  buildJob,
  buildReference,
  buildReferenceKind,
} from '#testing/factories.ts'
import { withOwner } from '#server/db/owner.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()

/** The numbers of all jobs that a query finds, by the list and by the table alike. */
async function listed(query: Record<string, string>): Promise<number[]> {
  const text = new URLSearchParams(query).toString()
  const jobs = await company.call<JobRow[]>('GET', `/api/shipment?${text}`)
  const rows = await company.call<JobTableRow[]>('GET', `/api/shipment/table?${text}`)
  const numbers = rows.body.map(row => row.jobId)
  expect(jobs.body.map(job => job.jobId)).toEqual(numbers)
  expect(rows.headers['x-total-count']).toBe(String(numbers.length))
  return numbers
}

const searched = (search: string) => listed({ search })

/** What the search of everything finds, and by what. */
const everywhere = async (text: string) => {
  const { body } = await company.call<SearchReply>('GET', `/api/search?text=${encodeURIComponent(text)}`)
  return body.jobs.map(({ jobId, matched }) => ({ jobId, matched }))
}

const writings = [
  'KSOU4182075',
  'KSOU 418207-5',
  'ksou 418 207 5',
  'KSOU-418.207/5',
  'ksou\u{a0}418207\u{2011}5',
  'SOU 418 2',
]

test('a container is found however its number is written, there and in the search', async () => {
  await buildJob(company, { name: 'KSOU' })
  for (const number of ['KSOU4182075', 'KSOU 418207-5']) {
    const job = await buildJob(company)
    await buildContainer(company, job.id, { number })
  }
  // As a number was kept before it was kept as it stands on the door.
  await withOwner(product.ownerUrl, owner =>
    owner.query(
      `update containers set number = 'KSOU 418207-5' where account_id = $1 and job_id =
      (select id from jobs where account_id = $1 and job_number = 3)`,
      [company.membership.account.id],
    ),
  )
  for (const text of writings) {
    expect([text, await searched(text)]).toEqual([text, [3, 2]])
    expect([text, await listed({ container: text })]).toEqual([text, [3, 2]])
    expect([text, await listed({ search: text, status: '1', sort: 'etd' })]).toEqual([text, [3, 2]])
    expect([text, await everywhere(text)]).toEqual([
      text,
      [
        { jobId: 3, matched: { field: 'container', value: 'KSOU 418207-5' } },
        { jobId: 2, matched: { field: 'container', value: 'KSOU4182075' } },
      ],
    ])
  }
  for (const text of ['KSOU 418207-6', 'KSOU 418 5']) {
    expect([text, await searched(text)]).toEqual([text, []])
    expect([text, await listed({ container: text })]).toEqual([text, []])
  }
  // Nothing would be left of it, which every number contains.
  expect(await listed({ container: '- -' })).toEqual([])
})

test('air waybills, house bills, seals and references are found however they are written', async () => {
  const job = await buildJob(company, { mbl: '176-1234 5675', hbl: 'HKHI 24/0117' })
  await buildContainer(company, job.id, { seals: ['SL-120 345', 'ML7701'] })
  await buildReference(company, job.id, { kind: 'booking', number: 'EGLV 1496-00' })
  for (const [text, field, value] of [
    ['17612345675', 'mbl', '176-1234 5675'],
    ['176-1234 5675', 'mbl', '176-1234 5675'],
    ['176-12345675', 'mbl', '176-1234 5675'],
    ['hkhi240117', 'hbl', 'HKHI 24/0117'],
    ['sl120345', 'seal', 'SL-120 345'],
    ['ML 77-01', 'seal', 'ML7701'],
    ['eglv149600', 'booking', 'EGLV 1496-00'],
  ]) {
    expect([text, await searched(text ?? '')]).toEqual([text, [1]])
    expect([text, await everywhere(text ?? '')]).toEqual([text, [{ jobId: 1, matched: { field, value } }]])
  }
  expect(await listed({ reference: 'EGLV-149600' })).toEqual([1])
  // Two seals are no longer one.
  expect(await searched('345ML7701')).toEqual([])
})

test('words are searched for as they stand', async () => {
  await buildJob(company, { name: 'Tea-sets', mbl: 'AB-CD' })
  expect(await searched('tea-sets')).toEqual([1])
  expect(await searched('teasets')).toEqual([])
  expect(await searched('tea sets')).toEqual([])
  expect(await searched('ab-c')).toEqual([1])
})

test('a house without containers is found by those of its master, and shows them', async () => {
  const master = await buildJob(company, { name: 'Master' })
  const [house, own] = [
    await buildJob(company, { masterShipmentId: master.id }),
    await buildJob(company, { masterShipmentId: master.id }),
  ]
  await buildContainer(company, own.id, { number: 'TGHU1112223', sizeType: '22G1' })
  const stranger = await buildCompany(product)
  await buildJob(stranger)
  const ofMaster = await buildContainer(company, master.id, {
    number: 'KSOU4182075',
    sizeType: '45G1',
    seals: ['SL 99-1'],
  })
  expect(await searched('KSOU 418207-5')).toEqual([2, 1])
  expect(await searched('sl991')).toEqual([2, 1])
  expect(await listed({ container: 'ksou4182' })).toEqual([2, 1])
  expect(await listed({ container: 'ksou4182', master: master.id })).toEqual([2])
  expect(await everywhere('ksou 4182075')).toEqual(
    [2, 1].map(jobId => ({ jobId, matched: { field: 'container', value: 'KSOU4182075' } })),
  )
  const shown = async () => {
    const { body } = await company.call<JobTableRow[]>('GET', '/api/shipment/table?further=containers')
    return body.map(row => [row.jobId, row.containers, row.containerTypes])
  }
  const before = [
    [3, 'TGHU1112223', [{ type: '22G1', count: 1 }]],
    [2, 'KSOU4182075', [{ type: '45G1', count: 1 }]],
    [1, 'KSOU4182075', [{ type: '45G1', count: 1 }]],
  ]
  expect(await shown()).toEqual(before)

  // The last one of its own is taken away.
  const [lastOwn] = (await company.call<Container[]>('GET', `/api/container?shipmentId=${own.id}`)).body
  await company.call('DELETE', `/api/container/${lastOwn?.id}`)
  expect(await searched('ksou4182075')).toEqual([3, 2, 1])
  expect(await searched('tghu1112223')).toEqual([])

  // The master's is renamed, and one comes to the house.
  await company.call('PUT', '/api/container', { id: ofMaster.id, number: 'MSCU 700123-4' })
  expect(await searched('mscu7001234')).toEqual([3, 2, 1])
  expect(await searched('ksou4182075')).toEqual([])
  await buildContainer(company, house.id, { number: 'OOLU5550001' })
  expect(await searched('mscu7001234')).toEqual([3, 1])
  expect(await searched('oolu 555 000 1')).toEqual([2])

  // A house that leaves its master leaves the containers.
  await company.call('PUT', '/api/shipment', { id: own.id, masterShipmentId: null })
  expect(await searched('mscu7001234')).toEqual([1])
  expect(await listed({ container: 'mscu7001234' })).toEqual([1])
  await company.call('PUT', '/api/shipment', { id: own.id, masterShipmentId: master.id })
  expect(await listed({ container: 'mscu7001234' })).toEqual([3, 1])
  await company.call('DELETE', `/api/container/${ofMaster.id}`)
  expect(await searched('mscu7001234')).toEqual([])
  expect(await shown()).toEqual([
    [3, null, null],
    [2, 'OOLU5550001', [{ type: null, count: 1 }]],
    [1, null, null],
  ])
})

test('containers that are pasted into a master are found in each of its houses', async () => {
  const master = await buildJob(company)
  for (let made = 0; made < 60; made += 1) await buildJob(company, { masterShipmentId: master.id })
  const containers = Array.from({ length: 120 }, (_, at) => ({
    id: crypto.randomUUID(),
    number: `KSOU 9${String(at).padStart(5, '0')}-1`,
  }))
  await company.call('POST', '/api/container/many', { shipmentId: master.id, containers })
  for (const text of ['KSOU9000001', 'KSOU 900119-1']) {
    const { headers } = await company.call('GET', `/api/shipment?search=${encodeURIComponent(text)}`)
    expect([text, headers['x-total-count']]).toEqual([text, '61'])
  }
})

test('a reference is looked for in its kind, and a kind that a job lacks finds it', async () => {
  const dossier = await buildReferenceKind(company, 'Dossier')
  const [first, second] = [await buildJob(company), await buildJob(company), await buildJob(company)]
  await buildReference(company, first.id, { kind: 'booking', number: 'AB 11-22' })
  await buildReference(company, first.id, { kind: 'customsDeclaration', number: 'ZZ99' })
  await buildReference(company, second.id, { kind: 'customsDeclaration', number: 'AB1122' })
  await buildReference(company, second.id, { kind: dossier.id, number: 'D-7' })
  await buildReference(company, second.id, { kind: 'booking', number: '' })
  expect(await listed({ reference: 'ab1122' })).toEqual([2, 1])
  expect(await listed({ reference: 'ab1122', referenceKind: 'booking' })).toEqual([1])
  expect(await listed({ reference: 'zz99', referenceKind: 'booking' })).toEqual([])
  expect(await listed({ referenceKind: 'customsDeclaration' })).toEqual([2, 1])
  expect(await listed({ referenceKind: dossier.id })).toEqual([2])
  expect(await listed({ referenceKind: 'booking' })).toEqual([1])
  expect(await listed({ noReference: 'booking' })).toEqual([3, 2])
  expect(await listed({ noReference: dossier.id, search: '' })).toEqual([3, 1])
  expect(await listed({ noReference: 'letterOfCredit', referenceKind: 'customsDeclaration' })).toEqual([2, 1])
})

test('goods, seals and what is said of a job are filtered by', async () => {
  const [first, second, third] = [await buildJob(company), await buildJob(company), await buildJob(company)]
  await buildItem(company, first.id, { hsCode: '6302.10.01', marksAndNumbers: 'ACME\nHAMBURG' })
  await buildItem(company, second.id, { unNumber: 'UN 1263' })
  await buildItem(company, third.id, { hazardClass: 3 })
  await buildContainer(company, third.id, { seals: ['ML 77-01'] })
  await company.call('PUT', '/api/shipment', {
    ...{ id: third.id, handlingInformation: 'Keep DRY', valueForCarriage: 1000.5, insuranceAmount: 0 },
    receivedAtCfs: '2026-11-20',
  })
  for (const [query, found] of [
    [{ hsCode: '630210' }, [1]],
    [{ hsCode: '6302.10' }, [1]],
    [{ marks: 'acme' }, [1]],
    [{ unNumber: 'UN 1263' }, [2]],
    [{ unNumber: '1263' }, [2]],
    [{ dangerousGoods: '1' }, [3, 2]],
    [{ dangerousGoods: '0' }, [1]],
    [{ dangerousGoods: '0,1' }, [3, 2, 1]],
    [{ seal: 'ml7701' }, [3]],
    [{ handlingInformation: 'keep dry' }, [3]],
    [{ valueForCarriageFrom: '1000.5', valueForCarriageTo: '1000.5' }, [3]],
    [{ valueForCarriageFrom: '1000.6' }, []],
    [{ insuranceAmountTo: '0' }, [3]],
    [{ valueForCustomsFrom: '0' }, []],
    [{ receivedAtCfsFrom: '2026-11-20', receivedAtCfsTo: '2026-11-20' }, [3]],
    [{ receivedAtCfsTo: '2026-11-19' }, []],
  ] as [Record<string, string>, number[]][])
    expect([query, await listed(query)]).toEqual([query, found])
})

test.for([
  'referenceKind=bookings',
  'noReference=',
  'dangerousGoods=2',
  'seal=ab',
  'valueForCarriageFrom=-1',
  'valueForCarriageTo=1.23456',
  'valueForCustomsFrom=1e3',
  'freeDaysFrom=1.5',
])('“%s” is refused', async query => {
  expectProblem(await company.call('GET', `/api/shipment?${query}`), 'invalid_input')
})
