import { beforeAll, expect, test } from 'vitest'
import { testProduct } from '#testing/test-company.ts'
import { carriers } from './carriers.ts'
import { seed } from './seed.ts'

// Whoever looks around in the seeded company finds no figure that a forwarder would laugh at.
const JOBS = 300
const { product, rows } = testProduct()

beforeAll(async () => {
  const names = { email: 'demo@lading.example', password: 'a long enough password', company: 'Harbour' }
  await seed(product, { ...names, jobs: JOBS, log: () => undefined })
})

/** The rows for which a condition does not hold; there must be others, so that it says something. */
async function expectAll(from: string, condition: string) {
  const answer = await rows.select<{ all: number; wrong: unknown[] }>(
    `select count(*)::int as all,
       coalesce(jsonb_agg(to_jsonb(j)) filter (where (${condition}) is not true), '[]') as wrong from ${from}`,
  )
  expect(answer[0]?.wrong).toEqual([])
  expect(answer[0]?.all).toBeGreaterThan(3)
}

const sumOf = (column: string) => `(select sum(i.${column}) from items i where i.job_id = j.id)`

test('the items of a job weigh what the job weighs, to the gram, and are as many packs', async () => {
  await expectAll(
    `jobs j where exists (select from items i where i.job_id = j.id)`,
    `${sumOf('gross_weight')} = gross_weight and ${sumOf('net_weight')} = net_weight and net_weight < gross_weight
     and ${sumOf('number_of_packs')} = number_of_packages and volume > 0`,
  )
  await expectAll(`jobs j where quote_type is not null`, `exists (select from items i where i.job_id = j.id)`)
})

test('a master job weighs what its houses weigh, and travels with them', async () => {
  const together = (column: string) =>
    `(select sum(h.${column}) from jobs h where h.master_job_id = j.id) = j.${column}`
  await expectAll(
    `jobs j where exists (select from jobs h where h.master_job_id = j.id)`,
    ['gross_weight', 'net_weight', 'volume', 'number_of_packages'].map(together).join(' and '),
  )
  const same = [
    'vessel_name',
    'voyage_number',
    'etd',
    'eta',
    'master_bl',
    'loading_port_id',
    'discharge_port_id',
  ]
  await expectAll(
    `jobs j join jobs m on m.id = j.master_job_id`,
    `${same.map(column => `j.${column} is not distinct from m.${column}`).join(' and ')} and j.load_type = 1`,
  )
})

test('cargo fits into what carries it', async () => {
  await expectAll(`jobs j where load_type = 0`, `gross_weight <= 3 * 26000 and volume <= 3 * 62`)
  await expectAll(`jobs j where load_type = 1`, `gross_weight <= 8000 and volume <= 12`)
  await expectAll(`jobs j where transport_mode = 0`, `gross_weight <= 1600 and load_type is null`)
})

const charges = (table: string) => `exists (select from ${table} c where c.finance_id = j.finance_id)`

test('charges are those that the quote type and the load call for', async () => {
  await expectAll(
    `jobs j where quote_type is not null`,
    `${charges('origin_charges')} = (quote_type = 1) and ${charges('freight_charges')} = (quote_type <> 0)
     and ${charges('destination_charges')}`,
  )
  await expectAll(
    `jobs j join freight_charges f on f.finance_id = j.finance_id`,
    `case when j.transport_mode = 0 then f.total > 0 and f.plus100 > 0 and coalesce(f.lcl, f.fcl20, f.fcl40) is null
       when j.load_type = 0 then num_nonnulls(f.fcl20, f.fcl40) = 1 and f.lcl is null
       when j.load_type = 1 then f.lcl > 0 and coalesce(f.fcl20, f.fcl40) is null
       else coalesce(f.lcl, f.fcl20, f.fcl40, f.plus100) is null and f.other_freight_charges > 0 end`,
  )
})

test('vessels, carriers, bills and ports are those of the mode', async () => {
  await expectAll(
    'jobs j',
    `(vessel_name is not null) = (transport_mode = 2) and (voyage_number is not null) = (transport_mode <> 1)
     and (load_type is not null) = (transport_mode = 2)
     and (master_bl is null or transport_mode = 2 and master_bl ~ '^[A-Z]{4}[0-9]{9}$'
       or transport_mode = 0 and master_bl ~ '^[0-9]{3}-[0-9]{8}$'
         and substr(master_bl, 5, 7)::int % 7 = substr(master_bl, 12)::int)`,
  )
  const names = (mode: keyof typeof carriers) =>
    `'{${carriers[mode].map(({ name }) => `"${name}"`).join(',')}}'::text[]`
  await expectAll(
    `jobs j join job_parties jp on jp.job_id = j.id and jp.role = 'carrier'
     join parties p on p.id = jp.party_id join organisations o on o.id = p.organisation_id`,
    `o.name = any (case j.transport_mode when 0 then ${names('air')} when 1 then ${names('road')} else ${names('sea')} end)`,
  )
  await expectAll(
    `jobs j join ports lp on lp.id in (j.loading_port_id, j.discharge_port_id) join world_ports w on w.code = lp.code
     where j.transport_mode <> 1`,
    `w.functions like case j.transport_mode when 0 then '%4%' else '%1%' end`,
  )
})

test('shipper, consignee and agent are where the job begins and ends', async () => {
  await expectAll(
    `jobs j
     join ports a on a.id = j.loading_port_id join ports b on b.id = j.discharge_port_id
     join job_parties jp on jp.job_id = j.id and jp.role in ('shipper', 'consignee', 'agent')
     join parties p on p.id = jp.party_id join contacts c on c.organisation_id = p.organisation_id`,
    `a.code <> b.code and c.country_id = case when jp.role = 'shipper' then left(a.code, 2)
       when jp.role = 'consignee' then left(b.code, 2)
       when j.direction = 1 then left(b.code, 2) else left(a.code, 2) end`,
  )
})

test('dates follow each other, and nothing is done before its day', async () => {
  await expectAll(
    `jobs j`,
    `shipment_date < ready_on and ready_on < etd and etd < eta
     and eta - etd between case transport_mode when 2 then 2 else 1 end
       and case transport_mode when 2 then 46 when 1 then 5 else 4 end
     and greatest(shipment_date, documents_received_on, documents_emailed_to_customer_on, shipping_instructions_sent_on,
       documents_submitted_to_carrier_on, delivery_order_picked_up_on) <= current_date
     and (delivery_order_picked_up_on is null or delivery_order_picked_up_on > eta)`,
  )
  await expectAll(
    `jobs j`,
    `case status when 3 then eta < current_date - 30 when 2 then eta < current_date
       when 0 then coalesce(master_bl, house_bl, igm) is null else eta > current_date - 10 end
     and (master_bl is null or etd <= current_date + 1) and (igm is null or eta <= current_date + 1)
     and (igm is null or direction = 0)`,
  )
  const states = await rows.select<{ status: number }>(
    'select status from jobs group by 1 having count(*) > 3',
  )
  expect(states.map(({ status }) => status).sort((one, other) => one - other)).toEqual([0, 1, 2, 3])
})

// What the numbering plans and postal services of the countries say, not what the seed says.
const diallingCodes = {
  ...{ PK: '92', GB: '44', AE: '971', NL: '31', DE: '49', BE: '32', CN: '86', SG: '65', MY: '60' },
  ...{ LK: '94', US: '1', BR: '55', ZA: '27', KE: '254', JP: '81', ES: '34', TR: '90', AU: '61' },
}

test('telephones and post codes are of their country, and every name is given once', async () => {
  await expectAll(
    `contacts j`,
    `case country_id ${Object.entries(diallingCodes)
      .map(([id, code]) => `when '${id}' then telephone ~ '^[+]${code} [1-9][0-9 ]+$'`)
      .join(' ')} end
     and length(regexp_replace(telephone, '[^0-9]', '', 'g')) between 10 and 12
     and case country_id when 'AE' then post_code is null when 'GB' then post_code ~ '^[A-Z]{1,2}[0-9]{1,2} [0-9][A-Z]{2}$'
       when 'PK' then post_code ~ '^[0-9]{5}$' else post_code <> '' end`,
  )
  await expectAll(`(select name, count(*) from organisations group by 1) j`, `count = 1`)
})

test('several people look after the jobs', async () => {
  const owners = await rows.select<{ count: number }>(
    'select count(*)::int from jobs group by owner_id order by 1 desc',
  )
  expect(owners).toHaveLength(5)
  expect(owners[0]?.count).toBeLessThan(JOBS / 3)
})
