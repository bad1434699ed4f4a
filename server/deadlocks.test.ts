import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCompany, buildJob, type Caller } from '#testing/factories.ts'
import { openRows, type Rows } from '#testing/rows.ts'

let product: TestApp
let rows: Rows
let company: Caller

beforeAll(async () => {
  product = await startTestApp()
  rows = await openRows(product)
  company = await buildCompany(product)
})
afterAll(async () => {
  await rows?.close()
  await product?.close()
})

test('two saves that wait for each other are both made', async () => {
  const [one, other] = [await buildJob(company), await buildJob(company)]
  // Each save of one of these two then reaches for the other as well, and holds its own meanwhile.
  await rows.select(`
    create table tries (id uuid);
    grant insert on tries to lading_app;
    create function reach() returns trigger language plpgsql as $$
    begin
      if new.name like 'Crossing%' then
        insert into tries values (new.id);
        perform pg_sleep(0.3);
        perform from jobs j where j.account_id = new.account_id and j.id <> new.id
          and j.id in ('${one.id}', '${other.id}') for update;
      end if;
      return new;
    end $$;
    create trigger reach after update on jobs for each row execute function reach()`)
  const replies = await Promise.all(
    [one, other].map(({ id }, at) =>
      company.call<Job>('PUT', '/api/shipment', { id, name: `Crossing ${at}` }),
    ),
  )
  expect(replies.map(({ status, body }) => [status, body.name])).toEqual([
    [200, 'Crossing 0'],
    [200, 'Crossing 1'],
  ])
  expect(await rows.select(`select name from jobs where name like 'Crossing%' order by 1`)).toEqual([
    { name: 'Crossing 0' },
    { name: 'Crossing 1' },
  ])
})
