import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()

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

test('two uploads that wait for each other are both kept', async () => {
  const [one, other] = [await buildJob(company), await buildJob(company)]
  // Whoever adds a document to one of these two then reaches for the other, and holds its own meanwhile.
  await rows.select(`
    create function reach_by_document() returns trigger language plpgsql as $$
    begin
      if new.name like 'crossing%' then
        insert into tries values (new.job_id);
        perform from jobs where account_id = new.account_id and id = new.job_id for update;
        perform pg_sleep(0.3);
        perform from jobs where account_id = new.account_id and id <> new.job_id
          and id in ('${one.id}', '${other.id}') for update;
      end if;
      return new;
    end $$;
    create trigger reach_by_document after insert on documents for each row execute function reach_by_document()`)
  const replies = await Promise.all(
    [one, other].map(({ id }, at) => {
      const { payload, headers } = formWithFile(
        { name: `crossing ${at}.txt`, content: 'x' },
        { shipmentId: id },
      )
      return company.call<{ name: string }>('POST', '/api/document', payload, headers)
    }),
  )
  expect(replies.map(({ status, body }) => [status, body.name])).toEqual([
    [201, 'crossing 0.txt'],
    [201, 'crossing 1.txt'],
  ])
  expect(await rows.select(`select name from documents where name like 'crossing%' order by 1`)).toEqual([
    { name: 'crossing 0.txt' },
    { name: 'crossing 1.txt' },
  ])
})

test.each(['signIn', 'pool'] as const)(
  'transactions of the %s that wait for each other are both made',
  async which => {
    const keys = [`one of ${which}`, `other of ${which}`]
    const pool = product.database[which]
    const table = which === 'signIn' ? 'sign_in_limits' : 'counted'
    if (which === 'pool')
      await rows.select(
        'create table counted (key text primary key, attempts int, expires_at timestamptz); grant all on counted to lading_app',
      )
    await rows.select(`insert into ${table} (key, attempts, expires_at)
    select unnest(array['${keys.join("','")}']), 0, now() + interval '1 hour'`)
    let begun = 0
    const add = (key: string | undefined) =>
      `update ${table} set attempts = attempts + 1 where key = '${key}'`
    await Promise.all(
      [keys, [...keys].reverse()].map(([first, second]) =>
        pool.transaction(async statements => {
          begun += 1
          await statements.query(add(first))
          await statements.query('select pg_sleep(0.3)')
          await statements.query(add(second))
        }),
      ),
    )
    // Two, and what the database has undone; on a busy machine the second try can meet the other once more.
    expect(begun).toBeGreaterThan(2)
    expect(await rows.select(`select attempts from ${table} where key like '% of ${which}'`)).toEqual([
      { attempts: 2 },
      { attempts: 2 },
    ])
  },
)
