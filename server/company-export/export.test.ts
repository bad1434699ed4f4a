import { rm, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import {
  buildColleague,
  buildCompany,
  buildItem,
  buildJob,
  buildNote,
  buildOrganisation,
  buildParty,
  type Caller,
  formWithFile,
} from '#testing/factories.ts'
import { recordsOf } from '#testing/fuzz/company-records.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'
import { unzipped } from '#testing/zips.ts'
import { beginExport, exportCompany } from './commands.ts'
import { inCompanySnapshot } from './snapshot-records.ts'
import { exportedTables } from './tables.ts'

const { product, rows, company } = testCompany()
let other: Caller
let job: Job

const PATH = '/api/company/export'
const MARK = 'Lahore-mark-of-another-company'

const attach = async (by: Caller, jobId: string, name: string, content: string) => {
  const { payload, headers } = formWithFile({ name, content }, { shipmentId: jobId })
  return (await by.call<{ id: string }>('POST', '/api/document', payload, headers)).body.id
}

const exported = async (by: Caller) => {
  const reply = await product.app.inject({
    method: 'POST',
    url: PATH,
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect(reply.statusCode).toBe(200)
  return { reply, parts: await unzipped(reply.rawPayload) }
}

const rowsIn = (parts: Map<string, Buffer>, name: string) =>
  JSON.parse(String(parts.get(`data/${name}.json`))) as Record<string, unknown>[]

beforeAll(async () => {
  other = await buildCompany(product, { company: MARK, name: `${MARK} person` })
  await recordsOf(product, other)
  const theirs = await buildJob(other, { name: MARK })
  await buildOrganisation(other, { name: MARK })
  await buildNote(other, theirs.id, { text: MARK })
  await attach(other, theirs.id, `${MARK}.txt`, MARK)
  await recordsOf(product, company)
  const { partyId } = await buildOrganisation(company, {
    name: '=HYPERLINK("http://evil.example")',
    organisationContacts: [{ contact: { city: 'Oslo', countryId: 'NO' } }],
  })
  job = await buildJob(company, {
    name: '</script><script>alert(1)</script>',
    eta: '2026-12-03',
    quote: { quoteType: 2, transportMode: 0, netWeight: 12345.5 },
  })
  await buildParty(company, job.id, 'consignee', partyId)
  await buildItem(company, job.id, { quantity: 12 })
  await buildNote(company, job.id, { text: 'Call <b>Oslo</b>\n  before noon' })
  await company.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    originCharge: { pickUp: 75, total: 80, totalIsTyped: true },
    freightCharge: { currency: 'JPY', fcl20: 300, plus45: 2.5, otherFreightCharges: 10000 },
    destinationCharge: { thc: 120.5, documentation: 30 },
  })
  await attach(company, job.id, 'Invoice: 1.pdf', '%PDF-1.4 one')
  await attach(company, job.id, 'Page.html', '<script>alert(1)</script>')
  await company.call('DELETE', `/api/document/${await attach(company, job.id, 'Gone.txt', 'gone')}`)
})

test('an export is a zip with every row, tables for people, the files by job, and pages', async () => {
  const { reply, parts } = await exported(company)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="Karachi Forwarding \d{4}-\d\d-\d\d\.zip"/,
    ),
    'x-export-file-bytes': expect.stringMatching(/^\d+$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const number = job.jobId
  expect([...parts.keys()]).toEqual(
    expect.arrayContaining([
      ...Object.keys(exportedTables).map(name => `data/${name}.json`),
      'data/files.json',
      'data/manifest.json',
      ...['company', 'people', 'contacts', 'jobs', 'items', 'charges', 'notes', 'documents', 'e-mails'].map(
        name => `csv/${name}.csv`,
      ),
      `files/${number}/Invoice_ 1.pdf`,
      `files/${number}/Deleted/Gone.txt`,
      'files/Templates/Notice.dotx',
      `jobs/${number}.html`,
      'index.html',
    ]),
  )
  expect(String(parts.get(`files/${number}/Invoice_ 1.pdf`))).toBe('%PDF-1.4 one')
  const { id } = company.membership.account
  // Those that the export itself writes come after it was read.
  const stored = await rows.ofCompany(id)
  const counts = Object.keys(exportedTables).map(name => [name, rowsIn(parts, name).length])
  expect(counts).toEqual(Object.keys(exportedTables).map(name => [name, stored[name]?.length ?? 0]))
})

test('tables for people have the product’s headings, a mark of UTF-8, and nothing that could be a formula', async () => {
  const { parts } = await exported(company)
  const csv = (name: string) => String(parts.get(`csv/${name}.csv`))
  expect(csv('items').split('\r\n')[0]).toBe(
    '\uFEFFJob Id,Name,Description,Quantity,Packing Mode,Gross Weight,Net Weight,Weight Unit,Number of Packs,' +
      'Marks and Numbers,HS Code,Length,Width,Height,Dimension Unit,Volume,UN Number,Hazard Class,Packing Group,' +
      'Proper Shipping Name,Flashpoint,Marine Pollutant,Limited Quantity',
  )
  expect(csv('contacts')).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(csv('charges')).toContain(
    [
      `${job.jobId},Origin Charges,Pick Up,75,USD,,not charged`,
      `${job.jobId},Origin Charges,Total,80,USD,,"not charged; typed"`,
      `${job.jobId},Freight Charges,FCL 20',300,JPY,,not charged`,
      `${job.jobId},Freight Charges,Plus 45 (per kg),2.5,JPY,,`,
      `${job.jobId},Freight Charges,Other Freight Charges,10000,JPY,,`,
      `${job.jobId},Freight Charges,Total,10000,JPY,,"the rates are not in the total; no exchange rate: 1 JPY counts as 1 USD"`,
      `${job.jobId},Destination Charges,Documentation,30,USD,,`,
      `${job.jobId},Destination Charges,THC,120.5,USD,,`,
      `${job.jobId},Destination Charges,Total,150.5,USD,,`,
      `${job.jobId},All charges,Total,10150.5,USD,,`,
    ].join('\r\n'),
  )
  expect(csv('documents')).toMatch(/,Invoice: 1\.pdf,PDF,[-0-9 :]+,12,,files\/\d+\/Invoice_ 1\.pdf\r\n/)
  for (const [path, content] of parts)
    if (path.startsWith('csv/')) expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('pages escape what people typed and load nothing from anywhere', async () => {
  const { parts } = await exported(company)
  const page = String(parts.get(`jobs/${job.jobId}.html`))
  expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('Call &lt;b&gt;Oslo&lt;/b&gt;\n  before noon')
  expect(page).toContain('<td data-label="Remark">not charged; typed</td>')
  expect(page).toContain('<h3>All charges: 10,150.5 USD</h3>')
  expect(page).toContain(`href="../files/${job.jobId}/Page.html.download" download>Page.html</a>`)
  expect(page).toContain(`href="../files/${job.jobId}/Invoice_%201.pdf"`)
  for (const [path, content] of parts)
    if (path.endsWith('.html')) {
      expect(String(content)).not.toMatch(/<script>alert|(src|href)="(https?:)?\/\/|@import|url\(/)
      expect(String(content)).toContain(`default-src 'none'`)
    }
})

test('nothing of another company is in any part of it', async () => {
  const { parts } = await exported(company)
  const ids = [other.membership.account.id, other.membership.user.id, other.person.email, MARK]
  for (const [path, content] of parts)
    for (const mark of ids) {
      expect(path).not.toContain(mark)
      if (content.includes(mark)) expect.fail(`${path} holds ${mark}.`)
    }
  // The marks are such as an export holds.
  const theirs = await exported(other)
  for (const mark of ids)
    expect([...theirs.parts.values()].some(content => content.includes(mark))).toBe(true)
})

test('nothing that lets anybody in is in any part of it', async () => {
  const { parts } = await exported(company)
  const secrets = await rows.select<{ secret: string }>(
    `select password_hash as secret from identity_users where password_hash is not null
     union all select encode(token_hash, 'hex') from api_tokens
     union all select encode(secret_hash, 'hex') from invitation_links
     union all select subject::text from identity_users
     union all select subject from memberships where subject not like 'api-token:%'`,
  )
  expect(secrets.length).toBeGreaterThan(5)
  for (const [path, content] of parts)
    for (const { secret } of secrets) if (content.includes(secret)) expect.fail(`${path} holds ${secret}.`)
})

test('the history tells who exported, and nobody but Administrators may', async () => {
  await exported(company)
  const { body } = await company.call<HistoryEntry[]>('GET', '/api/history/all?limit=1')
  expect(body).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      by: { id: company.membership.user.id, displayName: 'Amina Qureshi' },
      origin: { address: '127.0.0.1', userAgent: 'lightMyRequest' },
      record: { type: 'export', id: expect.any(String), label: 'Export', name: null },
      job: null,
      action: 'added',
      words: 'exported everything that the company keeps',
      changes: [],
      restorable: false,
    },
  ])
  for (const role of ['staff', 'viewer'] as const) {
    const colleague = await buildColleague(product, company, role)
    await expectNoChange(rows, company, async () =>
      expectProblem(await colleague.call('POST', PATH), 'not_allowed'),
    )
  }
})

test('one export of a company runs at a time, and one that was interrupted is forgotten after a minute', async () => {
  const { id } = company.membership.account
  await rows.select(
    `insert into company_exports (account_id, id, begun_by) values ($1, gen_random_uuid(), $2)`,
    [id, company.membership.user.id],
  )
  await expectNoChange(rows, company, async () =>
    expectProblem(await company.call('POST', PATH), 'in_use', {
      detail: expect.stringMatching(
        /^Amina Qureshi began an export of this company at [-0-9 :]+ UTC, and it is/,
      ),
    }),
  )
  await exported(other)
  await rows.select(
    `update company_exports set alive_at = now() - interval '61 seconds' where ended_at is null`,
  )
  await exported(company)
  expect(
    await rows.select(
      `select count(*)::int as ended from company_exports where account_id = $1 and alive_at > now() - interval '50 seconds' and ended_at is null`,
      [id],
    ),
  ).toEqual([{ ended: 0 }])
  expect(await readdir(join(product.filesFolder, 'exports'))).toEqual([])
})

test('the database itself shows nothing of another company while one is exported', async () => {
  const { connectionString = '' } = product.database.pool.connections.options
  const { id } = company.membership.account
  const seen = await inCompanySnapshot(connectionString, id, async snapshot => {
    const found: string[] = []
    for (const name of Object.keys(exportedTables)) {
      const column = name === 'accounts' ? 'id' : 'account_id'
      // Without any condition of its own.
      for await (const owners of snapshot.walk<{ owner: string }>(
        `select distinct ${column} as owner from ${name}`,
      ))
        found.push(...owners.map(({ owner }) => owner))
    }
    return new Set(found)
  })
  expect(seen).toEqual(new Set([id]))
  expect(await inCompanySnapshot(connectionString, crypto.randomUUID(), async () => 'there')).toBeNull()
})

test('whoever takes next to nothing of an export keeps nobody from another one, which ends it', async () => {
  const { id: accountId } = company.membership.account
  const { database, files, filesFolder: dataDir } = product
  await attach(company, job.id, 'Slow.bin', 'x'.repeat(4_000_000))
  const begin = async () => {
    const id = await database.asAccount(accountId, null, beginExport)
    return exportCompany({ database, files, dataDir, aliveEveryMs: 20 }, { accountId, id })
  }
  const slow = await begin()
  const ended = slow.done.then(
    () => 'whole',
    (error: Error) => error.message,
  )
  slow.content.on('error', () => undefined)
  // As if the last sign of life, which an idle reader's export does not renew, were a minute old.
  await expect
    .poll(
      async () => {
        await rows.select(
          `update company_exports set alive_at = now() - interval '61 seconds' where ended_at is null`,
        )
        return exported(company).then(
          ({ reply }) => reply.statusCode,
          () => 'refused',
        )
      },
      { timeout: 20_000 },
    )
    .toBe(200)
  expect(await ended).toBe('A later export of the company has begun.')
})

test('who stops a download ends the export, and leaves nothing on the disk', async () => {
  for (let number = 0; number < 6; number += 1)
    await attach(company, job.id, `Large ${number}.bin`, 'x'.repeat(4_000_000))
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const stopping = new AbortController()
  const reply = await fetch(address + PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.token}` },
    signal: stopping.signal,
  })
  expect(reply.status).toBe(200)
  const running = () =>
    rows.select('select id from company_exports where ended_at is null and account_id = $1', [
      company.membership.account.id,
    ])
  // That of a test before stands still as interrupted.
  const before = (await running()).length
  expect(before).toBeGreaterThan(0)
  stopping.abort()
  await expect.poll(async () => (await running()).length, { timeout: 20_000 }).toBe(before - 1)
  expect(await readdir(join(product.filesFolder, 'exports'))).toEqual([])
})

test('a file that the store lost is named, and everything else is there', async () => {
  const lost = await attach(company, job.id, 'Lost.txt', 'lost')
  const [stored] = await rows.select<{ key: string }>(
    'select content_key as key from documents where id = $1',
    [lost],
  )
  await product.files.delete(stored?.key ?? '')
  const { parts } = await exported(company)
  const manifest = JSON.parse(String(parts.get('data/manifest.json'))) as { missing: unknown[] }
  expect(manifest.missing).toEqual([{ key: stored?.key, path: `files/${job.jobId}/Lost.txt` }])
  expect(String(parts.get('index.html'))).toContain(`<li>files/${job.jobId}/Lost.txt</li>`)
  expect(parts.has(`files/${job.jobId}/Invoice_ 1.pdf`)).toBe(true)
  await rm(join(product.filesFolder, 'exports'), { recursive: true, force: true })
})
