import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { RUNTIME_ROLE } from '#server/db/role-pool.ts'
import { endpoints } from '#testing/endpoints.ts'
import {
  buildCompany,
  buildContainer,
  buildDefaultParty,
  buildItem,
  buildSharedView,
  buildOrganisation,
  buildParty,
  buildReference,
  buildReferenceKind,
  formWithFile,
  type Caller,
} from '#testing/factories.ts'
import { recordsOf } from '#testing/fuzz/company-records.ts'
import type { IdOf } from '#testing/fuzz/requests.ts'
import { pathsIn, validInput, withAt } from '#testing/fuzz/valid-input.ts'
import { buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { testProduct } from '#testing/test-company.ts'

type World = {
  company: Caller
  job: Job
  item: Item
  partyId: string
  organisationId: string
  portId: string
  linkId: string
  defaultId: string
}

const { product, rows } = testProduct()
let ours: World
let theirs: World
/** The id of a record of theirs of every kind that the contract can make, by the field that asks for it. */
let idOfTheirs: IdOf

beforeAll(async () => {
  ours = await buildWorld()
  theirs = await buildWorld()
  idOfTheirs = await recordsOf(product, theirs.company)
  await theirs.company.call('PUT', '/api/mail/settings', { senderName: 'Theirs' })
  await theirs.company.call('PUT', '/api/register/permissions', {
    adjustments: { staff: { 'mail:send': false } },
  })
})

/** A company with a row in every table that the API fills. */
async function buildWorld(): Promise<World> {
  const company = await buildCompany(product)
  const organisation = await buildOrganisation(company, {
    organisationContacts: [{ contact: { city: 'Oslo' } }],
  })
  const { partyId } = organisation
  const { id: defaultId } = await buildDefaultParty(
    company,
    organisation.id,
    ['consignee', 'notifyParty'],
    partyId,
  )
  const ports = await buildPorts(company, ['Karachi'])
  const portId = ports['Karachi'] ?? ''
  const job = await buildFullJob(company, { name: 'Cotton', quote: { quoteType: 1, loadingPortId: portId } })
  const { id: linkId } = await buildParty(company, job.id, 'consignee', partyId)
  const item = await buildItem(company, job.id)
  const container = await buildContainer(company, job.id)
  await company.call('PUT', '/api/item/containers', {
    id: (await buildItem(company, job.id)).id,
    containers: [{ containerId: container.id }],
  })
  const sections = { originCharge: { thc: 1 }, freightCharge: { total: 2 }, destinationCharge: { thc: 3 } }
  await company.call('PUT', '/api/finance', { id: job.quote.financeId, ...sections })
  await company.call('POST', '/api/company/currency', { from: 'USD', currency: 'EUR', rate: 0.9 })
  await buildSharedView(company)
  await buildReference(company, job.id, { kind: (await buildReferenceKind(company)).id })
  const [kept, merged] = [await buildOrganisation(company), await buildOrganisation(company)]
  await buildParty(company, job.id, 'agent', merged.partyId)
  await company.call('POST', '/api/organisation/merge', {
    keptId: kept.id,
    mergedId: merged.id,
    keptVersion: 1,
    mergedVersion: 1,
  })
  return { company, job, item, partyId, organisationId: organisation.id, portId, linkId, defaultId }
}

type Ids = {
  [Name in keyof Omit<World, 'company' | 'job' | 'item'> | 'jobId' | 'financeId' | 'itemId']: string
}
const idsOf = ({ job, item, partyId, organisationId, portId, linkId, defaultId }: World): Ids => ({
  jobId: job.id,
  financeId: job.quote.financeId,
  itemId: item.id,
  partyId,
  organisationId,
  portId,
  linkId,
  defaultId,
})

const mergeOf = (keptId: string, mergedId: string) => ({ keptId, mergedId, keptVersion: 1, mergedVersion: 1 })

const defaultsUrl = '/api/organisation/defaultparty'
const defaultOf = (organisationId: string, partyId: string) => ({
  ...{ organisationId, partyId },
  whenRole: 'agent',
  role: 'carrier',
})

/** Every place in which a call can name a record, and the status of one that is not there. */
const calls = (foreign: Ids, own: Ids) =>
  [
    [404, 'GET', `/api/shipment/${foreign.jobId}`],
    [404, 'GET', `/api/shipment/${foreign.jobId}?stakeholder=true`],
    [404, 'PUT', '/api/shipment', { id: foreign.jobId, name: 'x' }],
    [400, 'PUT', '/api/shipment', { id: own.jobId, masterShipmentId: foreign.jobId }],
    [400, 'PUT', '/api/shipment', { id: own.jobId, quote: { viaPortId: foreign.portId } }],
    [400, 'PUT', '/api/shipment', { id: own.jobId, shipmentAgents: [{ agentId: foreign.partyId }] }],
    [404, 'POST', '/api/shipmentagent', { shipmentId: foreign.jobId, agentId: own.partyId }],
    [400, 'POST', '/api/shipmentagent', { shipmentId: own.jobId, agentId: foreign.partyId }],
    [404, 'DELETE', `/api/shipmentconsignee/${foreign.linkId}`],
    [404, 'GET', `/api/item/${foreign.itemId}`],
    [404, 'POST', '/api/item', { shipmentId: foreign.jobId, name: 'x' }],
    [404, 'PUT', '/api/item', { id: foreign.itemId, name: 'x' }],
    [404, 'DELETE', `/api/item/${foreign.itemId}`],
    [404, 'GET', `/api/finance/${foreign.financeId}`],
    [404, 'PUT', '/api/finance', { id: foreign.financeId, total: 1 }],
    [404, 'GET', `/api/finance/getpartyfinances/${foreign.partyId}`],
    [404, 'GET', `/api/organisation/${foreign.organisationId}`],
    [404, 'PUT', '/api/organisation', { id: foreign.organisationId, name: 'x' }],
    [404, 'GET', `/api/organisation/${foreign.organisationId}/jobs`],
    [404, 'GET', `/api/organisation/${foreign.organisationId}/merges`],
    [404, 'GET', `/api/organisation/${foreign.organisationId}/defaultparties`],
    [404, 'GET', `/api/organisation/${foreign.organisationId}/defaultroles`],
    [404, 'POST', defaultsUrl, defaultOf(foreign.organisationId, own.partyId)],
    [400, 'POST', defaultsUrl, defaultOf(own.organisationId, foreign.partyId)],
    [404, 'DELETE', `${defaultsUrl}/${foreign.defaultId}`],
    [404, 'POST', '/api/organisation/merge', mergeOf(own.organisationId, foreign.organisationId)],
    [404, 'POST', '/api/organisation/merge', mergeOf(foreign.organisationId, own.organisationId)],
    [200, 'GET', `/api/shipment?party=${foreign.partyId}`],
    [200, 'GET', `/api/shipment?port=${foreign.portId}`],
    [200, 'GET', `/api/shipment?master=${foreign.jobId}`],
    [200, 'GET', `/api/history?job=${foreign.jobId}`],
    [200, 'GET', `/api/history?organisation=${foreign.organisationId}`],
    [200, 'GET', `/api/history/all?job=${foreign.jobId}`],
  ] as const

type Request = Parameters<Caller['call']>

/** The fields of a call that name a record, each with the valid call that names another one there. */
function idFieldsOf(
  endpoint: Endpoint,
  part: 'params' | 'query' | 'body',
  idOf: IdOf,
): { field: string; requestWith: (id: string) => Request }[] {
  const { method, path, multipart } = endpoint
  const valid = (one: 'params' | 'query' | 'body') => {
    const schema = endpoint[one]
    return schema ? validInput(schema, field => idOf(field, endpoint)) : {}
  }
  const schema = endpoint[part]
  if (!schema) return []
  return pathsIn(schema, valid(part)).flatMap(at => {
    const field = at.findLast(step => typeof step === 'string') ?? ''
    // Beside an id in the address, the id in the body is that of the new record.
    const isNew = part === 'body' && field === 'id' && path.includes(':id')
    if (isNew || idOf(field, endpoint) === undefined) return []
    const requestWith = (id: string): Request => {
      const input = {
        params: valid('params'),
        query: valid('query'),
        body: valid('body'),
        [part]: withAt(valid(part), at, id),
      }
      const params = input.params as Record<string, string>
      const asked = new URLSearchParams(input.query as Record<string, string>).toString()
      const url =
        path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) +
        (asked && `?${asked}`)
      if (!multipart) return [method, url, endpoint.body && input.body]
      const file = { name: 'never.dotx', content: 'no template' }
      const { payload, headers } = formWithFile(file, input.body as Record<string, string>)
      return [method, url, payload, headers]
    }
    return [{ field, requestWith }]
  })
}

const unknown = (): Ids =>
  Object.fromEntries(Object.keys(idsOf(ours)).map(name => [name, crypto.randomUUID()])) as Ids

/** A reply's body with an id that it repeats made another word: what is left must not tell whose it was. */
const unnamed = (body: unknown, id: string): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(id, 'ID'))

describe('another company’s record', () => {
  test('cannot be told from one that does not exist, wherever a call can name one', async () => {
    await expectNoChange(rows, theirs.company, () =>
      expectNoChange(rows, ours.company, async () => {
        const missing = calls(unknown(), idsOf(ours))
        for (const [index, [status, method, url, body]] of calls(idsOf(theirs), idsOf(ours)).entries()) {
          const said = `${method} ${url} ${JSON.stringify(body)}`
          const foreign = await ours.company.call(method, url, body)
          const [, , otherUrl = '', otherBody] = missing[index] ?? []
          const absent = await ours.company.call(method, otherUrl, otherBody)
          expect(foreign.status, said).toBe(status)
          expect([foreign.status, foreign.body], said).toEqual([absent.status, absent.body])
        }
      }),
    )
  })

  test('cannot be told from one that does not exist in any field of any call', async () => {
    const company = await buildCompany(product)
    const idOf = await recordsOf(product, company)
    let tried = 0
    await expectNoChange(rows, theirs.company, async () => {
      for (const endpoint of endpoints)
        for (const part of ['params', 'query', 'body'] as const)
          for (const { field, requestWith } of idFieldsOf(endpoint, part, idOf)) {
            const theirId = idOfTheirs(field, endpoint) ?? ''
            const nobody = crypto.randomUUID()
            const answer = async (id: string) => {
              const { status, body } = await company.call(...requestWith(id))
              return [status, unnamed(body, id)] as const
            }
            const absent = await answer(nobody)
            // An id that may be anything names no other record.
            if (absent[0] < 300 && endpoint.method !== 'GET') continue
            const said = `${endpoint.method} ${endpoint.path} ${part}.${field}`
            expect(await answer(theirId), said).toEqual(absent)
            tried += 1
          }
    })
    expect(tried).toBeGreaterThan(100)
  })

  test('is not found by any call that takes an id in its address', async () => {
    const foreignIds = Object.entries(idsOf(theirs))
    const nobody = crypto.randomUUID()
    await expectNoChange(rows, theirs.company, async () => {
      for (const { method, path, multipart } of endpoints) {
        if (!path.includes(':') || multipart) continue
        const callWith = (id: string) => ours.company.call(method, path.replaceAll(/:\w+/g, id), {})
        const absent = await callWith(nobody)
        for (const [kind, id] of foreignIds) {
          const reply = await callWith(id)
          const said = `${method} ${path} with ${kind}`
          expect(reply.status, said).toBe(absent.status)
          expect(unnamed(reply.body, id), said).toEqual(unnamed(absent.body, nobody))
        }
      }
    })
  })

  test('is there for its own company, by the same calls', async () => {
    for (const [, method, url, body] of calls(idsOf(theirs), idsOf(theirs))) {
      if (method !== 'GET') continue
      const reply = await theirs.company.call(method, url, body)
      expect([url, reply.status]).toEqual([url, 200])
    }
  })

  test('leaves its id free for a record of one’s own', async () => {
    const { company } = await buildWorld()
    const { jobId, itemId, organisationId, portId } = idsOf(theirs)
    const made = [
      await company.call('POST', '/api/shipment', { id: jobId }),
      await company.call('POST', '/api/item', { id: itemId, shipmentId: jobId, name: 'Ours' }),
      await company.call('POST', '/api/organisation', {
        id: organisationId,
        name: 'Ours',
        parties: [{ id: theirs.partyId }],
      }),
      await company.call('POST', '/api/port', { id: portId, name: 'Ours' }),
    ]
    expect(made.map(reply => reply.status)).toEqual([201, 201, 201, 201])
    expect((await theirs.company.call<Item>('GET', `/api/item/${itemId}`)).body).toEqual(theirs.item)
  })
})

describe('row-level security', () => {
  const tablesOfCompanies = () =>
    rows.select<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'account_id'
         and c.table_name <> 'memberships'`,
    )
  const asOurs = <Result>(work: (client: pg.Client) => Promise<Result>) => asRuntimeRole(ours.company, work)

  test('shows a session its own company’s rows alone, in every table, without any condition', async () => {
    const tables = await tablesOfCompanies()
    const ourId = ours.company.membership.account.id
    const filled: string[] = []
    await asOurs(async client => {
      for (const { name } of tables) {
        const seen = await client.query<{ account_id: string }>(`select distinct account_id from ${name}`)
        const others = await rows.select(`select from ${name} where account_id <> $1`, [ourId])
        if (others.length > 0) filled.push(name)
        expect([name, seen.rows.filter(row => row.account_id !== ourId)]).toEqual([name, []])
      }
      const { rows: accounts } = await client.query<{ id: string }>('select id from accounts')
      expect(accounts).toEqual([{ id: ourId }])
    })
    const versioned = await rows.select<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'version' and table_name = any ($1) order by 1`,
      [tables.map(({ name }) => name)],
    )
    // Beside every table whose rows have a version, those that come with its rows.
    const along = [
      'parties',
      'contacts',
      'ports',
      'job_parties',
      'history',
      'job_index',
      'contact_merges',
      'contact_merge_jobs',
      'organisation_default_parties',
    ]
    const charges = ['origin_charges', 'freight_charges', 'destination_charges']
    const kept = [...versioned.map(({ name }) => name), ...along, ...charges]
    expect(kept).toEqual(expect.arrayContaining(['users', 'organisations', 'finances', 'jobs', 'items']))
    expect(filled).toEqual(expect.arrayContaining(kept))
  })

  test('binds every table of a company, and its owner’s tables belong to nobody else', async () => {
    const unbound = await rows.select(
      `select relname from pg_class join information_schema.columns c on c.table_name = relname
       where c.column_name = 'account_id' and relkind = 'r' and not relrowsecurity and relname <> 'memberships'`,
    )
    expect(unbound).toEqual([])
    await asOurs(async client => {
      const { rows: who } = await client.query(
        'select current_user, rolsuper, rolbypassrls from pg_roles where rolname = current_user',
      )
      expect(who).toEqual([{ current_user: RUNTIME_ROLE, rolsuper: false, rolbypassrls: false }])
      await expect(client.query('select * from memberships')).rejects.toThrow(/permission denied/)
    })
  })

  test('every key begins with the company, so that none can tell of another’s rows', async () => {
    const constraints = await rows.select<{ name: string; first: string }>(
      `select c.conrelid::regclass || ': ' || c.conname as name, a.attname as first
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype in ('p', 'u', 'f') and c.connamespace = 'public'::regnamespace
         and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'account_id')`,
    )
    expect(constraints.length).toBeGreaterThan(30)
    expect(constraints.filter(one => one.first !== 'account_id').map(one => one.name)).toEqual([
      // Read by no session: which company an identity is taken to.
      'memberships: memberships_pkey',
    ])
    const indexes = await rows.select<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indisunique and a.attname <> 'account_id'
         and exists (select from pg_attribute o where o.attrelid = i.indrelid and o.attname = 'account_id')
       order by 1`,
    )
    // Hashes of 256 random bits, which nobody can guess.
    expect(indexes.map(one => one.name)).toEqual([
      'api_tokens_by_hash',
      'invitation_links_by_hash',
      'memberships_pkey',
    ])
  })

  test('lets no row be written, changed or moved across companies', async () => {
    const [ourId, theirId] = [ours, theirs].map(world => world.company.membership.account.id)
    await expectNoChange(rows, theirs.company, () =>
      expectNoChange(rows, ours.company, async () => {
        const statements = [
          `insert into organisations (account_id, id, name) values ('${theirId}', gen_random_uuid(), 'x')`,
          `update organisations set account_id = '${theirId}' where account_id = '${ourId}'`,
          `insert into items (account_id, id, job_id) values ('${ourId}', gen_random_uuid(), '${theirs.job.id}')`,
          `insert into history (account_id, record_type, record_id, changes) values ('${ourId}', 'jobs', gen_random_uuid(), '{}')`,
          `delete from history`,
          `update job_index set name = 'x'`,
          `insert into accounts (id, name) values (gen_random_uuid(), 'x')`,
          `update world_ports set name = 'x'`,
          `select refresh_job_index('${theirId}', array['${theirs.job.id}']::uuid[])`,
        ]
        for (const statement of statements)
          await asOurs(client =>
            expect(client.query(statement), statement).rejects.toThrow(
              /row-level|permission denied|foreign key/,
            ),
          )
        for (const statement of [
          `update organisations set name = 'x' where account_id = '${theirId}'`,
          `delete from items where account_id = '${theirId}'`,
        ])
          expect((await asOurs(client => client.query(statement))).rowCount).toBe(0)
      }),
    )
  })

  test('shows nothing at all without a session, and a session ends with its transaction', async () => {
    const client = await connectAsRuntimeRole()
    try {
      for (const { name } of await tablesOfCompanies())
        expect((await client.query(`select from ${name} limit 1`)).rowCount).toBe(0)
      expect((await client.query('select from accounts')).rowCount).toBe(0)
      expect((await client.query(`select * from search_jobs('%cotton%')`)).rowCount).toBe(0)
      expect((await client.query(`select count_jobs('%cotton%')::int as n`)).rows).toEqual([{ n: 0 }])
      await openSession(client, ours.company)
      expect((await client.query('select from jobs')).rowCount).toBe(1)
      await client.query('commit')
      expect((await client.query('select from jobs')).rowCount).toBe(0)
    } finally {
      await client.end()
    }
  })

  test('binds the search function to the session, not to what its caller says', async () => {
    await asOurs(async client => {
      const { rows: found } = await client.query<{ id: string }>(
        `select * from search_jobs('%cotton%') as found (id)`,
      )
      expect(found).toEqual([{ id: ours.job.id }])
      const { rows: injected } = await client.query(`select * from search_jobs('%'' or true --')`)
      expect(injected).toEqual([])
    })
  })
})

async function connectAsRuntimeRole(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: product.ownerUrl, options: `-c role=${RUNTIME_ROLE}` })
  await client.connect()
  return client
}

async function openSession(client: pg.Client, { membership }: Caller): Promise<void> {
  const [user] = await rows.select<{ subject: string }>('select subject from users where id = $1', [
    membership.user.id,
  ])
  await client.query('begin')
  await client.query('select open_session($1)', [user?.subject])
}

/** What the product's own connections can do in a company's session, with any SQL; nothing of it stays. */
async function asRuntimeRole<Result>(
  company: Caller,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAsRuntimeRole()
  try {
    await openSession(client, company)
    return await work(client)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}
