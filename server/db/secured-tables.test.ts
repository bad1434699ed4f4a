import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'

let borrowed: BorrowedDatabase
let owner: Client

beforeAll(async () => {
  borrowed = await borrowDatabase()
  owner = new Client({ connectionString: borrowed.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await borrowed?.release()
})

// They hold nothing of a company; those of the sign-in may be read by its role alone, as roles.test.ts shows.
const withoutCompany = [
  'ended_sessions',
  'identity_browsers',
  'identity_links',
  'identity_recovery_codes',
  'identity_users',
  'oidc_keys',
  'oidc_state',
  'product_mails',
  'schema_migrations',
  'sign_in_limits',
  'worker_pools',
  'world_ports',
]

/** By table, in what its row-level security falls short; nothing for those of `withoutCompany`. */
async function shortcomings(): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<Record<'name' | 'enabled' | 'forced' | 'owned' | 'bound', string>>(
    `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
       exists (
         select from pg_policy p
         where p.polrelid = c.oid and p.polname = 'of_owner' and p.polroles = array[c.relowner]
           and p.polpermissive and p.polcmd = '*'
           and pg_get_expr(p.polqual, c.oid) = 'true' and pg_get_expr(p.polwithcheck, c.oid) = 'true') as owned,
       not exists (
         select from pg_policy p
         where p.polrelid = c.oid and p.polname <> 'of_owner'
           and pg_get_expr(p.polqual, c.oid) not like '%SELECT current_account() AS current_account%') as bound
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  return Object.fromEntries(
    rows
      .filter(({ name }) => !withoutCompany.includes(name))
      .map(({ name, ...has }) => [name, Object.entries(has).flatMap(([what, isSo]) => (isSo ? [] : [what]))]),
  )
}

test('every table of a company is secured, against its owner too, and lets the owner through by a policy', async () => {
  const found = await shortcomings()
  expect(Object.entries(found).filter(([, missing]) => missing.length > 0)).toEqual([])
  expect(Object.keys(found).length).toBeGreaterThan(35)
  expect(found).toHaveProperty('memberships')
})

test('a table that a later migration adds is secured as the others, or found here', async () => {
  await owner.query(`
    create table berths (account_id uuid not null, id uuid not null, primary key (account_id, id));
    create table cranes (account_id uuid not null, id uuid not null, primary key (account_id, id));
    create table piers (account_id uuid not null, id uuid not null, primary key (account_id, id));
    call isolate_by_account('berths');
    alter table cranes enable row level security;
    create policy own_account on cranes using (account_id = (select current_account()));`)
  expect(await shortcomings()).toMatchObject({
    berths: [],
    cranes: ['forced', 'owned'],
    piers: ['enabled', 'forced', 'owned'],
  })
  // As each upgrade ends.
  await owner.query('call let_owner_see_all()')
  expect(await shortcomings()).toMatchObject({ cranes: [], piers: ['enabled', 'forced', 'owned'] })
})
