import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import { startTestApp } from '#testing/app.ts'
import {
  buildCompany,
  callerWith,
  formWithFile,
  newPerson,
  send,
  type Caller,
  buildColleague,
} from '#testing/factories.ts'
import { signUp } from '#testing/identity.ts'
import { expectProblem } from '#testing/refusals.ts'
import { testProduct } from '#testing/test-company.ts'
import { readStarterTemplates, type StarterTemplate } from './starter-templates.ts'

const starters = await readStarterTemplates()
const { product, rows } = testProduct({ starters })

const path = '/api/documenttemplate'
const templatesOf = async (company: Caller) =>
  (await company.call<DocumentTemplate[]>('GET', path)).body.toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )
const names = (templates: readonly { name: string }[]) => templates.map(({ name }) => name)
const allNames = () => starters.map(({ fileName }) => fileName).toSorted((a, b) => a.localeCompare(b))
const storedFiles = async (company: Caller) =>
  (await readdir(product.filesFolder, { recursive: true, withFileTypes: true })).filter(
    entry => entry.isFile() && entry.parentPath.includes(company.membership.account.id),
  )
const unfinished = () => rows.select('select from started_uploads')

test('a new company has all papers, each ready to download and saying what is to be written in', async () => {
  const company = await buildCompany(product)
  const templates = await templatesOf(company)
  expect(names(templates)).toEqual(allNames())
  expect(templates).toHaveLength(starters.length)
  const bill = templates.find(one => one.name === 'House Bill of Lading (starter).dotx')
  expect(bill).toMatchObject({
    defaultDocumentName: 'House Bill of Lading.docx',
    type: 'Word Template',
    problems: [],
    missing: [],
    version: 1,
  })
  const certificate = templates.find(one => one.name === 'Certificate of Receipt (starter).dotx')
  expect(certificate?.missing).toEqual(['Condition of the goods'])
  for (const template of templates) {
    const { rawPayload } = await product.app.inject({
      url: `${path}/getdoctemplatecontent/${template.id}`,
      headers: { authorization: `Bearer ${company.token}` },
    })
    const starter = starters.find(({ fileName }) => fileName === template.name)
    expect(starter?.files.A4.bytes.equals(rawPayload), template.name).toBe(true)
  }
  expect(await unfinished()).toEqual([])
})

test('registering again, or twice at once, makes one company with its templates', async () => {
  const { accessToken } = await signUp(product.app, newPerson())
  const call = callerWith(product, accessToken)
  const before = await rows.select('select from document_templates')
  const replies = await Promise.all([1, 2, 3].map(() => call('POST', '/api/register')))
  replies.push(await call('POST', '/api/register'))
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map(reply => JSON.stringify(reply.body))).size).toBe(1)
  expect((await rows.select('select from document_templates')).length - before.length).toBe(starters.length)
  expect(await unfinished()).toEqual([])
})

test('what a company took away or renamed is added again when it asks, and nothing else', async () => {
  const company = await buildCompany(product)
  const [first, second] = await templatesOf(company)
  await company.call('DELETE', `${path}/${first?.id}`)
  await company.call('PUT', path, { id: second?.id, name: 'Our own.dotx' })
  const added = await company.call<DocumentTemplate[]>('POST', `${path}/starters`)
  expect(added.status).toBe(200)
  expect(names(added.body)).toEqual(expect.arrayContaining([first?.name, second?.name]))
  expect(added.body).toHaveLength(2)
  expect(names(await templatesOf(company))).toHaveLength(starters.length + 1)
  // The deleted one's file stays to be restored.
  expect(await storedFiles(company)).toHaveLength(starters.length + 2)
  expect((await company.call<DocumentTemplate[]>('POST', `${path}/starters`)).body).toEqual([])
  expect(await storedFiles(company)).toHaveLength(starters.length + 2)
})

test('asked for twice at once, each comes once and no file is left over', async () => {
  const company = await buildCompany(product)
  for (const { id } of await templatesOf(company)) await company.call('DELETE', `${path}/${id}`)
  const replies = await Promise.all(
    [1, 2].map(() => company.call<DocumentTemplate[]>('POST', `${path}/starters`)),
  )
  expect(replies.flatMap(reply => reply.body)).toHaveLength(starters.length)
  expect(names(await templatesOf(company))).toEqual(allNames())
  expect(await storedFiles(company)).toHaveLength(2 * starters.length)
  expect(await unfinished()).toEqual([])
})

test('they are added by those who may add templates', async () => {
  const company = await buildCompany(product)
  const viewer = await buildColleague(product, company, 'viewer')
  expectProblem(await viewer.call('POST', `${path}/starters`), 'not_allowed')
  expectProblem(await send(product, { method: 'POST', url: `${path}/starters` }), 'sign_in_required')
})

test('a company that cannot be made leaves no file', async () => {
  const twins = await startTestApp({
    starters: [{ ...(starters[0] as StarterTemplate), fileName: '\u0000' }],
  })
  const { accessToken } = await signUp(twins.app, newPerson())
  const call = callerWith(twins, accessToken)
  expect((await call('POST', '/api/register')).status).toBeGreaterThanOrEqual(400)
  const left = await readdir(twins.filesFolder, { recursive: true, withFileTypes: true })
  expect(left.filter(entry => entry.isFile())).toEqual([])
  expectProblem(await call('GET', '/api/shipment'), 'account_required')
  await twins.close()
})

test('a template whose content is replaced says nothing of boxes to fill in any more', async () => {
  const company = await buildCompany(product)
  const [bill, notice] = await templatesOf(company)
  const { payload, headers } = formWithFile(
    { name: 'x.dotx', content: starters.find(one => one.fileName === notice?.name)?.files.A4.bytes ?? '' },
    { documentTemplateId: bill?.id ?? '' },
  )
  const replaced = await company.call<DocumentTemplate>(
    'PUT',
    `${path}/updatedoctemplatecontent`,
    payload,
    headers,
  )
  expect(replaced.body.missing).toEqual([])
})
