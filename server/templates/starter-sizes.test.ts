import { expect, test } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildCompany, type Caller } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { testProduct } from '#testing/test-company.ts'
import { readStarterTemplates, type StarterTemplate } from './starter-templates.ts'

const starters = await readStarterTemplates()
const { product, rows } = testProduct({ starters })
const path = '/api/documenttemplate'

const templatesOf = async (company: Caller) => (await company.call<DocumentTemplate[]>('GET', path)).body
const sizesOf = async (company: Caller) => {
  const stored = await rows.ofCompany(company.membership.account.id)
  const templates = (stored['document_templates'] ?? []) as {
    name: string
    content_hash: string
    version: number
  }[]
  const sizeOf = ({ files }: StarterTemplate, hash: string) =>
    hash === files.A4.hash ? 'A4' : hash === files.Letter.hash ? 'Letter' : 'changed'
  return templates.map(({ name, content_hash: hash }) => {
    const starter = starters.find(one => one.fileName === name)
    return starter ? sizeOf(starter, hash) : 'own'
  })
}
const all = (size: string) => starters.map(() => size)
const save = (company: Caller, paperSize: string) => company.call('PUT', '/api/company', { paperSize })

test('the starter templates are on the company’s paper, those that were added before as those that come', async () => {
  const company = await buildCompany(product)
  expect(await sizesOf(company)).toEqual(all('A4'))
  expect((await save(company, 'Letter')).status).toBe(200)
  expect(await sizesOf(company)).toEqual(all('Letter'))
  const [first] = await templatesOf(company)
  const { body: earlier } = await company.call<unknown[]>('GET', `${path}/${first?.id}/earlier`)
  expect(earlier).toHaveLength(1)
  await company.call('DELETE', `${path}/${first?.id}`)
  await company.call('POST', `${path}/starters`)
  expect(await sizesOf(company)).toEqual([...all('Letter'), 'Letter'])
  expect(await rows.select('select from started_uploads')).toEqual([])
})

test('one that somebody has changed stays as it is, and so does another company’s', async () => {
  const [company, other] = [await buildTemplateCompany(product), await buildCompany(product)]
  const [first] = await templatesOf(company)
  const starter = starters.find(({ fileName }) => fileName !== first?.name)
  if (!first || !starter) throw new Error('There are no starter templates.')
  await company.replaceTemplate(first, starter.files.A4.bytes)
  await Promise.all([save(company, 'Letter'), save(company, 'Letter')])
  const sizes = await sizesOf(company)
  expect(sizes.filter(size => size === 'Letter')).toHaveLength(starters.length - 1)
  expect(await sizesOf(other)).toEqual(all('A4'))
  await save(company, 'Letter')
  expect(await sizesOf(company)).toEqual(sizes)
  expect(await rows.select('select from started_uploads')).toEqual([])
})
