import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { newFileKey } from '#server/files/store.ts'
import { buildCompany, buildJob, formWithFile, type Caller } from '#testing/factories.ts'
import { testProduct } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { purgeDeleted } from './purge.ts'

const { product, rows } = testProduct()
let companies: Caller[]

beforeAll(async () => {
  companies = [await buildCompany(product), await buildCompany(product)]
})

const purge = async () =>
  purgeDeleted({ database: product.database, files: await openDiskStore(product.filesFolder) })

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(product.filesFolder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(product.filesFolder.length + 1))
    .sort()
}

async function knownFiles(): Promise<string[]> {
  const known = await rows.select<{ key: string }>(
    `select content_key as key from documents union select content_key from document_templates
     union select content_key from earlier_contents union select content_key from started_uploads`,
  )
  return known.map(({ key }) => key).sort()
}

async function send<Body>(
  company: Caller,
  method: 'POST' | 'PUT',
  url: string,
  name: string,
  fields: object,
) {
  const content = name.endsWith('.dotx')
    ? templateFile({ body: paragraph('Job {{Shipment.JobId}}') })
    : `content of ${name}`
  const { payload, headers } = formWithFile({ name, content }, { ...fields })
  return (await company.call<Body>(method, url, payload, headers)).body
}

/** A document and a template of one company, each replaced once and then deleted, and a generated document. */
async function buildAndDelete(company: Caller) {
  const job = await buildJob(company)
  const shipmentId = job.id
  const document = await send<Document>(company, 'POST', '/api/document', 'a.txt', { shipmentId })
  const replaced = { documentId: document.id }
  await send(company, 'PUT', '/api/document/updatedocumentcontent', 'b.txt', replaced)
  const template = await send<DocumentTemplate>(company, 'POST', '/api/documenttemplate', 'T.dotx', {})
  const newContent = { documentTemplateId: template.id }
  await send(company, 'PUT', '/api/documenttemplate/updatedoctemplatecontent', 'T.dotx', newContent)
  const address = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
  const { body: generated } = await company.call<Document>('POST', address, template)
  await company.call('DELETE', `/api/documenttemplate/${template.id}`)
  return { document, template, generated }
}

test('what was deleted or replaced over 30 days ago goes with its file; everything younger stays', async () => {
  const made = await Promise.all(companies.map(buildAndDelete))
  const [first, second] = made
  await rows.select('update documents set deleted_at = now() where id = any($1)', [
    made.map(one => one.document.id),
  ])
  expect(await storedFiles()).toEqual(await knownFiles())
  expect(await purge()).toBe(0)
  expect(await storedFiles()).toHaveLength(10)

  await rows.select(`update earlier_contents set replaced_at = now() - interval '29 days 23 hours'`)
  await rows.select(
    `update documents set deleted_at = now() - interval '29 days 23 hours' where deleted_at < now()`,
  )
  expect(await purge()).toBe(0)

  const firstAccount = companies[0]?.membership.account.id
  await rows.select(
    `update earlier_contents set replaced_at = now() - interval '31 days' where account_id = $1`,
    [firstAccount],
  )
  expect(await purge()).toBe(2)
  await rows.select(`update documents set deleted_at = now() - interval '31 days' where id = $1`, [
    first?.document.id,
  ])
  await rows.select(`update document_templates set deleted_at = now() - interval '31 days' where id = $1`, [
    first?.template.id,
  ])
  expect(await purge()).toBe(2)

  expect(
    await rows.select('select id, template_id, template_version from documents where account_id = $1', [
      firstAccount,
    ]),
  ).toEqual([{ id: first?.generated.id, template_id: null, template_version: 2 }])
  expect(
    await rows.select('select id from document_templates where account_id = $1', [firstAccount]),
  ).toEqual([])
  expect(await rows.select('select id from earlier_contents where account_id = $1', [firstAccount])).toEqual(
    [],
  )
  const secondAccount = companies[1]?.membership.account.id
  expect(
    await rows.select('select template_id from documents where id = $1', [second?.generated.id]),
  ).toEqual([{ template_id: second?.template.id }])
  expect(
    await rows.select('select id from earlier_contents where account_id = $1', [secondAccount]),
  ).toHaveLength(2)
  expect(await storedFiles()).toEqual(await knownFiles())
  expect(await storedFiles()).toHaveLength(6)
  expect(await purge()).toBe(0)
})

test('a file whose server died before it was kept goes after a day', async () => {
  const accountId = companies[0]?.membership.account.id ?? ''
  const key = newFileKey(accountId)
  const store = await openDiskStore(product.filesFolder)
  await store.put(key, Readable.from([Buffer.from('half')]), { limitBytes: 100 })
  const begin = `insert into started_uploads (account_id, content_key, started_at) values ($1, $2, now() - $3::interval)`
  await rows.select(begin, [accountId, key, '23 hours'])
  expect(await purge()).toBe(0)
  expect(await storedFiles()).toContain(key)
  await rows.select(`update started_uploads set started_at = now() - interval '25 hours'`)
  expect(await purge()).toBe(1)
  expect(await storedFiles()).not.toContain(key)
  expect(await rows.select('select * from started_uploads')).toEqual([])
})

test('the product’s own role cannot forget what is not expired', async () => {
  const [company] = companies
  const job = await buildJob(company as Caller)
  const document = await send<Document>(company as Caller, 'POST', '/api/document', 'kept.txt', {
    shipmentId: job.id,
  })
  const accountId = company?.membership.account.id ?? ''
  await product.database.pool.query('select forget_expired_content($1, $2, $3)', [
    accountId,
    'documents',
    document.id,
  ])
  expect(await rows.select('select id from documents where id = $1', [document.id])).toHaveLength(1)
  await expect(product.database.pool.query('select * from expired_contents()')).rejects.toThrow(
    'permission denied',
  )
})
