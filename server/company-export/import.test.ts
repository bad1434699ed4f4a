import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { Membership } from '#contract/users.ts'
import {
  buildColleague,
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  type Caller,
  callerWith,
  formWithFile,
} from '#testing/factories.ts'
import { recordsOf } from '#testing/fuzz/company-records.ts'
import { signUp } from '#testing/identity.ts'
import { testProduct } from '#testing/test-company.ts'
import { unzipped, zipped } from '#testing/zips.ts'
import { beginExport, exportCompany } from './commands.ts'
import { importCompany } from './import-commands.ts'

const { product: first, rows: firstRows } = testProduct()
const { product: second, rows } = testProduct()
let company: Caller
let staff: Caller
let job: Job
let bytes: Buffer
let parts: Map<string, Buffer>
let secondParts: Map<string, Buffer>
let mailId: string

const PUBLIC_URL = 'https://second.example'

/** As the operator's command does it. */
async function startExport({ database, files, filesFolder: dataDir }: typeof first) {
  const accountId = company.membership.account.id
  const id = await database.asAccount(accountId, null, beginExport)
  return exportCompany({ database, files, dataDir }, { accountId, id })
}

async function imported(zip: Buffer) {
  const path = join(second.filesFolder, `${crypto.randomUUID()}.zip`)
  await writeFile(path, zip)
  const { ownerUrl, files } = second
  return importCompany({ ownerUrl, files, publicUrl: PUBLIC_URL }, path)
}

/** Every row of every table of the second installation, and what its file store holds. */
const everything = async () => ({
  rows: await rows.ofCompany(company.membership.account.id),
  accounts: await rows.select('select * from accounts order by id'),
  uploads: await rows.select('select * from started_uploads'),
})

beforeAll(async () => {
  company = await buildCompany(first)
  await recordsOf(first, company)
  staff = await buildColleague(first, company, 'staff')
  const { partyId } = await buildOrganisation(company, { name: 'Indus Textiles' })
  const master = await buildJob(company, { name: 'Consolidation' })
  job = await buildJob(company, { name: 'Größe 船', masterShipmentId: master.id })
  await buildParty(company, job.id, 'consignee', partyId)
  await buildItem(company, job.id, { grossWeight: 1234.5678 })
  const { payload, headers } = formWithFile(
    { name: 'Bill.pdf', content: '%PDF-1.4 bill' },
    { shipmentId: job.id },
  )
  await company.call('POST', '/api/document', payload, headers)
  mailId = crypto.randomUUID()
  await company.call('POST', '/api/mail', {
    id: mailId,
    shipmentId: job.id,
    to: [{ address: 'anna@oslo.example' }],
    subject: 'On its way',
    text: 'On its way.',
  })
  await firstRows.select(
    `with waiting as (update mails set state = 'waiting', next_attempt_at = now() where id = $1 returning account_id, id)
     update mail_recipients r set state = 'waiting' from waiting w where r.account_id = w.account_id and r.mail_id = w.id`,
    [mailId],
  )
  bytes = await buffer((await startExport(first)).content)
  parts = await unzipped(bytes)
})

/** The zip with other content of some parts. */
const withParts = (...changed: [string, Uint8Array | string][]) =>
  zipped(new Map<string, Uint8Array | string>([...parts, ...changed]))

/** The zip with one part of the manifest changed. */
const withManifest = (change: (manifest: Record<string, unknown>) => void) => {
  const manifest = JSON.parse(String(parts.get('data/manifest.json'))) as Record<string, unknown>
  change(manifest)
  return withParts(['data/manifest.json', JSON.stringify(manifest)])
}

describe('a zip that cannot be imported is refused in words and leaves nothing behind', () => {
  const refusals: [string, () => Buffer | Promise<Buffer>, RegExp | string][] = [
    ['no zip', () => Buffer.from('not a zip'), /^It is not a whole zip file/],
    [
      'a zip that ends in the middle',
      () => bytes.subarray(0, bytes.length - 400),
      /^It is not a whole zip file/,
    ],
    [
      'a zip of something else',
      () => zipped(new Map([['hello.txt', 'hello']])),
      'It is not an export of a company.',
    ],
    [
      'a manifest of something else',
      () => withManifest(manifest => (manifest['format'] = 'other')),
      'It is not an export of a company.',
    ],
    [
      'a newer format',
      () => withManifest(manifest => (manifest['formatVersion'] = 2)),
      'It was exported by a newer version of Lading. Import it with that version or a later one.',
    ],
    [
      'a newer database',
      () => withManifest(manifest => (manifest['schema'] = '9999_future.sql')),
      /^It was exported by a newer version of Lading \(\d+\.\d+\.\d+\S*, database 9999_future\.sql\)\. Bring this installation to that version first\.$/,
    ],
    [
      'an older database',
      () => withManifest(manifest => (manifest['schema'] = '0001_accounts.sql')),
      /^It was exported by an older version of Lading \(\d+\.\d+\.\d+\S*, database 0001_accounts\.sql\)\. Bring the other installation to this version, and export again\.$/,
    ],
    [
      'rows that were changed',
      () => {
        const jobs = String(parts.get('data/jobs.json')).replace('Consolidation', 'Consolidatiom')
        return withParts(['data/jobs.json', Buffer.from(jobs)])
      },
      'data/jobs.json is not what was exported: its checksum differs.',
    ],
    [
      'a file that was changed',
      () => withParts([`files/${job.jobId}/Bill.pdf`, Buffer.from('%PDF-1.4 bilk')]),
      /^files\/\d+\/Bill\.pdf is not what was exported: its checksum differs\.$/,
    ],
    [
      'a file that is not there',
      () => zipped(new Map([...parts].filter(([path]) => !path.endsWith('Bill.pdf')))),
      /^It has no files\/\d+\/Bill\.pdf of 13 bytes\.$/,
    ],
    [
      'a flipped bit',
      () => {
        const damaged = Buffer.from(bytes)
        const at = damaged.indexOf('%PDF-1.4 bill')
        damaged[at + 10] = (damaged[at + 10] ?? 0) ^ 1
        return damaged
      },
      /Bill\.pdf is (damaged|not what was exported)/,
    ],
    [
      'a path that leads out of its folder',
      async () => {
        const zip = await withParts(['aa/bb/evil', 'x'])
        return Buffer.from(zip.toString('latin1').replaceAll('aa/bb/evil', '../../evil'), 'latin1')
      },
      /^Its table of contents is damaged \(invalid relative path/,
    ],
    [
      'two parts of one name',
      async () => {
        const zip = await withParts(['data/jobs.jsom', 'x'])
        return Buffer.from(zip.toString('latin1').replaceAll('data/jobs.jsom', 'data/jobs.json'), 'latin1')
      },
      'It has two parts that are called data/jobs.json.',
    ],
  ]

  test.each(refusals)('%s', async (_what, zip, words) => {
    const before = await everything()
    await expect(imported(await zip())).rejects.toThrow(words)
    expect(await everything()).toEqual(before)
  })

  /** The zip with other rows of a table, whose checksum is right. */
  const withRows = (table: string, change: (text: string) => string) => {
    const path = `data/${table}.json`
    const content = Buffer.from(change(String(parts.get(path))))
    const manifest = JSON.parse(String(parts.get('data/manifest.json'))) as {
      tables: Record<string, object>
    }
    Object.assign(manifest.tables[table] ?? {}, {
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    return withParts([path, content], ['data/manifest.json', JSON.stringify(manifest)])
  }
  const otherCompany = 'b0000000-0000-4000-8000-000000000009'

  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'rows of another company',
      'jobs',
      text => text.replace(/"account_id":"[^"]+"/, `"account_id":"${otherCompany}"`),
      /^data\/jobs\.json has a row of another company\.$/,
    ],
    [
      'a document whose content is another company’s',
      'documents',
      text => text.replace(/"content_key":"[^/]+/, `"content_key":"${otherCompany}`),
      /^A row of it names a file of another company\.$/,
    ],
    [
      'rows that refer to nothing',
      'job_parties',
      text => text.replace(/"party_id":"[^"]+"/, `"party_id":"${otherCompany}"`),
      /^Its rows do not fit together \(/,
    ],
    [
      'a value that is none',
      'jobs',
      text => text.replace('"version":', '"version":"x","was":'),
      /^Its rows do not fit together/,
    ],
    [
      'a number that would use up all numbers',
      'items',
      text => text.replace(/"position":\d+/, '"position":9223372036854775807'),
      /^A number in it is larger than any that Lading gives\.$/,
    ],
    ['what is no JSON', 'items', text => text.replace('{"', '{'), /^Its rows do not fit together/],
    [
      'what is no list of rows',
      'items',
      text => `${text}[\n`,
      /^data\/items\.json is not written as an export/,
    ],
  ])('%s', async (_what, table, change, words) => {
    const before = await everything()
    await expect(imported(await withRows(table, change))).rejects.toThrow(words)
    expect(await everything()).toEqual(before)
  })
})

describe('a company that was imported', () => {
  let links: Awaited<ReturnType<typeof imported>>
  let again: Caller
  let refusals: unknown[]

  beforeAll(async () => {
    const both = await Promise.allSettled([imported(bytes), imported(bytes)])
    refusals = both.flatMap(one => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
    const [done] = both.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    if (!done) throw new Error(refusals.join())
    links = done
    secondParts = await unzipped(await buffer((await startExport(second)).content))
    const secret = links.administrators
      .find(({ email }) => email === company.person.email)
      ?.link.split('/')
      .at(-1)
    const { accessToken: token } = await signUp(second.app, company.person)
    const call = callerWith(second, token)
    const { body: waiting } = await call<{ id: string; company: string }[]>(
      'GET',
      `/api/register/invitation?secret=${secret}`,
    )
    const { body: membership } = await call<Membership>(
      'POST',
      `/api/register/invitation/${waiting[0]?.id}/accept?secret=${secret}`,
    )
    again = { token, call, membership, person: company.person }
  })

  test('the operator has a link for each Administrator and the names of all others', () => {
    expect(links).toEqual({
      company: { id: company.membership.account.id, name: 'Karachi Forwarding' },
      rows: expect.any(Number),
      files: expect.any(Number),
      missing: [],
      days: 7,
      administrators: [
        {
          name: 'Amina Qureshi',
          email: company.person.email,
          role: 'administrator',
          link: expect.stringMatching(/^https:\/\/second\.example\/join\/[\w-]{43}$/),
        },
      ],
      others: expect.arrayContaining([{ name: staff.person.name, email: staff.person.email, role: 'staff' }]),
    })
  })

  test('of two imports at once one is refused, and takes no file from the other', async () => {
    const { id } = company.membership.account
    expect(refusals).toEqual([
      `The company Karachi Forwarding (${id}) is being imported already. Wait until that has ended.`,
    ])
    const { documents } = (await again.call<Job>('GET', `/api/shipment/${job.id}`)).body
    const [bill] = documents ?? []
    expect((await again.call('GET', `/api/document/${bill?.id}`)).status).toBe(200)
  })

  test('it is not imported a second time', async () => {
    const before = await everything()
    await expect(imported(bytes)).rejects.toThrow(
      `This installation has the company Karachi Forwarding (${company.membership.account.id}) already.`,
    )
    expect(await everything()).toEqual(before)
  })

  test('its Administrator signs in anew, finds each job, and works on', async () => {
    expect(again.membership.user).toMatchObject({ id: company.membership.user.id, role: 'administrator' })
    const { body: there } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    const { body: here } = await again.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(here).toEqual(there)
    const { body: found } = await again.call<Job[]>('GET', '/api/shipment?search=Indus')
    expect(found.map(({ id }) => id)).toContain(job.id)
    const next = await buildJob(again)
    const { body: all } = await company.call<Job[]>('GET', '/api/shipment')
    expect(next.jobId).toBe(Math.max(...all.map(({ jobId }) => jobId)) + 1)
    await buildItem(again, next.id)
    const { body: history } = await again.call<unknown[]>('GET', `/api/history?job=${job.id}`)
    const { body: before } = await company.call<unknown[]>('GET', `/api/history?job=${job.id}`)
    expect(history).toEqual(before)
  })

  test('an e-mail that was under way is not sent by both installations', async () => {
    const { body: mail } = await again.call<{ state: string; nextAttemptAt: unknown }>(
      'GET',
      `/api/mail/${mailId}`,
    )
    expect(mail).toMatchObject({ nextAttemptAt: null })
    expect(['waiting', 'sending']).not.toContain(mail.state)
  })
})

const rowsIn = (zip: Map<string, Buffer>, table: string) =>
  JSON.parse(String(zip.get(`data/${table}.json`))) as Record<string, unknown>[]

test('exporting it again gives the same rows and files, but for what an import changes', () => {
  const differing = [...parts.keys()].filter(
    path => !parts.get(path)?.equals(secondParts.get(path) ?? Buffer.from('')),
  )
  expect(differing.filter(path => path.startsWith('data/') || path.startsWith('files/')).sort()).toEqual([
    'data/history.json',
    'data/job_change_jobs.json',
    'data/job_changes.json',
    'data/mail_recipients.json',
    'data/mails.json',
    'data/manifest.json',
    'data/users.json',
  ])
  expect([...secondParts.keys()]).toEqual([...parts.keys()])
  expect(rowsIn(secondParts, 'users')).toEqual(
    rowsIn(parts, 'users').map(user => ({
      ...user,
      joined_at: String(user['subject']).startsWith('api-token:') ? user['joined_at'] : null,
    })),
  )
  // The second export stands in the history as well.
  expect(rowsIn(secondParts, 'history').slice(0, -1)).toEqual(rowsIn(parts, 'history'))
  const mails = rowsIn(secondParts, 'mails').filter(({ id }) => id === mailId)
  expect(mails).toEqual([
    {
      ...rowsIn(parts, 'mails').find(({ id }) => id === mailId),
      state: 'givenUp',
      next_attempt_at: null,
      trouble: 'This e-mail was under way when the company was exported from another installation.',
    },
  ])
})
