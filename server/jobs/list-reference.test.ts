import { beforeAll, expect, test } from 'vitest'
import { type JobSort, jobSorts } from '#contract/job-columns.ts'
import {
  dayBounds,
  type DayBound,
  type DayFilterField,
  dayFilterFields,
  textFilterNames,
} from '#contract/job-list-filters.ts'
import { recordOf } from '#contract/typed-objects.ts'
import { readSearch } from '#server/jobs/list-search.ts'
import { dice } from '#testing/seed/dice.ts'
import { seed } from '#testing/seed/seed.ts'
import { testProduct } from '#testing/test-company.ts'
import type { JobListOptions } from './list-parameters.ts'
import { readJobPage } from './list-records.ts'

// The list finds its pages in many ways: each must answer what a slow and plain query does.
const JOBS = 1200
const { product, rows } = testProduct()
const roll = dice(20_261_123)

let accountId: string
let ports: string[]
let parties: string[]
let owners: string[]

/** In few looks each of the ways is taken with few jobs. */
const EFFORT = { few: 60, lookedAt: 150, shallow: 100 }

beforeAll(async () => {
  await seed(product, {
    ...{ jobs: JOBS, accounts: 2, email: 'reference@lading.example', password: 'a long enough password' },
    company: 'Harbour',
    log: () => undefined,
  })
  const [account] = await rows.select<{ id: string }>(`select id from accounts where name = 'Harbour'`)
  accountId = account?.id ?? ''
  const ids = async (table: string) =>
    (
      await rows.select<{ id: string }>(`select id from ${table} where account_id = $1 order by id`, [
        accountId,
      ])
    ).map(({ id }) => id)
  owners = Array.from({ length: 5 }, () => crypto.randomUUID())
  await rows.select(
    `insert into users (account_id, id, subject, display_name, email, role)
     select $1, id, id::text, name, '', 'staff' from unnest($2::uuid[], $3::text[]) as person (id, name)`,
    [accountId, owners, ['Sana', 'amina', 'Sana', 'Émile', 'Zoe']],
  )
  // Ties and empty values everywhere; companies and ports of one name, and of none.
  await rows.select(
    `update jobs set
       status = case when job_number % 17 = 0 then null else status end,
       transport_mode = case when job_number % 13 = 0 then null else transport_mode end,
       load_type = case when job_number % 19 = 0 then null else load_type end,
       quote_type = case when job_number % 11 = 0 then null else quote_type end,
       direction = case when job_number % 7 = 0 then null else direction end,
       etd = case when job_number % 23 = 0 then null else etd end,
       eta = case when job_number % 29 = 0 then null else eta end,
       name = case when job_number % 31 = 0 then null when job_number % 5 = 0 then 'Émile & Sons' else name end,
       commodity = case when job_number % 9 = 0 then null else commodity end,
       master_bl = case when job_number % 3 = 0 then null else master_bl end,
       house_bl = case when job_number % 4 = 0 then null when job_number % 9 = 0 then '' else house_bl end,
       documents_emailed_to_customer_on = case when job_number % 2 = 0 then etd end,
       delivery_order_picked_up_on = case when job_number % 5 < 3 then eta end,
       gross_weight = case when job_number % 4 = 0 then null else round(gross_weight / 1000) end,
       weight_unit = job_number % 2, volume_unit = (job_number / 2) % 2,
       net_weight = case when job_number % 10 = 0 then null else net_weight end,
       volume = case when job_number % 12 = 0 then null else round(volume) end,
       number_of_packages = case when job_number % 14 = 0 then null else number_of_packages % 50 end,
       via_port_id = case when job_number % 6 = 0 then discharge_port_id end,
       loading_port_id = case when job_number % 8 = 0 then null else loading_port_id end,
       voyage_number = case when job_number % 18 = 0 then null else voyage_number end,
       owner_id = case when job_number % 21 = 0 then null else ($2::uuid[])[1 + job_number % 5] end,
       master_job_id = case when job_number % 15 = 0 then
         (select m.id from jobs m where m.account_id = $1 and m.job_number = 1 + jobs.job_number % 4) end
     where account_id = $1 and job_number > 4`,
    [accountId, owners],
  )
  ports = await ids('ports')
  parties = await ids('parties')
  await rows.select(`update ports set name = 'One name' where id = any ($1)`, [ports.slice(0, 3)])
  await rows.select(`update ports set name = null where id = any ($1)`, [ports.slice(3, 5)])
  await rows.select(
    `update organisations set name = 'Same Name' where id in (select organisation_id from parties where id = any ($1))`,
    [parties.slice(0, 6)],
  )
  await rows.select(`update documents set deleted_at = now() where account_id = $1 and job_id::text < '4'`, [
    accountId,
  ])
  await rows.select(
    `update jobs set
       incoterm = case when job_number % 2 = 0 then job_number % 11 end,
       service = case when job_number % 3 = 0 then job_number % 9 end,
       freight_payment = case when job_number % 4 < 2 then job_number % 4 end,
       place_of_receipt = case when job_number % 5 = 0 then 'Sialkot' end,
       place_of_delivery = case when job_number % 6 = 0 then 'IPSWICH' end,
       incoterm_place = case when job_number % 4 = 0 then 'Karachi' end,
       freight_payable_at = case when job_number % 5 < 2 then 'ROTTERDAM' end,
       place_of_issue = case when job_number % 3 = 0 then 'Sialkot' end,
       number_of_originals = case when job_number % 7 > 0 then job_number % 4 end,
       empty_depot = case when job_number % 3 = 0 then 'KICT Depot' end,
       container_terminal = case when job_number % 4 = 1 then 'Qict' end,
       release_valid_until = case when job_number % 3 < 2 then eta + 5 end,
       free_days = case when job_number % 2 = 0 then job_number % 22 end,
       departed_on = case when job_number % 2 = 0 then etd + 1 end, arrived_on = eta - 2, on_board_on = etd,
       issued_on = etd - 1, valid_until = case when job_number % 3 = 0 then etd - 20 end,
       documents_cut_off = case when job_number % 2 = 0 then etd - interval '31 hours' end,
       vgm_cut_off = case when job_number % 3 = 0 then etd + time '23:59' end,
       cargo_cut_off = case when job_number % 5 = 0 then etd + time '00:00' end
     where account_id = $1`,
    [accountId],
  )
  await rows.select(
    `insert into containers (account_id, id, job_id, number)
     select account_id, gen_random_uuid(), id,
       case when job_number % 4 = 0 then 'MSKU' else 'MSKU ' end || (1234560 + job_number % 10) from jobs
     where account_id = $1 and (job_number % 6 = 0 or job_number in (2, 3))`,
    [accountId],
  )
  await rows.select(
    `insert into job_references (account_id, id, job_id, kind, number)
     select account_id, gen_random_uuid(), id, kind, case kind when 'booking' then 'BK' else 'PO ' end || job_number
     from jobs, unnest(array['booking', 'purchaseOrder']) as kind where account_id = $1 and job_number % 4 = 0`,
    [accountId],
  )
  await rows.select(
    `update containers set seals = case when number like 'MSKU %' then array['SL-' || position % 7, 'KX 9'] end
     where account_id = $1`,
    [accountId],
  )
  await rows.select(
    `update items set marks_and_numbers = case when quantity % 3 = 0 then 'ACME ' || quantity end,
       hs_code = case when quantity % 4 = 0 then '6302.' || quantity % 30 end,
       un_number = case when quantity % 9 = 0 then '1' || (260 + quantity % 5) end,
       hazard_class = case when quantity % 11 = 0 then 3 end
     where account_id = $1`,
    [accountId],
  )
  await rows.select(
    `update jobs set received_at_cfs_on = case when job_number % 3 = 0 then etd - 5 end,
       handling_information = case when job_number % 4 = 0 then 'Keep DRY' end,
       value_for_carriage = case when job_number % 5 = 0 then job_number + 0.5 end,
       value_for_customs = case when job_number % 3 = 0 then job_number * 2 end,
       insurance_amount = case when job_number % 2 = 0 then job_number end
     where account_id = $1`,
    [accountId],
  )
  await rows.select(`delete from job_parties where account_id = $1 and id::text < '2'`, [accountId])
  await rows.select('vacuum analyze')
}, 300_000)

const partyName = (role: string) => `(select lower(o.name) from job_parties jp
  join parties p on p.account_id = jp.account_id and p.id = jp.party_id
  join organisations o on o.account_id = p.account_id and o.id = p.organisation_id
  where jp.account_id = j.account_id and jp.job_id = j.id and jp.role = '${role}')`
const portName = (column: string) =>
  `(select lower(p.name) from ports p where p.account_id = j.account_id and p.id = j.${column})`

/** What each column sorts by, from the tables themselves. */
const keys: Record<string, string> = {
  jobId: 'j.job_number',
  name: 'lower(j.name)',
  status: 'j.status',
  consignee: partyName('consignee'),
  transportMode: 'j.transport_mode',
  loadType: 'j.load_type',
  etd: 'j.etd',
  eta: 'j.eta',
  shipper: partyName('shipper'),
  agent: partyName('agent'),
  carrier: partyName('carrier'),
  commodity: 'lower(j.commodity)',
  quoteType: 'j.quote_type',
  loadingPort: portName('loading_port_id'),
  destinationPort: portName('destination_port_id'),
  viaPort: portName('via_port_id'),
  dischargePort: portName('discharge_port_id'),
  grossWeight: 'j.gross_weight * case when j.weight_unit = 1 then 1000 else 1 end',
  netWeight: 'j.net_weight * case when j.weight_unit = 1 then 1000 else 1 end',
  volume: 'j.volume * case when j.volume_unit = 1 then 0.0283168 else 1 end',
  numberOfPackages: 'j.number_of_packages',
  mbl: 'lower(j.master_bl)',
  hbl: 'lower(j.house_bl)',
  igm: 'lower(j.igm)',
  indexNumber: 'lower(j.index_number)',
  shedNumber: 'lower(j.shed_number)',
  direction: 'j.direction',
  master: '(select m.job_number from jobs m where m.account_id = j.account_id and m.id = j.master_job_id)',
  voyage: 'lower(j.voyage_number)',
  owner:
    '(select lower(u.display_name) from users u where u.account_id = j.account_id and u.id = j.owner_id)',
}

type Filters = Omit<JobListOptions, 'search' | 'sort' | 'offset' | 'limit' | 'further' | 'unowned'> & {
  search?: string
}

const conditions: Record<keyof Filters, string> = {
  search: `case when length($) < 3 then j.job_number::text = $ else exists (select from job_index i
    where i.account_id = j.account_id and i.job_id = j.id and i.search_text like '%' || $ || '%') end`,
  status: 'j.status = any ($)',
  mode: 'j.transport_mode = any ($)',
  loadType: 'j.load_type = any ($)',
  quoteType: 'j.quote_type = any ($)',
  direction: 'j.direction = any ($)',
  party: `exists (select from job_parties jp where jp.account_id = j.account_id and jp.job_id = j.id and jp.party_id = $)`,
  port: '$ in (j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id)',
  master: 'j.master_job_id = $',
  owner: 'j.owner_id = $',
  open: '(j.status is null or j.status = 1) and $ is not null',
  noHouseBl: `(j.house_bl is null or j.house_bl = '') and $ is not null`,
  noDocument: `j.id not in (select job_id from documents where account_id = j.account_id and deleted_at is null)
    and $ is not null`,
  noArrivalNotice: `j.documents_emailed_to_customer_on is null and coalesce(j.direction, 0) = 0 and $ is not null`,
  overdue: `j.status = 1 and case when coalesce(j.direction, 0) = 0
    then j.eta < $ and j.delivery_order_picked_up_on is null
      or j.etd < $ and nullif(j.house_bl, '') is null and nullif(j.master_bl, '') is null
    else j.etd < $ and coalesce(j.transport_mode, 0) <> 1 and (
      nullif(j.house_bl, '') is null and j.master_job_id is not null
      or nullif(j.master_bl, '') is null and not exists (
        select from jobs m where m.account_id = j.account_id and m.id = j.master_job_id and m.master_bl > '')) end`,
  incoterm: 'j.incoterm = any ($)',
  service: 'j.service = any ($)',
  freightPayment: 'j.freight_payment = any ($)',
  placeOfReceipt: `position(trim($, '%') in lower(j.place_of_receipt)) > 0`,
  placeOfDelivery: `position(trim($, '%') in lower(j.place_of_delivery)) > 0`,
  incotermPlace: `position(trim($, '%') in lower(j.incoterm_place)) > 0`,
  freightPayableAt: `position(trim($, '%') in lower(j.freight_payable_at)) > 0`,
  placeOfIssue: `position(trim($, '%') in lower(j.place_of_issue)) > 0`,
  emptyDepot: `position(trim($, '%') in lower(j.empty_depot)) > 0`,
  containerTerminal: `position(trim($, '%') in lower(j.container_terminal)) > 0`,
  originalsFrom: 'j.number_of_originals >= $::integer',
  originalsTo: 'j.number_of_originals <= $::integer',
  freeDaysFrom: 'j.free_days >= $::integer',
  freeDaysTo: 'j.free_days <= $::integer',
  container: `case when j.id in (select job_id from containers where account_id = j.account_id) then j.id
    else j.master_job_id end in (select job_id from containers where account_id = j.account_id
      and position(trim($, '%') in replace(lower(number), ' ', '')) > 0)`,
  reference: `j.id in (select job_id from job_references where account_id = j.account_id
    and position(trim($, '%') in replace(lower(number), ' ', '')) > 0)`,
  referenceKind: `j.id in (select job_id from job_references where account_id = j.account_id
    and kind = $ and number > '')`,
  noReference: `j.id not in (select job_id from job_references where account_id = j.account_id
    and kind = $ and number > '')`,
  dangerousGoods: `(select count(*) > 0 from items where account_id = j.account_id and job_id = j.id
    and (coalesce(un_number, '') > '' or hazard_class >= 0))::integer = any ($)`,
  hsCode: ofItems(`replace(hs_code, '.', '')`),
  unNumber: ofItems('un_number'),
  marks: ofItems('lower(marks_and_numbers)'),
  seal: `case when j.id in (select job_id from containers where account_id = j.account_id) then j.id
    else j.master_job_id end in (select job_id from containers, unnest(seals) as seal
      where account_id = j.account_id
      and position(trim($, '%') in replace(replace(lower(seal), ' ', ''), '-', '')) > 0)`,
  handlingInformation: `position(trim($, '%') in lower(j.handling_information)) > 0`,
  valueForCarriageFrom: 'j.value_for_carriage >= $::numeric',
  valueForCarriageTo: 'j.value_for_carriage <= $::numeric',
  valueForCustomsFrom: 'j.value_for_customs >= $::numeric',
  valueForCustomsTo: 'j.value_for_customs <= $::numeric',
  insuranceAmountFrom: 'j.insurance_amount >= $::numeric',
  insuranceAmountTo: 'j.insurance_amount <= $::numeric',
  ...dayConditions(),
}

function ofItems(text: string) {
  return `j.id in (select job_id from items where account_id = j.account_id and position(trim($, '%') in ${text}) > 0)`
}

function dayConditions() {
  const columns: Record<DayFilterField, string> = {
    etd: 'etd',
    eta: 'eta',
    atd: 'departed_on',
    ata: 'arrived_on',
    onBoardDate: 'on_board_on',
    dateOfIssue: 'issued_on',
    validUntil: 'valid_until',
    releaseValidUntil: 'release_valid_until',
    documentsCutOff: 'documents_cut_off::date',
    vgmCutOff: 'vgm_cut_off::date',
    cargoCutOff: 'cargo_cut_off::date',
    receivedAtCfs: 'received_at_cfs_on',
  }
  return Object.fromEntries(
    dayFilterFields.flatMap(field => [
      [`${field}From`, `j.${columns[field]} >= $::date`],
      [`${field}To`, `j.${columns[field]} <= $::date`],
    ]),
  ) as Record<DayBound, string>
}

const amountBounds = [
  'valueForCarriageFrom',
  'valueForCarriageTo',
  'valueForCustomsFrom',
  'valueForCustomsTo',
  'insuranceAmountFrom',
  'insuranceAmountTo',
] as const

const asText = [
  'search',
  'open',
  'noHouseBl',
  'noDocument',
  'noArrivalNotice',
  'referenceKind',
  'noReference',
  ...textFilterNames,
]

/** The numbers of all jobs that match, in order. */
async function expected(sort: JobSort, filters: Filters): Promise<number[]> {
  const asked = Object.entries(filters)
  const where = asked.map(([name], at) =>
    conditions[name as keyof Filters].replaceAll(
      '$',
      `$${at + 2}${asText.includes(name) ? '::text' : name === 'overdue' ? '::date' : ''}`,
    ),
  )
  const key = keys[sort.replace('-', '')]
  const order = sort.endsWith('jobId') ? '' : `${key} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last,`
  const found = await rows.select<{ n: number }>(
    `select j.job_number::int as n from jobs j where ${['j.account_id = $1', ...where].join(' and ')}
     order by ${order} j.job_number ${sort === 'jobId' ? 'asc' : 'desc'}`,
    [accountId, ...asked.map(([, value]) => value)],
  )
  return found.map(({ n }) => n)
}

const list = (sort: JobSort, { search, ...filters }: Filters, offset: number, limit: number) =>
  product.database.asAccount(accountId, null, async ({ db }) => {
    const options = { ...filters, search: readSearch(search), sort, offset, limit }
    const { page } = await readJobPage(db, accountId, options, 'table', '', EFFORT)
    const jobs = JSON.parse(page?.text ?? '[]') as { jobId: number }[]
    return { numbers: jobs.map(({ jobId }) => jobId), total: page?.total }
  })

const day = () =>
  `2026-${String(roll.whole(1, 12)).padStart(2, '0')}-${String(roll.whole(1, 28)).padStart(2, '0')}`
const some = (highest: number) =>
  Array.from({ length: highest + 1 }, (_, value) => value).filter(value => roll.chance(0.5) || value === 0)

const random: Record<keyof Filters, () => unknown> = {
  search: () =>
    roll.of(['cotton', 'ltd', 'mbl', 'h00001', '17', '5', 'émile', 'same name', 'nothing of this']),
  status: () => some(3),
  mode: () => some(2),
  loadType: () => some(1),
  quoteType: () => some(2),
  direction: () => some(1),
  party: () => roll.of(parties),
  port: () => roll.of(ports),
  master: () => crypto.randomUUID(),
  owner: () => roll.of(owners),
  open: () => 'true',
  noHouseBl: () => 'true',
  noDocument: () => 'true',
  noArrivalNotice: () => 'true',
  overdue: day,
  incoterm: () => some(10),
  service: () => some(8),
  freightPayment: () => some(1),
  placeOfReceipt: () => '%sial%',
  placeOfDelivery: () => '%ipsw%',
  incotermPlace: () => '%kara%',
  freightPayableAt: () => '%rott%',
  placeOfIssue: () => '%sial%',
  emptyDepot: () => '%kict%',
  containerTerminal: () => '%qict%',
  originalsFrom: () => roll.of([0, 1, 3]),
  originalsTo: () => roll.of([0, 2, 3]),
  freeDaysFrom: () => roll.of([0, 7, 14]),
  freeDaysTo: () => roll.of([5, 7, 21]),
  container: () => roll.of(['%msku%', '%msku123456%', '%4562%', '%none%']),
  reference: () => roll.of(['%bk1%', '%po2%', '%none%']),
  referenceKind: () => roll.of(['booking', 'purchaseOrder', 'letterOfCredit']),
  noReference: () => roll.of(['booking', 'letterOfCredit']),
  dangerousGoods: () => roll.of([[0], [1], [0, 1]]),
  hsCode: () => roll.of(['%630212%', '%6302%', '%none%']),
  unNumber: () => roll.of(['%1263%', '%126%', '%none%']),
  marks: () => roll.of(['%acme%', '%acme 3%', '%none%']),
  seal: () => roll.of(['%sl3%', '%kx9%', '%none%']),
  handlingInformation: () => '%dry%',
  ...recordOf(amountBounds, () => () => roll.of([0, 100.5, 620, 900])),
  ...recordOf(dayBounds, () => day),
}

/** None, one, or several at once. */
function randomFilters(): Filters {
  const names = Object.keys(random) as (keyof Filters)[]
  const count = roll.of([0, 1, 1, 1, 2, 2, 3])
  const chosen = new Set(Array.from({ length: count }, () => roll.of(names)))
  return Object.fromEntries([...chosen].map(name => [name, random[name]()])) as Filters
}

test('pages, totals and orders are those of a plain query, whatever is asked', {
  timeout: 300_000,
}, async () => {
  const totals = new Set<number>()
  for (let round = 0; round < 220; round += 1) {
    const sort = roll.of(jobSorts)
    const filters = randomFilters()
    const limit = roll.of([1, 5, 50])
    const all = await expected(sort, filters)
    totals.add(all.length)
    const offset = roll.of([
      0,
      0,
      7,
      roll.whole(0, Math.max(all.length, 1)),
      Math.max(all.length - limit, 0),
      all.length,
    ])
    const question = JSON.stringify({ sort, filters, offset, limit })
    // Twice: the second time, the count is remembered.
    for (const turn of [1, 2])
      expect(await list(sort, filters, offset, limit), `${turn}: ${question}`).toEqual({
        numbers: all.slice(offset, offset + limit),
        total: all.length,
      })
  }
  // Or else the rounds would have compared nothing with nothing.
  expect(totals.size).toBeGreaterThan(30)
})

test('from page to page no job is left out and none comes twice', { timeout: 300_000 }, async () => {
  for (const [sort, filters] of [
    ['-status', {}],
    ['etd', {}],
    ['-carrier', {}],
    ['-viaPort', {}],
    ['-master', {}],
    ['-owner', {}],
    ['owner', { status: [1] }],
    ['mbl', { mode: [2] }],
    ['-grossWeight', { direction: [0] }],
    ['-etd', { search: 'ltd' }],
  ] as [JobSort, Filters][]) {
    const met = []
    for (let offset = 0; offset < JOBS; offset += 90)
      met.push(...(await list(sort, filters, offset, 90)).numbers)
    expect(met, sort).toEqual(await expected(sort, filters))
  }
})
